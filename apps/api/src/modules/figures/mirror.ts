import { CONCURRENT_WINDOW_SEC } from "@shoal/contract";
import { sql } from "kysely";
import pg from "pg";
import { type Analytics, AnalyticsError } from "../../platform/clickhouse.ts";
import type { Database } from "../../platform/database.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import { closeHours } from "./closed-hours.ts";
import { createFigureCursorsRepository } from "./figure-cursors.repository.ts";
import { createLinkSums, type LinkSums } from "./link-sums.ts";
import { createLinkViewsRepository } from "./link-views.repository.ts";
import { createSumsReader, type SumsReader } from "./sums.ts";
import { createVideoStatsRepository, rowOf } from "./video-stats.repository.ts";

/** Figures show within 15 s: 10 s between beacons, 2 s of batching at the edge, and this. */
const MIRROR_INTERVAL_MS = 3_000;
/** Videos a query reads at once: their ids are 4 kB. */
const BATCH = 100;
/** Rows become visible a little after the time they carry. */
const LOOK_BACK_MS = 15_000;
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
  readonly #stats: ReturnType<typeof createVideoStatsRepository>;
  readonly #cursors: ReturnType<typeof createFigureCursorsRepository>;
  /** Videos whose figures could not be read or written: the next pass takes them again. */
  readonly #owed = new Set<string>();
  #seenMs = Date.now() - 24 * 3_600_000;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(deps: MirrorDeps) {
    this.#deps = deps;
    this.#sums = createSumsReader(deps.analytics);
    this.#linkSums = createLinkSums(deps.analytics);
    this.#stats = createVideoStatsRepository(deps.db);
    this.#cursors = createFigureCursorsRepository(deps.db);
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
    const uuids = await this.#stats.listOfClient(clientUuid);
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
    await this.#cursors.beginAt(nowMs);
    const closedUntilSec = await this.#closeHours(nowMs);
    const heard = await this.#sums.listHeard(this.#seenMs - LOOK_BACK_MS);
    const sessions = await this.#countSessions(nowMs);
    const watched = await this.#stats.listShownAsWatched();
    const uuids = [...new Set([...heard.map((row) => row.videoUuid), ...watched, ...this.#owed])];
    for (let from = 0; from < uuids.length; from += BATCH)
      await this.#mirrorBatch(uuids.slice(from, from + BATCH), closedUntilSec, sessions);
    if (heard.length > 0) await this.#mirrorLinks(closedUntilSec);
    this.#seenMs = Math.max(this.#seenMs, ...heard.map((row) => row.newest));
    if (this.#owed.size === 0) await this.#cursors.saveAsOfMs(nowMs);
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

  /** What cannot be done for a batch is tried for its halves: one bad video keeps no other from its figures. */
  async #mirrorBatch(uuids: string[], closedUntilSec: number, sessions: Map<string, number>): Promise<void> {
    try {
      await this.#mirrorVideos(uuids, closedUntilSec, sessions);
      for (const uuid of uuids) this.#owed.delete(uuid);
    } catch (error) {
      const half = Math.ceil(uuids.length / 2);
      for (const uuid of uuids) this.#owed.add(uuid);
      if (uuids.length === 1 || !isOfData(error)) return this.#deps.onError(error);
      await this.#mirrorBatch(uuids.slice(0, half), closedUntilSec, sessions);
      await this.#mirrorBatch(uuids.slice(half), closedUntilSec, sessions);
    }
  }

  async #mirrorVideos(uuids: string[], closedUntilSec: number, sessions: Map<string, number>): Promise<void> {
    const byVideo = Map.groupBy(await this.#sums.listTotals(uuids, closedUntilSec), (row) => row.videoUuid);
    const rows = [...byVideo].map(([uuid, sums]) => rowOf(uuid, sums, sessions.get(uuid) ?? 0));
    if (rows.length === 0) return;
    const changed = await this.#stats.saveFigures(rows);
    for (const [clientUuid, own] of Map.groupBy(changed, (row) => row.client_uuid))
      this.#deps.realtime.emit(clientUuid, "video.figures", { uuids: own.map((row) => row.video_uuid) });
  }

  #closeHours(nowMs: number): Promise<number> {
    return closeHours({ sums: this.#sums, linkSums: this.#linkSums, cursors: this.#cursors }, nowMs);
  }
}

/** An answer that refuses, as against an engine that is away: fewer rows may do. */
const isOfData = (error: unknown): boolean =>
  error instanceof AnalyticsError ? error.status !== undefined : error instanceof pg.DatabaseError;
