import type { AlertKind } from "@shoal/contract";
import { minutesToEvaluate } from "@shoal/domain/alerts";
import { sql } from "kysely";
import type { Analytics } from "../../../platform/clickhouse.ts";
import { type Database, runInSession } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { type AlertMeasures, createAlertMeasures, type MeasuredPeriod } from "./alert-measures.ts";
import type { AlertNews } from "./alert-news.ts";
import { createAlertStatesRepository } from "./alert-states.repository.ts";
import { evaluatePeriod } from "./evaluate-period.ts";

/** The cursors of the last judged time in ms since 1970: of kinds reported by sessions, and of lives. */
export const ALERT_CURSORS = { figures: "alerts.figures", lives: "alerts.lives" } as const;
type CheckedSource = keyof typeof ALERT_CURSORS;
const KINDS_BY_SOURCE: Record<CheckedSource, readonly AlertKind[]> = {
  figures: ["rebuffering", "errors", "quota", "offload_lost", "unverified", "address_quota"],
  lives: ["stream_down"],
};

/** The lock that lets one replica check at a time. */
const WATCH_LOCK = 7_203;
/** A check of lives covers the time since the previous check, up to this maximum. */
const MAX_CHECKED_MS = 25_000;
const RETENTION_DAYS = 400;

export interface AlertWatchDeps {
  db: Database;
  analytics: Analytics;
  realtime: Pick<Realtime, "emit">;
  news: AlertNews;
  onError: (error: unknown) => void;
}

/** Creates the watch that checks whether alerts open or close. All state is in the database, so any replica can continue. */
export function createAlertWatch({ db, analytics, realtime, news, onError }: AlertWatchDeps) {
  const measures = createAlertMeasures({ db, analytics });
  const states = createAlertStatesRepository(db);

  /** Judges a period once, even if several replicas measured it. */
  async function settle(
    source: CheckedSource,
    stretch: MeasuredPeriod,
    seenMs: number | undefined,
  ): Promise<void> {
    const changed = await db.transaction().execute(async (tx) => {
      const cursors = createAlertStatesRepository(tx);
      if ((await cursors.lockCursor(ALERT_CURSORS[source])) !== seenMs) return new Set<string>();
      await cursors.saveCursor(ALERT_CURSORS[source], stretch.toMs);
      return evaluatePeriod(tx, { ...stretch, kinds: KINDS_BY_SOURCE[source] }, { news, onError });
    });
    for (const clientUuid of changed) realtime.emit(clientUuid, "alerts.changed");
  }

  async function checkLives(nowMs: number): Promise<void> {
    const seenMs = await states.findCursor(ALERT_CURSORS.lives);
    const isAhead = seenMs !== undefined && seenMs >= nowMs;
    // If the clock was set back slightly, the next check covers this time too.
    if (isAhead && seenMs - nowMs < MAX_CHECKED_MS) return;
    // Before the first check, no time has been judged.
    const isFirst = isAhead || seenMs === undefined;
    const fromMs = isFirst ? nowMs - 1 : Math.max(seenMs, nowMs - MAX_CHECKED_MS);
    await settle("lives", { fromMs, toMs: nowMs, measures: await measures.measureLives() }, seenMs);
  }

  return {
    /** Checks once. @throws while a dependency does not respond; its part is judged once it responds. */
    async checkOnce(nowMs = Date.now()): Promise<void> {
      await runInSession(db, async (connection) => {
        const { rows } = await sql<{
          isMine: boolean;
        }>`SELECT pg_try_advisory_lock(${sql.lit(WATCH_LOCK)}) AS "isMine"`.execute(connection);
        if (!rows[0]?.isMine) return;
        try {
          // A failed check of lives must not delay the alerts about viewers, which need the analytics too.
          const failure = await checkLives(nowMs).then(
            () => undefined,
            (error: unknown) => ({ error }),
          );
          await checkFigures(
            { measures, settle, seenMs: await states.findCursor(ALERT_CURSORS.figures) },
            nowMs,
          );
          if (failure) throw failure.error;
        } finally {
          await sql`SELECT pg_advisory_unlock(${sql.lit(WATCH_LOCK)})`.execute(connection);
        }
      });
    },

    /** Deletes old alerts after the same time as sessions. */
    prune: (now = new Date()): Promise<void> =>
      states.deleteClosedBefore(new Date(now.getTime() - RETENTION_DAYS * 86_400_000)),
  };
}
export type AlertWatch = ReturnType<typeof createAlertWatch>;

interface FiguresCheck {
  measures: AlertMeasures;
  settle: (source: CheckedSource, stretch: MeasuredPeriod, seenMs: number | undefined) => Promise<void>;
  seenMs: number | undefined;
}

/** Judges the minutes since the last check one by one, as if none had been missed. */
async function checkFigures({ measures, settle, seenMs }: FiguresCheck, nowMs: number): Promise<void> {
  const minutes = minutesToEvaluate(seenMs, nowMs);
  if (minutes.length === 0) return;
  let before = seenMs;
  for (const stretch of await measures.measureMinutes(minutes)) {
    await settle("figures", stretch, before);
    before = stretch.toMs;
  }
}
