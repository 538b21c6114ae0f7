import { figuresOf, type VideoFigures } from "@shoal/domain/figures";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { VideoSums } from "./sums.ts";

/** Figures of videos as lists sort and filter by them. */
export function createVideoStatsRepository(db: Database) {
  return {
    /** Writes the figures that changed. @returns the rows that are other ones now. */
    saveFigures(rows: ReturnType<typeof rowOf>[]): Promise<{ video_uuid: string; client_uuid: string }[]> {
      const columns = Object.keys(rows[0] ?? {}).filter(
        (name) => name !== "video_uuid" && name !== "client_uuid",
      );
      const differs = columns.map(
        (name) => sql`video_stats.${sql.ref(name)} IS DISTINCT FROM ${sql.ref(`excluded.${name}`)}`,
      );
      return db
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
    },

    /** Videos shown as being watched must fall back to 0 when their viewers leave. */
    async listShownAsWatched(): Promise<string[]> {
      const rows = await db
        .selectFrom("video_stats")
        .select("video_uuid")
        .where("concurrent_users", ">", 0)
        .execute();
      return rows.map((row) => row.video_uuid);
    },

    /** Every video of a client, those in the trash too. */
    async listOfClient(clientUuid: string): Promise<string[]> {
      const rows = await db
        .selectFrom("videos")
        .select("uuid")
        .where("client_uuid", "=", clientUuid)
        .execute();
      return rows.map(({ uuid }) => uuid);
    },
  };
}

/** The row of a video from its sums by country, device and network. */
export function rowOf(videoUuid: string, sums: VideoSums[], concurrentUsers: number) {
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
