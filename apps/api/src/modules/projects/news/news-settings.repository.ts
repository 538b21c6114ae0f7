import type { NewsKind, NewsMailTime, NewsSettings } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** Creates the repository of users' settings for mails about projects. */
export function createNewsSettingsRepository(db: Tx) {
  return {
    /** Finds a user's settings. By default all news are mailed immediately, in the client's time zone. */
    async findSettings(userUuid: string, clientUuid: string): Promise<NewsSettings> {
      const { rows } = await sql<{ mail: NewsMailTime | null; unmailed: NewsKind[] | null; zone: string }>`
        SELECT chosen.mail, chosen.unmailed, coalesce(chosen.time_zone, client_rules.time_zone, 'UTC') AS zone
        FROM (SELECT ${userUuid}::uuid AS user_uuid) AS asked
          LEFT JOIN news_settings AS chosen ON chosen.user_uuid = asked.user_uuid
          LEFT JOIN client_rules ON client_rules.client_uuid = ${clientUuid}`.execute(db);
      const [row] = rows;
      return {
        mail: row?.mail ?? "atOnce",
        unmailed: row?.unmailed ?? [],
        timeZone: row?.zone ?? "UTC",
      };
    },

    async saveSettings(userUuid: string, { mail, unmailed, timeZone }: NewsSettings): Promise<void> {
      const columns = { mail, unmailed: [...new Set(unmailed)], time_zone: timeZone };
      await db
        .insertInto("news_settings")
        .values({ user_uuid: userUuid, ...columns })
        .onConflict((conflict) => conflict.column("user_uuid").doUpdateSet(columns))
        .execute();
    },

    /**
     * Returns the tokens of the unsubscribe links, which are the same in all mails to a user, and creates missing ones. Rows
     * are locked in a fixed order, so that replicas that mail the same people cannot deadlock.
     * @returns tokens by user, without deleted users.
     */
    async ensureTokens(userUuids: readonly string[]): Promise<Map<string, string>> {
      const { rows } = await sql<{ user_uuid: string; token: string }>`
        WITH reader AS (SELECT uuid FROM users WHERE uuid = ANY(${userUuids}::uuid[]) ORDER BY uuid FOR KEY SHARE)
        INSERT INTO news_settings (user_uuid) SELECT uuid FROM reader
        ON CONFLICT (user_uuid) DO UPDATE SET token = news_settings.token
        RETURNING user_uuid, token`.execute(db);
      return new Map(rows.map(({ user_uuid, token }) => [user_uuid, token]));
    },

    /** Turns off a user's mails. @returns whether the token exists. */
    async endMails(token: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("news_settings")
        .set({ mail: "never" })
        .where("token", "=", token)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
