import { createHash } from "node:crypto";
import type { Role } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../platform/database.ts";

const hashOf = (credential: string) => createHash("sha256").update(credential).digest();

/** Users and their sessions. Signing in happens before any client is known, so these are not scoped by one. */
export function createAuthRepository(db: Tx) {
  const withClient = () =>
    db
      .selectFrom("users")
      .innerJoin("clients", "clients.uuid", "users.client_uuid")
      .select([
        "users.uuid",
        "users.username",
        "users.email",
        "users.roles",
        "users.password_hash",
        "users.password_modified",
        "users.client_uuid",
        "clients.name as client_name",
        "clients.type as client_type",
        "clients.vireed",
        "clients.export",
        "clients.scenelist",
        "clients.data_to_delete",
        "clients.no_keep_live",
        "clients.default_autoplay",
        "clients.old_table",
        "clients.default_page_size",
      ]);
  return {
    findByUsername: (username: string) =>
      withClient().where(sql<boolean>`lower(users.username) = lower(${username})`).executeTakeFirst(),
    findByCredential: (credential: string) =>
      withClient()
        .innerJoin("sessions", "sessions.user_uuid", "users.uuid")
        .where("sessions.token_hash", "=", hashOf(credential))
        .where("sessions.expires_at", ">", sql<Date>`now()`)
        .executeTakeFirst(),
    async addSession(userUuid: string, credential: string, expiresAt: Date): Promise<void> {
      await db
        .insertInto("sessions")
        .values({ token_hash: hashOf(credential), user_uuid: userUuid, expires_at: expiresAt })
        .execute();
    },
    async deleteSession(credential: string): Promise<void> {
      await db.deleteFrom("sessions").where("token_hash", "=", hashOf(credential)).execute();
    },
    async deleteOtherSessions(userUuid: string, credential: string): Promise<void> {
      await db
        .deleteFrom("sessions")
        .where("user_uuid", "=", userUuid)
        .where("token_hash", "!=", hashOf(credential))
        .execute();
    },
    async deleteExpiredSessions(): Promise<void> {
      await db.deleteFrom("sessions").where("expires_at", "<=", sql<Date>`now()`).execute();
    },
    async setPassword(userUuid: string, passwordHash: string, isModified: boolean): Promise<void> {
      await db
        .updateTable("users")
        .set({ password_hash: passwordHash, password_modified: isModified })
        .where("uuid", "=", userUuid)
        .execute();
    },
    async setEmail(userUuid: string, email: string): Promise<void> {
      await db.updateTable("users").set({ email }).where("uuid", "=", userUuid).execute();
    },
    /** Adds a client, or returns the one of that name. */
    async ensureClient(name: string): Promise<string> {
      const row = await db
        .insertInto("clients")
        .values({ name, type: "platform" })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ name }))
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return row.uuid;
    },
    async addUser(user: {
      clientUuid: string;
      username: string;
      email: string | null;
      passwordHash: string;
      roles: Role[];
    }) {
      const { uuid } = await db
        .insertInto("users")
        .values({
          client_uuid: user.clientUuid,
          username: user.username,
          email: user.email,
          password_hash: user.passwordHash,
          roles: user.roles,
        })
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return uuid;
    },
  };
}
export type AuthRepository = ReturnType<typeof createAuthRepository>;
export type UserRow = NonNullable<Awaited<ReturnType<AuthRepository["findByUsername"]>>>;
