import {
  CLOSED_CURSOR,
  createDaySums,
  createFigureCursorsRepository,
  createSummedDaysRepository,
  FiguresMirror,
} from "../../apps/api/src/modules/insight/figures/index.ts";
import type { Analytics } from "../../apps/api/src/platform/clickhouse.ts";
import type { Database } from "../../apps/api/src/platform/database.ts";

interface ClosingOptions {
  analytics: Analytics;
  db: Database;
}

/** Rows that arrived within this time before an hour was closed count as late. */
const VISIBLE_AFTER_MS = 31_000;

const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;
/** The number of recent days for which hourly rows are still kept. */
const DAYS_WITH_HOURS = 88;

/**
 * Lets the product's own job aggregate every complete hour and day. The job runs as of a moment at which all rows are visible.
 * Otherwise the API would treat the rows as late and aggregate three months again during the measurement.
 * @returns how long it took, in seconds.
 */
export async function closeAllHours({ analytics, db }: ClosingOptions): Promise<number> {
  const nowMs = Date.now() + VISIBLE_AFTER_MS;
  const onError = (error: unknown) => {
    throw error;
  };
  const mirror = new FiguresMirror({ db, analytics, realtime: { emit: () => undefined }, onError });
  // The API has already recorded the hours before its start as closed, since they were empty.
  await db.deleteFrom("cursors").where("name", "=", CLOSED_CURSOR).execute();
  const startedMs = performance.now();
  const cursors = createFigureCursorsRepository(db);
  while (((await cursors.findClosedUntilSec()) ?? 0) * 1_000 < nowMs - 3 * 3_600_000)
    await mirror.runOnce(nowMs);
  const sums = createDaySums(analytics, createSummedDaysRepository(db));
  const over = { fromSec: nowMs / 1_000 - DAYS_WITH_HOURS * DAY_SEC, toSec: nowMs / 1_000 - 4 * HOUR_SEC };
  while ((await sums.listDue(over)).length > 0) await mirror.runOnce(nowMs);
  await mirror.close();
  return (performance.now() - startedMs) / 1_000;
}
