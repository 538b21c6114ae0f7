import { CONCURRENT_WINDOW_SEC } from "@shoal/contract";
import { sql } from "kysely";
import pg from "pg";
import { type Analytics, AnalyticsError } from "../../../platform/clickhouse.ts";
import { type Database, runInSession } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { createWokenLoop } from "../../../platform/woken-loop.ts";
import { notifyWork } from "../../../platform/work-notifications.ts";
import { type ClosedHours, createClosedHoursStore, openClosedHours } from "./closed-hours.ts";
import { createFigureCursorsRepository } from "./figure-cursors.repository.ts";
import { createLinkSums, type LinkSums } from "./link-sums.ts";
import { createLinkViewsRepository } from "./link-views.repository.ts";
import { createSumsReader, type FigureSubject, type SumsReader } from "./sums.ts";
import { buildRow, createVideoStatsRepository } from "./video-stats.repository.ts";
import { batchesOf, keyOf } from "./watched-batches.ts";

/**
 * The pause between runs while figures change. Figures show within 15 s: 10 s between beacons, 2 s of batching at the edge, and
 * this pause. While nothing changes, edges announce new figures, and a run every 30 s finds figures whose announcement was lost.
 */
const MIRROR_INTERVAL_MS = 3_000;
/** The number of links that one query reads. Their ids take 4 kB. */
const LINK_BATCH = 100;
/** How far back rows are read again, because they become visible a little after their time. */
const REREAD_WINDOW_MS = 15_000;
/** The lock that lets one replica run the mirror at a time. */
const MIRROR_LOCK = 7_201;

/** The time limit for waiting. A run over many hours takes minutes on a busy machine, so only a hang reaches it. */
const PASS_TIMEOUT_MS = 900_000;

/**
 * Makes the next run close again all hours for which there are minutes. Waits up to 15 minutes for a run in progress.
 * @param write adds minutes to closed hours. No run is in progress during the call, and the next run picks up the minutes even if
 * the call fails.
 */
export const recloseHours = (
  db: Database,
  write: () => Promise<void> = async () => undefined,
): Promise<void> =>
  runBetweenPasses(db, async () => {
    await createFigureCursorsRepository(db).deleteClosed();
    await write();
    await notifyWork(db, "figures");
  });

/**
 * Rebuilds all hours and daily totals for which there are minutes, for example after minutes were loaded into an empty
 * ClickHouse.
 * @returns the days that had totals before, as `2026-11-26`.
 */
export async function rebuildRollUps(db: Database, analytics: Analytics): Promise<string[]> {
  const store = createClosedHoursStore(db);
  const known = (await store.days.list()).map(({ daySec }) => daySec);
  await runBetweenPasses(db, async () => {
    await createFigureCursorsRepository(db).deleteClosed();
    await store.days.invalidate(known);
    const closedHours = openClosedHours(analytics, store);
    do await closedHours.close(Date.now());
    while (closedHours.isBehind);
  });
  await notifyWork(db, "figures");
  return known.map((sec) => new Date(sec * 1_000).toISOString().slice(0, 10)).toSorted();
}

/** Does work that must not coincide with a run. Waits up to 15 minutes for a run in progress. */
function runBetweenPasses(db: Database, work: () => Promise<void>): Promise<void> {
  return runInSession(db, async (connection) => {
    // Waiting for the lock is a statement, to which the usual time limit of queries would apply.
    await sql`SET statement_timeout = ${sql.lit(PASS_TIMEOUT_MS)}`.execute(connection);
    try {
      await sql`SELECT pg_advisory_lock(${sql.lit(MIRROR_LOCK)})`.execute(connection);
    } finally {
      await sql`RESET statement_timeout`.execute(connection);
    }
    try {
      await work();
    } finally {
      await sql`SELECT pg_advisory_unlock(${sql.lit(MIRROR_LOCK)})`.execute(connection);
    }
  });
}

export interface MirrorDeps {
  db: Database;
  analytics: Analytics;
  realtime: Pick<Realtime, "emit">;
  onError: (error: unknown) => void;
}

/**
 * Copies figures from ClickHouse to `video_stats`, so that lists can sort and filter by them: of hosted videos and, by the names
 * used on pages, media on other CDNs.
 */
