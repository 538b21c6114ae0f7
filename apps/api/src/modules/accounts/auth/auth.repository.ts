import { createHash } from "node:crypto";
import type { Role } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { prepareQuery } from "../../../platform/prepared.ts";

const computeHash = (credential: string) => createHash("sha256").update(credential).digest();

/** The columns of a user that responses contain. */
export const USER_COLUMNS = [
  "users.uuid",
  "users.username",
  "users.name",
  "users.email",
  "users.email_verified_at",
  "users.new_email",
  "users.roles",
  "users.password_hash",
  "users.password_modified",
  "users.activated_at",
  "users.language",
  "users.totp_secret",
  "users.totp_confirmed_at",
  "users.totp_last_step",
  "users.recovery_codes",
  "users.github_login",
  "users.last_login_at",
  "users.revision",
  "users.created_at",
  "users.client_uuid",
] as const;

/** The columns of the viewed client: the user's own, or the one that an administrator views. */
export const CLIENT_COLUMNS = [
  "clients.uuid as seen_client_uuid",
  "clients.name as client_name",
  "clients.type as client_type",
  "clients.vireed",
  "clients.export",
  "clients.scenelist",
  "clients.data_to_delete",
  "clients.deletion_at",
  "clients.no_keep_live",
  "clients.default_autoplay",
  "clients.old_table",
  "clients.default_page_size",
  "clients.default_qualities",
  "clients.restart_videos",
  "clients.chat",
  "clients.free_tier",
] as const;

/** The number of days after which a session ends even if it is in use. */
export const MAX_SESSION_DAYS = 90;
export const maxSessionLife = sql`make_interval(days => ${sql.lit(MAX_SESSION_DAYS)})`;

/** Finds a session. This runs on each call of the api, so it is a prepared statement. */
const findSession = prepareQuery((db, p: { tokenHash: Buffer; clientView: string | null }) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.uuid", "sessions.user_uuid")
    .innerJoin("clients", (join) =>
      join.on("clients.uuid", "=", sql<string>`coalesce(${p.clientView}::uuid, users.client_uuid)`),
    )
    .select([
      ...USER_COLUMNS,
      ...CLIENT_COLUMNS,
      "sessions.uuid as session_uuid",
      "sessions.last_used_at as session_used_at",
    ])
    .where("sessions.token_hash", "=", p.tokenHash)
    .where("sessions.expires_at", ">", sql<Date>`now()`)
    .where("sessions.created_at", ">", sql<Date>`now() - ${maxSessionLife}`),
);

/** Selects users with the columns to present; the caller adds the conditions. */
export const selectUsers = (db: Tx) =>
  db
    .selectFrom("users")
    .innerJoin("clients", "clients.uuid", "users.client_uuid")
    .select([...USER_COLUMNS, ...CLIENT_COLUMNS]);

/**
 * Creates the repository of users and their sessions. Sign-in happens before any client is known, so its queries are not limited to one
 * client.
 */
export function createAuthRepository(db: Tx) {
  return {
    findByUsername: (username: string) =>
      selectUsers(db).where(sql<boolean>`lower(users.username) = lower(${username})`).executeTakeFirst(),
    /**
     * Finds the user of a session that has not expired.
     * @param clientView the client to join instead of the user's own; no user is found for an unknown one.
     */
    findByCredential: async (credential: string, clientView?: string) => {
      const [row] = await findSession(db, {
        tokenHash: computeHash(credential),
        clientView: clientView ?? null,
      });
      return row;
    },
    async setPassword(userUuid: string, passwordHash: string, isModified: boolean): Promise<void> {
      await db
        .updateTable("users")
        .set({ password_hash: passwordHash, password_modified: isModified })
        .where("uuid", "=", userUuid)
        .execute();
    },
    /** Adds a client, or returns the existing client of that name. */
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
    }): Promise<string> {
      const { uuid } = await db
        .insertInto("users")
        .values({
          client_uuid: user.clientUuid,
          username: user.username,
          email: user.email,
          password_hash: user.passwordHash,
          roles: user.roles,
          activated_at: sql<Date>`now()`,
        })
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return uuid;
    },
  };
}
export type AuthRepository = ReturnType<typeof createAuthRepository>;
type NameOf<C extends string> = C extends `${string} as ${infer N}`
  ? N
  : C extends `${string}.${infer N}`
    ? N
    : never;
/** The columns of a client that the client's users see. */
export type ClientRow = Pick<SessionRow, NameOf<(typeof CLIENT_COLUMNS)[number]>>;
export type UserRow = NonNullable<Awaited<ReturnType<AuthRepository["findByUsername"]>>>;
export type SessionRow = NonNullable<Awaited<ReturnType<AuthRepository["findByCredential"]>>>;
