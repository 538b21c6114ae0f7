import { MAX_COLLECTIONS, MAX_REPORTED_COLLECTIONS, MAX_REPORTED_COLLECTIONS_OF_KEY } from "@shoal/contract";
import type { CollectionReport } from "@shoal/contract/edge";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

const UUID_PATTERN = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
/** The maximum number of names per client; further names are not stored. */
const MAX_PLUGIN_VIDEOS = 100_000;
/** The time without a report after which media that were never watched can be replaced. */
const REPLACEABLE_AFTER = "1 day";
/** The time of the last report is updated only after this interval, since each update writes all indexes of the row. */
const REPORT_REFRESH_INTERVAL = "5 minutes";

/** Stores SDK reports about videos of any client; each report names its client. Future timestamps are clamped. */
export function createCollectionReportsRepository(db: Tx, videosMaxCount = MAX_PLUGIN_VIDEOS) {
  const columns = (reports: readonly CollectionReport[]) => sql`
    SELECT client_uuid, video, collection, version, config, may_name, may_add, least(at, now()) AS at FROM unnest(
      ${reports.map(({ clientId }) => clientId)}::uuid[], ${reports.map(({ video }) => video)}::text[],
      ${reports.map(({ collection }) => collection ?? null)}::text[],
      ${reports.map(({ version }) => version ?? null)}::text[],
      ${reports.map(({ config }) => config ?? null)}::uuid[], ${reports.map(({ mayName }) => mayName ?? true)}::bool[],
      ${reports.map(({ mayAdd }) => mayAdd ?? true)}::bool[],
      ${reports.map(({ atMs }) => new Date(atMs))}::timestamptz[]
    ) AS r (client_uuid, video, collection, version, config, may_name, may_add, at) WHERE EXISTS (SELECT 1 FROM clients c WHERE c.uuid = client_uuid)`;
  /** Joins reports with the named collection, and with the video if it is hosted. */
  const known = (reports: readonly CollectionReport[]) => sql`
    SELECT r.*, k.uuid AS collection_uuid, v.uuid AS video_uuid FROM (${columns(reports)}) r
    LEFT JOIN collections k ON k.client_uuid = r.client_uuid AND k.name = r.collection
    LEFT JOIN videos v ON v.client_uuid = r.client_uuid
      AND v.uuid = CASE WHEN r.video ~ ${UUID_PATTERN} THEN r.video::uuid END`;
  return {
    /**
     * Creates new collections within the client's limits, and updates report times. Keys are public, so the number of names is
     * limited per config and in total, and users can always add collections of their own.
     */
    async recordCollections(reports: readonly CollectionReport[]): Promise<void> {
      const countOf = (condition = sql`true`) =>
        sql`(SELECT count(*) FROM collections k WHERE k.client_uuid = named.client_uuid AND ${condition})`;
      await sql`
        WITH said AS (
          SELECT client_uuid, collection, max(at) AS at, min(config::text)::uuid AS config, bool_or(may_name) AS may_name
          FROM (${columns(reports)}) r WHERE collection IS NOT NULL GROUP BY client_uuid, collection
        ), named AS (
          SELECT said.*, k.uuid IS NOT NULL AS is_known,
            row_number() OVER (PARTITION BY said.client_uuid, k.uuid IS NOT NULL ORDER BY at, collection) AS nth,
            row_number() OVER (PARTITION BY said.client_uuid, config, k.uuid IS NOT NULL ORDER BY at, collection)
              AS nth_of_key
          FROM said LEFT JOIN collections k ON k.client_uuid = said.client_uuid AND k.name = said.collection
          WHERE may_name OR k.uuid IS NOT NULL
        )
        INSERT INTO collections (client_uuid, name, reported_at, is_reported, named_by)
        SELECT client_uuid, collection, at, true, config FROM named
        WHERE is_known OR (
          nth + ${countOf()} <= ${MAX_COLLECTIONS}
          AND nth + ${countOf(sql`k.is_reported`)} <= ${MAX_REPORTED_COLLECTIONS}
          AND nth_of_key + ${countOf(sql`k.is_reported AND k.named_by IS NOT DISTINCT FROM named.config`)}
            <= ${MAX_REPORTED_COLLECTIONS_OF_KEY})
        ORDER BY 1, 2
        ON CONFLICT (client_uuid, name) DO UPDATE
          SET reported_at = greatest(collections.reported_at, excluded.reported_at)`.execute(db);
    },

    /**
     * If the client's list is full, replaces names that were never watched, recently reported or configured with those being
     * watched now. Edges do not know such names.
     */
    async makeRoom(reports: readonly CollectionReport[]): Promise<void> {
      await sql`
        WITH fresh AS (
          SELECT client_uuid, count(*) AS added FROM (${known(reports)}) r
          WHERE video_uuid IS NULL AND may_add AND NOT EXISTS (
            SELECT 1 FROM plugin_videos p WHERE p.client_uuid = r.client_uuid AND p.name = r.video)
          GROUP BY client_uuid
        ), filled AS (
          SELECT client_uuid, added - ${videosMaxCount}
            + (SELECT count(*) FROM plugin_videos p WHERE p.client_uuid = fresh.client_uuid) AS beyond FROM fresh
        ), idle AS (
          SELECT p.uuid, beyond, row_number() OVER (PARTITION BY p.client_uuid ORDER BY p.last_reported_at, p.uuid) AS nth
          FROM filled JOIN plugin_videos p ON p.client_uuid = filled.client_uuid
          WHERE beyond > 0 AND p.last_reported_at < now() - ${REPLACEABLE_AFTER}::interval AND NOT p.is_hidden
            AND p.title = '' AND p.description = '' AND p.tags = '{}' AND p.rules = '{}'
            AND (p.collection_uuid IS NULL OR p.reported_at IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM video_stats s WHERE s.video_uuid = p.uuid AND s.nb_view > 0)
        ), gone AS (
          DELETE FROM plugin_videos p USING idle WHERE p.uuid = idle.uuid AND nth <= beyond RETURNING p.uuid
        )
        DELETE FROM video_stats s USING gone WHERE s.video_uuid = gone.uuid`.execute(db);
    },

    /**
     * Saves the names of media on other CDNs, the version of the plugin that plays them, and the time of the report.
     * @returns the clients whose list has changed.
     */
    async recordPluginVideos(reports: readonly CollectionReport[]): Promise<string[]> {
      const { rows } = await sql<{ client_uuid: string }>`
        INSERT INTO plugin_videos (client_uuid, name, version, last_reported_at)
        SELECT client_uuid, video, version, at FROM (${known(reports)}) r
        WHERE video_uuid IS NULL AND (
          EXISTS (SELECT 1 FROM plugin_videos p WHERE p.client_uuid = r.client_uuid AND p.name = r.video)
          OR r.may_add AND (SELECT count(*) FROM plugin_videos p WHERE p.client_uuid = r.client_uuid) < ${videosMaxCount})
        ORDER BY client_uuid, video
        ON CONFLICT (client_uuid, name) DO UPDATE SET version = coalesce(excluded.version, plugin_videos.version),
            last_reported_at = greatest(plugin_videos.last_reported_at, excluded.last_reported_at)
          WHERE excluded.version <> coalesce(plugin_videos.version, '')
            OR plugin_videos.last_reported_at < excluded.last_reported_at - ${REPORT_REFRESH_INTERVAL}::interval
        RETURNING client_uuid`.execute(db);
      return rows.map((row) => row.client_uuid);
    },

    /**
     * Links media on other CDNs to the collection that pages name, for lists only. Edges ignore the link, because keys are public
     * and a named collection must not affect other viewers. A collection chosen by a user is kept. Hosted videos can only have a
     * chosen collection.
     */
    async linkPluginVideos(reports: readonly CollectionReport[]): Promise<void> {
      await sql`
        UPDATE plugin_videos p SET collection_uuid = r.collection_uuid, reported_at = r.at
        FROM (${known(reports)}) r
        WHERE p.client_uuid = r.client_uuid AND p.name = r.video
          AND r.video_uuid IS NULL AND r.collection_uuid IS NOT NULL
          AND (p.collection_uuid IS NULL OR p.reported_at IS NOT NULL)
          AND (p.reported_at IS NULL OR p.reported_at < r.at)`.execute(db);
    },
  };
}