export class FiguresMirror {
  readonly #deps: MirrorDeps;
  readonly #sums: SumsReader;
  readonly #linkSums: LinkSums;
  readonly #stats: ReturnType<typeof createVideoStatsRepository>;
  readonly #cursors: ReturnType<typeof createFigureCursorsRepository>;
  readonly #closedHours: ClosedHours;
  /** The figures that could not be read or written, by `keyOf`. The next run retries them. */
  readonly #owed = new Map<string, FigureSubject>();
  #seenMs = Date.now() - 24 * 3_600_000;
  readonly #loop: ReturnType<typeof createWokenLoop>;
  /** Whether an edge announced figures after the current or last run started. */
  #isAnnounced = false;
  /** Whether the next run follows within the pause. */
  #isBusy = false;

  constructor(deps: MirrorDeps) {
    this.#deps = deps;
    this.#sums = createSumsReader(deps.analytics);
    this.#linkSums = createLinkSums(deps.analytics);
    this.#stats = createVideoStatsRepository(deps.db);
    this.#cursors = createFigureCursorsRepository(deps.db);
    this.#closedHours = openClosedHours(deps.analytics, createClosedHoursStore(deps.db));
    this.#loop = createWokenLoop({
      check: () => this.#check(),
      pauseMs: MIRROR_INTERVAL_MS,
      onError: deps.onError,
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Called when an edge has written figures. A run follows immediately, unless a run is due within the pause. */
  announce(): void {
    this.#isAnnounced = true;
    if (!this.#isBusy) this.#loop.wake();
  }

  async close(): Promise<void> {
    this.#closedHours.stop();
    await this.#loop.stop();
  }

  async #check(): Promise<boolean> {
    this.#isAnnounced = false;
    // If the run fails, the loop itself retries soon.
    this.#isBusy = true;
    const isChanging = await this.runOnce();
    this.#isBusy = isChanging || this.#isAnnounced;
    return this.#isBusy;
  }

  /**
   * Performs one run: closes completed hours, then updates the totals of everything reported since the last run.
   * @returns whether the next run should follow soon, because figures change or work is left, or because another replica is
   * running.
   */
  async runOnce(nowMs = Date.now()): Promise<boolean> {
    return runInSession(this.#deps.db, async (connection) => {
      const { rows } = await sql<{
        is_mine: boolean;
      }>`SELECT pg_try_advisory_lock(${sql.lit(MIRROR_LOCK)}) AS is_mine`.execute(connection);
      if (!rows[0]?.is_mine) return true;
      try {
        return await this.#mirror(nowMs);
      } finally {
        await sql`SELECT pg_advisory_unlock(${sql.lit(MIRROR_LOCK)})`.execute(connection);
      }
    });
  }

