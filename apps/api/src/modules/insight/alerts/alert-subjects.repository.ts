import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** The time without a publisher after which a live is over, even if no end was reported. */
const ABANDONED_AFTER = "interval '12 hours'";
/**
 * The condition that a live `lives` with its video `videos` should be on air but is not: it has started or failed to start, neither
 * its owner nor its encoder has ended it, and its schedule does not start later.
 */
const IS_OFF_AIR = `lives.is_open AND (NOT lives.is_signed_off OR lives.fault IS NOT NULL)
  AND (videos.starts_at IS NULL OR videos.starts_at <= now())
  AND (lives.state = 'lost' OR (lives.state = 'ended' AND lives.ended_at > now() - ${ABANDONED_AFTER}
    AND (lives.started_at IS NOT NULL OR lives.fault IS NOT NULL)))`;
const NOT_DELETED = "videos.trashed_at IS NULL AND NOT videos.is_deleted";

export interface AlertSubject {
  clientUuid: string;
  subject: string;
}

/** Creates the repository of the subjects of alerts, of all clients. It is not called on behalf of a user. */
export function createAlertSubjectsRepository(db: Tx) {
  return {
    /** Lists the clients with a monthly delivery limit. */
    async listLimitedClients(): Promise<string[]> {
      const rows = await db.selectFrom("clients").select("uuid").where("free_tier", "=", true).execute();
      return rows.map(({ uuid }) => uuid);
    },

    async listLivesOffAir(): Promise<{ client_uuid: string; video_uuid: string }[]> {
      const { rows } = await sql<{ client_uuid: string; video_uuid: string }>`
        SELECT lives.client_uuid, lives.video_uuid FROM lives JOIN videos ON videos.uuid = lives.video_uuid
        WHERE ${sql.raw(IS_OFF_AIR)} AND ${sql.raw(NOT_DELETED)}`.execute(db);
      return rows;
    },

    /** Finds the titles of subjects, and whether they are hosted. Subjects without either are omitted. */
    async describe(
      subjects: readonly AlertSubject[],
    ): Promise<(AlertSubject & { title: string; isOurs: boolean })[]> {
      const clients = subjects.map(({ clientUuid }) => clientUuid);
      const names = subjects.map(({ subject }) => subject);
      const { rows } = await sql<AlertSubject & { title: string; isOurs: boolean }>`
        WITH asked AS (SELECT * FROM unnest(${clients}::uuid[], ${names}::text[]) AS asked (client_uuid, subject))
        SELECT asked.client_uuid AS "clientUuid", asked.subject, videos.title, true AS "isOurs" FROM asked
          JOIN videos ON videos.client_uuid = asked.client_uuid
            AND videos.uuid = CASE WHEN asked.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN asked.subject::uuid END
        UNION ALL
        SELECT asked.client_uuid, asked.subject, coalesce(nullif(plugin_videos.title, ''), plugin_videos.name), false FROM asked
          JOIN plugin_videos ON plugin_videos.client_uuid = asked.client_uuid AND plugin_videos.name = asked.subject`.execute(
        db,
      );
      return rows;
    },

    /** Finds the alerts whose video was deleted, or whose live was stopped or abandoned. */
    async listGone(alertUuids: readonly string[]): Promise<Set<string>> {
      const { rows } = await sql<{ uuid: string }>`
        SELECT alerts.uuid FROM alerts
          LEFT JOIN videos ON videos.uuid = CASE WHEN alerts.is_ours THEN alerts.subject::uuid END AND ${sql.raw(NOT_DELETED)}
          LEFT JOIN lives ON lives.video_uuid = videos.uuid
        WHERE alerts.uuid = ANY(${alertUuids}::uuid[]) AND alerts.is_ours AND (videos.uuid IS NULL
          OR alerts.kind = 'stream_down' AND (lives.is_open IS NOT TRUE
            OR lives.state = 'ended' AND lives.ended_at <= now() - ${sql.raw(ABANDONED_AFTER)}))`.execute(db);
      return new Set(rows.map(({ uuid }) => uuid));
    },
  };
}
