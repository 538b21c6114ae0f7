import type { Role } from "@shoal/contract";
import { sql, type UpdateObject } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { prepareQuery } from "../../../platform/prepared.ts";
import type { Schema } from "../../../platform/schema.ts";

type UserChange = UpdateObject<Schema, "users">;
const databaseNow = sql<Date>`now()`;
/** The columns that mark a user's address as verified. */
export const VERIFIED_NOW = { email_verified_at: databaseNow };

const findByLogin = prepareQuery((db, p: { login: string }) =>
  db
    .selectFrom("users")
    .select(["uuid", "email", "email_verified_at", "password_hash", "activated_at", "totp_confirmed_at"])
    .where((eb) =>
      eb.or([
        eb(sql`lower(username)`, "=", sql`lower(${p.login})`),
        eb.and([eb(sql`lower(email)`, "=", sql`lower(${p.login})`), eb("email_verified_at", "is not", null)]),
      ]),
    )
    .orderBy(sql`lower(username) = lower(${p.login})`)
    .limit(sql.lit(1)),
);

/** Creates the repository of accounts whose user is identified by a session, link or task, before the client is known. */
export function createAccountsRepository(db: Tx) {
  const withClient = (uuid: string) =>
    db
      .selectFrom("users")
      .innerJoin("clients", "clients.uuid", "users.client_uuid")
      .selectAll("users")
      .select("clients.name as client_name")
      .where("users.uuid", "=", uuid);
  return {
    findUser: (uuid: string) => withClient(uuid).executeTakeFirst(),
    /** Reads and locks the user. They and their links stay unchanged until the transaction ends. */
    lockUser: (uuid: string) => withClient(uuid).forNoKeyUpdate("users").executeTakeFirst(),
    /** Finds the owner of a verified address, otherwise of a username. @param login the entered text. */
    async findByLogin(login: string) {
      const [user] = await findByLogin(db, { login });
      return user;
    },
    findByGithub: (githubId: string) =>
      db.selectFrom("users").selectAll().where("github_id", "=", githubId).executeTakeFirst(),
    async setGithub(uuid: string, github: { id: string; login: string } | null): Promise<void> {
      await db
        .updateTable("users")
        .set({ github_id: github?.id ?? null, github_login: github?.login ?? null })
        .where("uuid", "=", uuid)
        .execute();
    },
    /** Changes fields that other users can also edit. A form that was opened before the change can no longer be saved. */
    async changeProfile(
      uuid: string,
      change: Pick<UserChange, "name" | "language" | "email" | "email_verified_at" | "new_email">,
    ): Promise<void> {
      await db
        .updateTable("users")
        .set({ ...change, revision: sql<number>`revision + 1` })
        .where("uuid", "=", uuid)
        .execute();
    },
    async setPassword(uuid: string, passwordHash: string): Promise<void> {
      await db
        .updateTable("users")
        .set({ password_hash: passwordHash, password_modified: true })
        .where("uuid", "=", uuid)
        .execute();
    },
    /**
     * Activates an invited user, who can then sign in.
     * @param provenEmail the address to verify, if it is still the user's and no other user has verified it.
     * @returns undefined if the user was already activated.
     */
    async activate(
      uuid: string,
      change: Pick<UserChange, "password_hash" | "github_id" | "github_login">,
      provenEmail: string | null,
    ): Promise<ProvenUser | undefined> {
      return db
        .updateTable("users")
        .set({
          ...change,
          password_modified: true,
          activated_at: databaseNow,
          revision: sql<number>`revision + 1`,
        })
        .set({
          email_verified_at: sql<Date>`CASE WHEN lower(email) = lower(${provenEmail}) AND NOT EXISTS (
            SELECT FROM users other WHERE lower(other.email) = lower(users.email) AND other.email_verified_at IS NOT NULL
          ) THEN now() ELSE email_verified_at END`,
        })
        .where("uuid", "=", uuid)
        .where("activated_at", "is", null)
        .returning(["uuid", "password_hash"])
        .executeTakeFirst();
    },
  };
}
/** A user who has proved their identity, with their password hash at that time. */
export interface ProvenUser {
  uuid: string;
  password_hash: string | null;
}
export type AccountRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createAccountsRepository>["findByLogin"]>>
>;

/** Creates the repository that checks which users remain after a deletion. The client is locked before the administrators. */
export function createLeavingRepository(db: Tx) {
  return {
    /** Blocks other changes to the client's managers until the transaction ends. */
    async lockClient(clientUuid: string): Promise<void> {
      await db.selectFrom("clients").select("uuid").where("uuid", "=", clientUuid).forNoKeyUpdate().execute();
    },
    /** Blocks other changes to the platform's administrators until the transaction ends. */
    async lockAdministrators(): Promise<void> {
      await db
        .selectFrom("users")
        .select("uuid")
        .where(sql<boolean>`'admin' = ANY(roles)`)
        .orderBy("uuid")
        .forNoKeyUpdate()
        .execute();
    },
    /** Whether another activated user has the role, in the client or, for administrators, anywhere. */
    async hasOther(role: Role, user: { userUuid: string; clientUuid: string }): Promise<boolean> {
      const row = await db
        .selectFrom("users")
        .select("uuid")
        .where(sql<boolean>`${role} = ANY(roles)`)
        .where("activated_at", "is not", null)
        .where("uuid", "!=", user.userUuid)
        .$if(role !== "admin", (query) => query.where("client_uuid", "=", user.clientUuid))
        .executeTakeFirst();
      return row !== undefined;
    },
    async deleteUser(uuid: string): Promise<void> {
      await db.deleteFrom("users").where("uuid", "=", uuid).execute();
    },
  };
}
