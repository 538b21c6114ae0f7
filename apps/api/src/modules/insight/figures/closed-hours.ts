import { STATISTICS_MINUTES_DAYS } from "@shoal/contract";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Database } from "../../../platform/database.ts";
import { createDaySums, type DaySums } from "./day-sums.ts";
import { createFigureCursorsRepository, type FigureCursorsRepository } from "./figure-cursors.repository.ts";
import { createLinkSums, type LinkSums } from "./link-sums.ts";
import { createSessionHours, type SessionHours } from "./session-hours.ts";
import { createSummedDaysRepository, type SummedDaysRepository } from "./summed-days.repository.ts";
import { createSumsReader, type SumsReader } from "./sums.ts";

const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;
/** The time after which an hour is closed. A beacon may arrive an hour late. */
const CLOSE_AFTER_SEC = 2 * HOUR_SEC;
/** The interval of searches for late data. An hour is aggregated again for as long as data arrives. */
const LATE_DATA_INTERVAL_MS = 60_000;
const LATE_DATA_OVERLAP_SEC = 120;
/** How far back a starting process searches for late data, which an edge may have delivered in the meantime. */
const LATE_DATA_AT_START_SEC = 7 * DAY_SEC;

/** The time after which a day is aggregated; most days receive no more data after it. */
const SUM_AFTER_SEC = 3 * HOUR_SEC;
/** The number of days per run. After an update, three months are due while lists wait for their figures. */
const DAYS_PER_RUN = 5;

interface ClosedHoursDeps {
  sums: Pick<SumsReader, "closeHours" | "findFirstHour">;
  linkSums: Pick<LinkSums, "closeHours">;
  sessionHours: SessionHours;
  daySums: DaySums;
  cursors: Pick<FigureCursorsRepository, "findClosedUntilSec" | "saveClosedUntilSec">;
}

/** Aggregates completed hours and hours with late data, and computes the totals of completed days. */
export class ClosedHours {
  readonly #deps: ClosedHoursDeps;
  #checkedForLateAtMs = 0;
  #summedAtMs = 0;
  /** The days whose totals may be outdated. At startup, the state of existing totals is unknown. */
  #unreconciled: "all" | number[] = "all";
  #lastSumAtMs = 0;
  #isStopped = false;
  #isBehind = false;

  constructor(deps: ClosedHoursDeps) {
    this.#deps = deps;
  }

  /** Stops after the current day, because three months would take longer than a process has to shut down. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Whether completed days are left for the next run. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Closes hours. @returns the end of the last closed hour, in seconds since 1970. */
  async close(nowMs: number): Promise<number> {
    const untilSec = await this.#closeNext(nowMs);
    await this.#correct(untilSec, nowMs);
    await this.#sumDays(untilSec, nowMs);
    return untilSec;
  }

