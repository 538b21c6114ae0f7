import { CONCURRENT_WINDOW_SEC } from "@shoal/contract";
import { figuresOf, type VideoFigures } from "@shoal/domain/figures";
import { sql } from "kysely";
import type { Analytics } from "../../platform/clickhouse.ts";
import type { Database } from "../../platform/database.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import { createLinkSums, type LinkSums } from "./link-sums.ts";
import { createLinkViewsRepository } from "./link-views.repository.ts";
import { createSumsReader, type SumsReader, type VideoSums } from "./sums.ts";

/** Figures show within 15 s: 10 s between beacons, 2 s of batching at the edge, and this. */
const MIRROR_INTERVAL_MS = 3_000;
const HOUR_SEC = 3_600;
/** A beacon may come an hour late; an hour is closed after that. */
const CLOSE_AFTER_SEC = 2 * HOUR_SEC;
/** Videos a query reads at once. */
const BATCH = 500;
/** Rows become visible a little after the time they carry. */
const LOOK_BACK_MS = 15_000;
/** Where the next hour to close is kept. */
export const CLOSED_CURSOR = "figures.closed_until";
/** Any replica may mirror; one at a time does. */
const LOCK = 7_201;

export interface MirrorDeps {
  db: Database;
  analytics: Analytics;
  realtime: Pick<Realtime, "emit">;
  onError: (error: unknown) => void;
}

