import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { prepareQuery } from "../../../platform/prepared.ts";
import { CLIENT_COLUMNS, maxSessionLife, USER_COLUMNS, type UserRow } from "./auth.repository.ts";

const computeHash = (credential: string) => createHash("sha256").update(credential).digest();
const databaseNow = sql<Date>`now()`;
/** The start of the oldest possible session. */
const oldestSessionStart = sql<Date>`now() - ${maxSessionLife}`;

interface NewSession {
  userUuid: string;
  /** The user's password hash when they proved their identity. */
  passwordHash: string | null;
  tokenHash: Buffer;
  expiresAt: Date;
  address: string;
  userAgent: string | null;
}

/**
 * Adds a session with one prepared statement instead of three in a transaction, since every sign-in runs it. Comparing a
 * password takes long enough for it to be changed in the meantime. With the lock, either the change ends this session, or no
 * session is added.
 */
const addSession = prepareQuery((db, p: NewSession) =>
  db
    .with("proven", (cte) =>
      cte
        .selectFrom("users")
        .select("uuid")
        .where("uuid", "=", p.userUuid)
        .where(sql<boolean>`password_hash IS NOT DISTINCT FROM ${p.passwordHash}`)
        .forNoKeyUpdate(),
    )
    .with("opened", (cte) =>
      cte
        .insertInto("sessions")
        .columns(["token_hash", "user_uuid", "expires_at", "address", "user_agent"])
        .expression((query) =>
          query
            .selectFrom("proven")
            .select([
              sql<Buffer>`${p.tokenHash}::bytea`.as("token_hash"),
              "proven.uuid as user_uuid",
              sql<Date>`least(${p.expiresAt}::timestamptz, now() + ${maxSessionLife})`.as("expires_at"),
              sql<string>`${p.address}::text`.as("address"),
              sql<string | null>`${p.userAgent}::text`.as("user_agent"),
            ]),
        )
        .returning("user_uuid"),
    )
    .updateTable("users")
    .from(["opened", "clients"])
    .set({ last_login_at: databaseNow })
    .whereRef("users.uuid", "=", "opened.user_uuid")
    .whereRef("clients.uuid", "=", "users.client_uuid")
    .returning([...USER_COLUMNS, ...CLIENT_COLUMNS]),
);

/** Creates the repository of the sessions of users. Credentials are stored as hashes. */
export function createSessionsRepository(db: Tx) {
  const uuidsOf = (rows: { uuid: string }[]) => rows.map((row) => row.uuid);
  return {
    /**
     * Adds a session.
     * @returns the session's user; undefined if the user was deleted or has changed the password by now.
     */
    async addSession(session: {
      userUuid: string;
      passwordHash: string | null;
      credential: string;
      expiresAt: Date;
      address: string;
      userAgent: string | undefined;
    }): Promise<UserRow | undefined> {
      const { credential, userAgent, ...rest } = session;
      const [user] = await addSession(db, {
        ...rest,
        tokenHash: computeHash(credential),
        userAgent: userAgent?.slice(0, 500) ?? null,
      });
      return user;
    },
    /** Prolongs a session in use, up to the maximum duration of a session. */
    async prolongSession(sessionUuid: string, expiresAt: Date): Promise<void> {
      await db
        .updateTable("sessions")
        .set({
          last_used_at: databaseNow,
          expires_at: sql<Date>`least(${expiresAt}::timestamptz, created_at + ${maxSessionLife})`,
        })
        .where("uuid", "=", sessionUuid)
        .execute();
    },
    /** Replaces the session's credential; the previous one stops working. */
    async renewCredential(sessionUuid: string, credential: string): Promise<void> {
      await db
        .updateTable("sessions")
        .set({ token_hash: computeHash(credential) })
        .where("uuid", "=", sessionUuid)
        .execute();
    },
    listSessions: (userUuid: string) =>
      db
        .selectFrom("sessions")
        .select(["uuid", "created_at", "last_used_at", "expires_at", "address", "user_agent"])
        .where("user_uuid", "=", userUuid)
        .where("expires_at", ">", databaseNow)
        .where("created_at", ">", oldestSessionStart)
        .orderBy("last_used_at", "desc")
        .orderBy("created_at", "desc")
        .execute(),
    /**
     * Deletes a session of the user.
     * @returns the session's uuid in a list, which is empty if the user has no such session.
     */
    deleteSession: async (userUuid: string, sessionUuid: string): Promise<string[]> =>
      uuidsOf(
        await db
          .deleteFrom("sessions")
          .where("uuid", "=", sessionUuid)
          .where("user_uuid", "=", userUuid)
          .returning("uuid")
          .execute(),
      ),
    /** Deletes sessions of the user. @param keptUuid a session to keep. @returns the uuids of the deleted sessions. */
    deleteSessions: async (userUuid: string, keptUuid?: string): Promise<string[]> =>
      uuidsOf(
        await db
          .deleteFrom("sessions")
          .where("user_uuid", "=", userUuid)
          .$if(keptUuid !== undefined, (query) => query.where("uuid", "!=", String(keptUuid)))
          .returning("uuid")
          .execute(),
      ),
    deleteExpired: async (): Promise<string[]> =>
      uuidsOf(
        await db
          .deleteFrom("sessions")
          .where((is) =>
            is.or([is("expires_at", "<=", databaseNow), is("created_at", "<=", oldestSessionStart)]),
          )
          .returning("uuid")
          .execute(),
      ),
  };
}
export type SessionsRepository = ReturnType<typeof createSessionsRepository>;