  async #closeNext(nowMs: number): Promise<number> {
    const { sums, cursors } = this.#deps;
    const kept = await cursors.findClosedUntilSec();
    const limitSec = Math.floor((nowMs / 1000 - CLOSE_AFTER_SEC) / HOUR_SEC) * HOUR_SEC;
    // Without a cursor, for example after an update that renames it, hours may already be closed with complete data.
    let untilSec = kept ?? Math.max((await sums.findFirstHour()) ?? limitSec, oldestMinuteSec(nowMs));
    if (kept !== undefined && untilSec >= limitSec) return untilSec;
    // After a long pause, hours are closed one day at a time, saving the cursor each time.
    while (untilSec < limitSec && !this.#isStopped) {
      const dayEndSec = (Math.floor(untilSec / DAY_SEC) + 1) * DAY_SEC;
      const endSec = Math.min(limitSec, dayEndSec);
      await this.#aggregate(untilSec, endSec, nowMs);
      if (endSec === dayEndSec) await this.#deps.sessionHours.tidyDay(toIsoDay(untilSec));
      untilSec = endSec;
      await cursors.saveClosedUntilSec(untilSec);
    }
    if (kept === undefined && untilSec >= limitSec) await cursors.saveClosedUntilSec(untilSec);
    return untilSec;
  }

  async #correct(closedUntilSec: number, nowMs: number): Promise<void> {
    if (nowMs - this.#checkedForLateAtMs < LATE_DATA_INTERVAL_MS) return;
    const nowSec = Math.floor(nowMs / 1000);
    const sinceSec = this.#checkedForLateAtMs
      ? Math.floor(this.#checkedForLateAtMs / 1000) - LATE_DATA_OVERLAP_SEC
      : nowSec - LATE_DATA_AT_START_SEC;
    const fromSec = oldestMinuteSec(nowMs);
    const { sessionHours } = this.#deps;
    const late = await sessionHours.listLateHours({ sinceSec, fromSec, closedUntilSec });
    for (const [day, hours] of Map.groupBy(late, toIsoDay)) {
      if (this.#isStopped) return;
      for (const { fromSec: from, untilSec } of mergeHours(hours))
        await this.#aggregate(from, untilSec, nowMs);
      if (day !== toIsoDay(closedUntilSec)) await sessionHours.tidyDay(day);
    }
    this.#checkedForLateAtMs = nowMs;
  }

  /** Computes the totals of as many days as fit into a run. Later runs process the other days. */
  async #sumDays(closedUntilSec: number, nowMs: number): Promise<void> {
    if (nowMs - this.#summedAtMs < LATE_DATA_INTERVAL_MS) return;
    const { daySums } = this.#deps;
    // Outdated totals are removed a minute after the last change, since readers may still be using them.
    const isOwed = this.#unreconciled === "all" || this.#unreconciled.length > 0;
    if (isOwed && nowMs - this.#lastSumAtMs >= LATE_DATA_INTERVAL_MS) {
      await daySums.reconcile(this.#unreconciled);
      this.#unreconciled = [];
    }
    const toSec = Math.min(closedUntilSec, Math.floor(nowMs / 1000) - SUM_AFTER_SEC);
    const due = await daySums.listDue({ fromSec: oldestMinuteSec(nowMs), toSec });
    for (const daySec of due.slice(0, DAYS_PER_RUN)) {
      if (this.#isStopped) return;
      if (this.#unreconciled !== "all") this.#unreconciled.push(daySec);
      this.#lastSumAtMs = nowMs;
      await daySums.sumDay(daySec);
    }
    this.#isBehind = due.length > DAYS_PER_RUN;
    if (!this.#isBehind) this.#summedAtMs = nowMs;
  }

  async #aggregate(fromSec: number, untilSec: number, version: number): Promise<void> {
    const { sums, linkSums, sessionHours, daySums } = this.#deps;
    await daySums.invalidate([fromSec, untilSec - 1]);
    await sums.closeHours(fromSec, untilSec, version);
    await linkSums.closeHours(fromSec, untilSec, version);
    // `session_hours` is written last, because the version stored in it marks the hours as done in all tables.
    await sessionHours.closeHours(fromSec, untilSec, version);
  }
}

/** The stored progress: how far hours are closed, and which days are aggregated. */
export interface ClosedHoursStore {
  cursors: ClosedHoursDeps["cursors"];
  days: SummedDaysRepository;
}

export const createClosedHoursStore = (db: Database): ClosedHoursStore => ({
  cursors: createFigureCursorsRepository(db),
  days: createSummedDaysRepository(db),
});

export const openClosedHours = (analytics: Analytics, { cursors, days }: ClosedHoursStore): ClosedHours =>
  new ClosedHours({
    sums: createSumsReader(analytics),
    linkSums: createLinkSums(analytics),
    cursors,

    sessionHours: createSessionHours(analytics),
    daySums: createDaySums(analytics, days),
  });

/** Joins consecutive hours, which are aggregated together. @param hoursSec the starts of the hours, in ascending order. */
function mergeHours(hoursSec: readonly number[]): { fromSec: number; untilSec: number }[] {
  const ranges: { fromSec: number; untilSec: number }[] = [];
  for (const hourSec of hoursSec) {
    const last = ranges.at(-1);
    if (last?.untilSec === hourSec) last.untilSec = hourSec + HOUR_SEC;
    else ranges.push({ fromSec: hourSec, untilSec: hourSec + HOUR_SEC });
  }
  return ranges;
}

const toIsoDay = (sec: number): string => new Date(sec * 1000).toISOString().slice(0, 10);

/**
 * Returns the start of the period with session-minutes for queries, which is the first of the retained UTC days, counting today.
 * ClickHouse may have deleted only some rows of the day before, so aggregates, lists and searches would not agree.
 */
export const oldestMinuteSec = (nowMs: number): number =>
  Math.floor(nowMs / 1_000 / DAY_SEC - (STATISTICS_MINUTES_DAYS - 1)) * DAY_SEC;

/** The SQL condition on `minute` for the retention limit, by ClickHouse's clock. */
export const IS_RETAINED_SQL = `minute >= toStartOfDay(now('UTC')) - INTERVAL ${STATISTICS_MINUTES_DAYS - 1} DAY`;