/** Keeps `video_stats` in step with the analytics engine, so that lists can sort and filter by figures. */
export class FiguresMirror {
  readonly #deps: MirrorDeps;
  readonly #sums: SumsReader;
  readonly #linkSums: LinkSums;
  #seenMs = Date.now() - 24 * 3_600_000;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(deps: MirrorDeps) {
    this.#deps = deps;
    this.#sums = createSumsReader(deps.analytics);
    this.#linkSums = createLinkSums(deps.analytics);
  }

  start(): void {
    const tick = async () => {
      this.#running = this.runOnce().catch(this.#deps.onError);
      await this.#running;
      if (!this.#isClosed) this.#timer = setTimeout(tick, MIRROR_INTERVAL_MS);
    };
    void tick();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** One pass: closes hours that are over, then rewrites the totals of every video heard of since the last pass. */
  async runOnce(nowMs = Date.now()): Promise<void> {
    await this.#deps.db.connection().execute(async (connection) => {
      const { rows } = await sql<{
        is_mine: boolean;
      }>`SELECT pg_try_advisory_lock(${sql.lit(LOCK)}) AS is_mine`.execute(connection);
      if (!rows[0]?.is_mine) return;
      try {
        await this.#mirror(nowMs);
      } finally {
        await sql`SELECT pg_advisory_unlock(${sql.lit(LOCK)})`.execute(connection);
      }
    });
  }

  /** Rewrites the totals of every video of a client, those in the trash too. Passes of the mirror go on in between. */
  async refreshClient(clientUuid: string, nowMs = Date.now()): Promise<void> {
    const { db } = this.#deps;
    const videos = await db
      .selectFrom("videos")
      .select("uuid")
      .where("client_uuid", "=", clientUuid)
      .execute();
    const uuids = videos.map(({ uuid }) => uuid);
    for (let from = 0; from < uuids.length; from += BATCH)
      await db.connection().execute(async (connection) => {
        await sql`SELECT pg_advisory_lock(${sql.lit(LOCK)})`.execute(connection);
        try {
          const closedUntilSec = await this.#closeHours(nowMs);
          const sessions = await this.#countSessions(nowMs);
          await this.#mirrorBatch(uuids.slice(from, from + BATCH), closedUntilSec, sessions);
        } finally {
          await sql`SELECT pg_advisory_unlock(${sql.lit(LOCK)})`.execute(connection);
        }
      });
  }

  /** Sessions that watch, by video. */
  async #countSessions(nowMs: number): Promise<Map<string, number>> {
    const rows = await this.#sums.listConcurrent(nowMs - CONCURRENT_WINDOW_SEC * 1_000);
    return new Map(rows.map((row) => [row.videoUuid, row.sessions]));
  }

  async #mirror(nowMs: number): Promise<void> {
    const closedUntilSec = await this.#closeHours(nowMs);
    const heard = await this.#sums.listHeard(this.#seenMs - LOOK_BACK_MS);
    const sessions = await this.#countSessions(nowMs);
    const uuids = [...new Set([...heard.map((row) => row.videoUuid), ...(await this.#listShownAsWatched())])];
    for (let from = 0; from < uuids.length; from += BATCH)
      await this.#mirrorBatch(uuids.slice(from, from + BATCH), closedUntilSec, sessions);
    if (heard.length > 0) await this.#mirrorLinks(closedUntilSec);
    this.#seenMs = Math.max(this.#seenMs, ...heard.map((row) => row.newest));
  }

  /** Rewrites views and last view of every export link heard of since the last pass; one that was deleted has no row. */
  async #mirrorLinks(closedUntilSec: number): Promise<void> {
    const heard = await this.#linkSums.listHeard(this.#seenMs - LOOK_BACK_MS);
    for (let from = 0; from < heard.length; from += BATCH) {
      const totals = await this.#linkSums.listTotals(heard.slice(from, from + BATCH), closedUntilSec);
      for (const clientUuid of await createLinkViewsRepository(this.#deps.db).saveViews(totals))
        this.#deps.realtime.emit(clientUuid, "exportLinks.changed");
    }
  }

  async #mirrorBatch(uuids: string[], closedUntilSec: number, sessions: Map<string, number>): Promise<void> {
    const byVideo = Map.groupBy(await this.#sums.listTotals(uuids, closedUntilSec), (row) => row.videoUuid);
    const rows = [...byVideo].map(([uuid, sums]) => rowOf(uuid, sums, sessions.get(uuid) ?? 0));
    if (rows.length === 0) return;
    const changed = await this.#save(rows);
    for (const [clientUuid, own] of Map.groupBy(changed, (row) => row.client_uuid))
      this.#deps.realtime.emit(clientUuid, "video.figures", { uuids: own.map((row) => row.video_uuid) });
  }

  /** @returns the rows whose figures are other ones now. */
  #save(rows: ReturnType<typeof rowOf>[]) {
    const columns = Object.keys(rows[0] ?? {}).filter(
      (name) => name !== "video_uuid" && name !== "client_uuid",
    );
    const differs = columns.map(
      (name) => sql`video_stats.${sql.ref(name)} IS DISTINCT FROM ${sql.ref(`excluded.${name}`)}`,
    );
    return this.#deps.db
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

  /** Videos shown as being watched must fall back to 0 when their viewers leave. */
  async #listShownAsWatched(): Promise<string[]> {
    const rows = await this.#deps.db
      .selectFrom("video_stats")
      .select("video_uuid")
      .where("concurrent_users", ">", 0)
      .execute();
    return rows.map((row) => row.video_uuid);
  }

  async #closeHours(nowMs: number): Promise<number> {
    const { db } = this.#deps;
    const kept = await db
      .selectFrom("cursors")
      .select("value")
      .where("name", "=", CLOSED_CURSOR)
      .executeTakeFirst();
    const limitSec = Math.floor((nowMs / 1000 - CLOSE_AFTER_SEC) / HOUR_SEC) * HOUR_SEC;
    let untilSec =
      typeof kept?.value === "number" ? kept.value : ((await this.#sums.findFirstHour()) ?? limitSec);
    if (typeof kept?.value === "number" && untilSec >= limitSec) return untilSec;
    for (; untilSec < limitSec; untilSec += HOUR_SEC) {
      await this.#sums.closeHour(untilSec, nowMs);
      await this.#linkSums.closeHour(untilSec, nowMs);
    }
    const value = JSON.stringify(untilSec);
    await db
      .insertInto("cursors")
      .values({ name: CLOSED_CURSOR, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
    return untilSec;
  }
}

function rowOf(videoUuid: string, sums: VideoSums[], concurrentUsers: number) {
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