  /** Recomputes the totals of all media of a client, including those in the trash, in between runs of the mirror. */
  async refreshClient(clientUuid: string, nowMs = Date.now()): Promise<void> {
    const { db } = this.#deps;
    for (const batch of batchesOf(await this.#stats.listOfClient(clientUuid)))
      await runBetweenPasses(db, async () => {
        const closedUntilSec = await this.#closedHours.close(nowMs);
        const sessions = await this.#countSessions(nowMs);
        await this.#mirrorBatch(batch, closedUntilSec, sessions);
      });
  }

  /** Counts the current sessions, by `keyOf`. */
  async #countSessions(nowMs: number): Promise<Map<string, number>> {
    const rows = await this.#sums.listConcurrent(nowMs - CONCURRENT_WINDOW_SEC * 1_000);
    return new Map(rows.map((row) => [keyOf(row), row.sessions]));
  }

  async #mirror(nowMs: number): Promise<boolean> {
    const startedMs = performance.now();
    await this.#cursors.beginAt(nowMs);
    const closedUntilSec = await this.#closedHours.close(nowMs);
    // Closing months of hours takes minutes, and everything reported during that time is read below.
    const asOfMs = Math.round(nowMs + performance.now() - startedMs);
    const reported = await this.#sums.listReported(this.#seenMs - REREAD_WINDOW_MS);
    const sessions = await this.#countSessions(nowMs);
    const watched = await this.#stats.listShownAsWatched();
    const all = new Map(this.#owed);
    for (const each of [...watched, ...reported]) all.set(keyOf(each), each);
    for (const batch of batchesOf([...all.values()]))
      await this.#mirrorBatch(batch, closedUntilSec, sessions);
    if (reported.length > 0) await this.#mirrorLinks(closedUntilSec);
    // An edge whose clock is ahead must not make the reports of other edges appear old.
    const newestMs = Math.max(this.#seenMs, ...reported.map((row) => Math.min(row.newest, asOfMs)));
    const isNew = newestMs > this.#seenMs;
    this.#seenMs = newestMs;
    if (this.#owed.size === 0) await this.#cursors.saveAsOfMs(asOfMs);
    return isNew || sessions.size > 0 || this.#owed.size > 0 || this.#closedHours.isBehind;
  }

  /** Updates views and last view of every export link reported since the last run; deleted links have no row. */
  async #mirrorLinks(closedUntilSec: number): Promise<void> {
    const reported = await this.#linkSums.listReported(this.#seenMs - REREAD_WINDOW_MS);
    for (let from = 0; from < reported.length; from += LINK_BATCH) {
      const totals = await this.#linkSums.listTotals(reported.slice(from, from + LINK_BATCH), closedUntilSec);
      for (const clientUuid of await createLinkViewsRepository(this.#deps.db).saveViews(totals))
        this.#deps.realtime.emit(clientUuid, "exportLinks.changed");
    }
  }

  /** Updates a batch. A failed batch is retried in halves, so that one bad video does not block the others. */
  async #mirrorBatch(
    batch: FigureSubject[],
    closedUntilSec: number,
    sessions: Map<string, number>,
  ): Promise<void> {
    try {
      await this.#mirrorWatched(batch, closedUntilSec, sessions);
      for (const each of batch) this.#owed.delete(keyOf(each));
    } catch (error) {
      const half = Math.ceil(batch.length / 2);
      for (const each of batch) this.#owed.set(keyOf(each), each);
      if (batch.length === 1 || !isDataError(error)) return this.#deps.onError(error);
      await this.#mirrorBatch(batch.slice(0, half), closedUntilSec, sessions);
      await this.#mirrorBatch(batch.slice(half), closedUntilSec, sessions);
    }
  }

  async #mirrorWatched(
    batch: FigureSubject[],
    closedUntilSec: number,
    sessions: Map<string, number>,
  ): Promise<void> {
    const kept = await this.#stats.findKept(batch);
    const byKey = Map.groupBy(await this.#sums.listTotals(batch, closedUntilSec), keyOf);
    const rows = kept.flatMap((each) => {
      const [key, sums] = [keyOf(each), byKey.get(keyOf(each))];
      return sums ? [buildRow(each.uuid, sums, sessions.get(key) ?? 0)] : [];
    });
    if (rows.length === 0) return;
    const others = kept.flatMap(({ uuid, isOurs }) => (isOurs ? [] : [uuid]));
    const ours = new Set(kept.filter(({ isOurs }) => isOurs).map(({ uuid }) => uuid));
    for (const [clientUuid, changed] of await this.#saveByClient(rows, others)) {
      const videos = changed.filter((uuid) => ours.has(uuid));
      if (videos.length > 0) this.#deps.realtime.emit(clientUuid, "video.figures", { uuids: videos });
      if (videos.length < changed.length) this.#deps.realtime.emit(clientUuid, "pluginVideos.changed");
    }
  }

  /** Writes rows. @returns those whose figures have changed, by client. */
  async #saveByClient(
    rows: ReturnType<typeof buildRow>[],
    otherUuids: readonly string[],
  ): Promise<[string, string[]][]> {
    const changed = await this.#stats.saveFigures(rows, otherUuids);
    const byClient = Map.groupBy(changed, (row) => row.client_uuid);
    return [...byClient].map(([clientUuid, own]) => [clientUuid, own.map((row) => row.video_uuid)]);
  }
}

/** Whether ClickHouse rejected the data, rather than being unavailable, so that fewer rows may succeed. */
const isDataError = (error: unknown): boolean =>
  error instanceof AnalyticsError ? error.status !== undefined : error instanceof pg.DatabaseError;
