import { figuresOf, type VideoFigures } from "@shoal/domain/figures";
import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import type { FigureSubject, VideoSums } from "./sums.ts";

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Whether the video is hosted. The edge ensures that a page's name for media on another CDN is never a uuid. */
const isOurs = ({ videoUuid }: FigureSubject): boolean => UUID_PATTERN.test(videoUuid);

/** Creates the repository of the figures by which lists of videos are sorted and filtered. */
export function createVideoStatsRepository(db: Database) {
  return {
    /**
     * Writes the figures that changed. Media on other CDNs that are being deleted get no figures, since nothing would remove
     * them.
     * @param otherUuids the rows of media on other CDNs.
     * @returns the rows that have changed.
     */
    async saveFigures(
      rows: ReturnType<typeof buildRow>[],
      otherUuids: readonly string[],
    ): Promise<{ video_uuid: string; client_uuid: string }[]> {
      return db.transaction().execute(async (tx) => {
        const others = new Set(otherUuids);
        const kept = await lockPluginVideos(tx, otherUuids);
        const present = rows.filter(({ video_uuid: uuid }) => !others.has(uuid) || kept.has(uuid));
        return present.length > 0 ? saveChangedRows(tx, present) : [];
      });
    },

    /**
     * Finds the uuid under which figures are stored: a video's own uuid, or the uuid of the row with its name. Omits media with
     * unlisted names.
     */
    async findKept(
      watched: readonly FigureSubject[],
    ): Promise<(FigureSubject & { uuid: string; isOurs: boolean })[]> {
      const [ours, others] = [watched.filter(isOurs), watched.filter((each) => !isOurs(each))];
      const videos = ours.map((each) => ({ ...each, uuid: each.videoUuid, isOurs: true }));
      if (others.length === 0) return videos;
      const clients = others.map(({ clientUuid }) => clientUuid);
      const names = others.map(({ videoUuid }) => videoUuid);
      const { rows } = await sql<{ uuid: string; client_uuid: string; name: string }>`
        SELECT p.uuid, p.client_uuid, p.name FROM unnest(${clients}::uuid[], ${names}::text[]) AS w (client, name)
        JOIN plugin_videos p ON p.client_uuid = w.client AND p.name = w.name`.execute(db);
      const kept = rows.map(({ uuid, client_uuid: clientUuid, name: videoUuid }) => ({
        uuid,
        clientUuid,
        videoUuid,
        isOurs: false,
      }));
      return [...videos, ...kept];
    },

    /** Lists media shown with current viewers, whose number must return to 0 when they leave. */
    async listShownAsWatched(): Promise<FigureSubject[]> {
      const { rows } = await sql<FigureSubject>`
        SELECT s.client_uuid AS "clientUuid", coalesce(p.name, s.video_uuid::text) AS "videoUuid"
        FROM video_stats s LEFT JOIN plugin_videos p ON p.uuid = s.video_uuid
        WHERE s.concurrent_users > 0`.execute(db);
      return rows;
    },

    /** Lists all media of a client, including those in the trash. */
    async listOfClient(clientUuid: string): Promise<FigureSubject[]> {
      const { rows } = await sql<FigureSubject>`
        SELECT client_uuid AS "clientUuid", uuid::text AS "videoUuid" FROM videos WHERE client_uuid = ${clientUuid}
        UNION ALL SELECT client_uuid, name FROM plugin_videos WHERE client_uuid = ${clientUuid}`.execute(db);
      return rows;
    },
  };
}

/** Locks rows against deletion, after a deletion in progress. @returns the rows that still exist. */
async function lockPluginVideos(tx: Tx, uuids: readonly string[]): Promise<Set<string>> {
  if (uuids.length === 0) return new Set();
  const { rows } = await sql<{
    uuid: string;
  }>`SELECT uuid FROM plugin_videos WHERE uuid = ANY(${uuids}::uuid[]) ORDER BY uuid FOR KEY SHARE`.execute(
    tx,
  );
  return new Set(rows.map(({ uuid }) => uuid));
}

function saveChangedRows(
  tx: Tx,
  rows: ReturnType<typeof buildRow>[],
): Promise<{ video_uuid: string; client_uuid: string }[]> {
  const columns = Object.keys(rows[0] ?? {}).filter(
    (name) => name !== "video_uuid" && name !== "client_uuid",
  );
  const differs = columns.map(
    (name) => sql`video_stats.${sql.ref(name)} IS DISTINCT FROM ${sql.ref(`excluded.${name}`)}`,
  );
  return tx
    .insertInto("video_stats")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column("video_uuid")
        .doUpdateSet(
          () => Object.fromEntries(columns.map((name) => [name, sql.ref(`excluded.${name}`)])) as never,
        )
        .where(sql<boolean>`(${sql.join(differs, sql` OR `)})`),
    )
    .returning(["video_uuid", "client_uuid"])
    .execute();
}

/** Returns the row of a video from its totals by country, device and network. */
export function buildRow(videoUuid: string, sums: VideoSums[], concurrentUsers: number) {
  const figures: VideoFigures = figuresOf(sums, concurrentUsers);
  return {
    video_uuid: videoUuid,
    client_uuid: sums[0]?.clientUuid ?? "",
    nb_view: figures.nbView,
    hourview: figures.hourview,
    concurrent_users: figures.concurrentUsers,
    mean_time_sec: figures.meanTimeSec,
    best_quality_percent: figures.bestQualityPercent,
    bitrate_kbps: figures.bitrateKbps,
    rebuff: figures.rebuffSecPerHour,
    offload: figures.offloadPercent,
    data_delivered_mb: figures.dataDeliveredMb,
    peer_mb: figures.peerMb,
    startup_ms: figures.startupMs,
    energy_saved_wh: figures.energySavedWh,
    energy_spent_wh: figures.energySpentWh,
    co2_g: figures.co2Grams,
    water_l: figures.waterLitres,
  };
}
