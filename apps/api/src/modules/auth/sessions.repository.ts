import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "../../platform/database.ts";

const hashOf = (credential: string) => createHash("sha256").update(credential).digest();
const now = sql<Date>`now()`;

/** Where users are signed in. Credentials are saved as hashes. */
export function createSessionsRepository(db: Tx) {
  const uuidsOf = (rows: { uuid: string }[]) => rows.map((row) => row.uuid);
  return {
    async addSession(session: {
      userUuid: string;
      credential: string;
      expiresAt: Date;
      address: string;
      userAgent: string | undefined;
    }): Promise<void> {
      await db
        .insertInto("sessions")
        .values({
          token_hash: hashOf(session.credential),
          user_uuid: session.userUuid,
          expires_at: session.expiresAt,
          address: session.address,
          user_agent: session.userAgent?.slice(0, 500) ?? null,
        })
        .execute();
      await db
        .updateTable("users")
        .set({ last_login_at: now })
        .where("uuid", "=", session.userUuid)
        .execute();
    },
    /** A session in use lives on. */
    async prolongSession(sessionUuid: string, expiresAt: Date): Promise<void> {
      await db
        .updateTable("sessions")
        .set({ last_used_at: now, expires_at: expiresAt })
        .where("uuid", "=", sessionUuid)
        .execute();
    },
    listSessions: (userUuid: string) =>
      db
        .selectFrom("sessions")
        .select(["uuid", "created_at", "last_used_at", "expires_at", "address", "user_agent"])
        .where("user_uuid", "=", userUuid)
        .where("expires_at", ">", now)
        .orderBy("last_used_at", "desc")
        .orderBy("created_at", "desc")
        .execute(),
    /** @returns what was deleted: one uuid or none. */
    deleteSession: async (userUuid: string, sessionUuid: string): Promise<string[]> =>
      uuidsOf(
        await db
          .deleteFrom("sessions")
          .where("uuid", "=", sessionUuid)
          .where("user_uuid", "=", userUuid)
          .returning("uuid")
          .execute(),
      ),
    /** @param keptUuid a session to leave alone. @returns the uuids of those that were deleted. */
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
      uuidsOf(await db.deleteFrom("sessions").where("expires_at", "<=", now).returning("uuid").execute()),
  };
}
export type SessionsRepository = ReturnType<typeof createSessionsRepository>;
