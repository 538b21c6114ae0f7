import type { SessionMinuteRow } from "@shoal/contract/player";
import {
  createFigureCursorsRepository,
  recloseHours,
} from "../../apps/api/src/modules/insight/figures/index.ts";
import { type Database, openDatabase } from "../../apps/api/src/platform/database.ts";
import { openSeedAnalytics } from "./analytics-client.ts";
import { meteredHoursOf } from "./metered.ts";
import { sessionMinutesOf, type WatchedVideo } from "./watching.ts";

/** The number of rows per insertion, which a busy machine completes within the 30 s of the engine's client. */
const ROWS_PER_INSERT = 5_000;
/** The time within which an hour is closed, which happens two hours after its end. */
const CLOSING_TIMEOUT_MS = 4 * 3_600_000;
const POLL_INTERVAL_MS = 500;
/** The time limit for aggregation, which takes two minutes on a slow machine. Only a hang reaches it. */
const AGGREGATION_TIMEOUT_MS = 900_000;

interface SeedEngines {
  databaseUrl: string;
  clickhouseUrl: string;
}

/** Adds the reports that viewers would have sent to those videos that have no views. Waits until every list and chart shows them. */
export async function addWatching(
  engines: SeedEngines,
  { watched, nowMs }: { watched: readonly WatchedVideo[]; nowMs: number },
): Promise<void> {
  const owed = await listUnwatched(engines.clickhouseUrl, watched);
  const { db, close } = openDatabase(engines.databaseUrl, 2);
  try {
    if (owed.length === 0) return await awaitClosedHours(db);
    const rows = owed.flatMap((video) => sessionMinutesOf(video, nowMs));
    await recloseHours(db, async () => void (await insertMinutes(engines.clickhouseUrl, rows)));
    console.log(`${owed.length} videos, ${rows.length} minutes of watching`);
    await awaitFigures(db);
  } finally {
    await close();
  }
}

/** Returns those of the given videos that have no views. An aborted run of the seed may have left some. */
export async function listUnwatched<T extends { uuid: string }>(
  clickhouseUrl: string,
  videos: readonly T[],
): Promise<T[]> {
  if (videos.length === 0) return [];
  const analytics = openSeedAnalytics(clickhouseUrl);
  try {
    const answer = await analytics.query({
      query:
        "SELECT DISTINCT video_uuid AS uuid FROM session_minutes WHERE video_uuid IN {uuids:Array(String)}",
      query_params: { uuids: videos.map(({ uuid }) => uuid) },
      format: "JSONEachRow",
    });
    const known = new Set((await answer.json<{ uuid: string }>()).map(({ uuid }) => uuid));
    return videos.filter(({ uuid }) => !known.has(uuid));
  } finally {
    await analytics.close();
  }
}

/** Inserts the reports of players and the measurements of edges that match them. @returns the number of minutes. */
export async function insertMinutes(
  clickhouseUrl: string,
  rows: readonly SessionMinuteRow[],
): Promise<number> {
  const analytics = openSeedAnalytics(clickhouseUrl);
  try {
    for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
      // The api reads only rows that are newer than the newest row that it has already read.
      const version = Date.now();
      const values = rows.slice(from, from + ROWS_PER_INSERT).map((row) => ({ ...row, version }));
      await analytics.insert({ table: "session_minutes", format: "JSONEachRow", values });
    }
    await analytics.insert({
      table: "metered_hours",
      format: "JSONEachRow",
      values: meteredHoursOf(rows, Date.now()),
    });
  } finally {
    await analytics.close();
  }
  return rows.length;
}

/** Waits for the hours that were being closed when an earlier run was aborted, because bills are computed from them. */
async function awaitClosedHours(db: Database): Promise<void> {
  const { findClosedUntilSec } = createFigureCursorsRepository(db);
  await awaitInApi(async () => ((await findClosedUntilSec()) ?? 0) * 1_000 > Date.now() - CLOSING_TIMEOUT_MS);
}

/**
 * Waits for an aggregation of the API that started after the last row was inserted. Pages opened after the seed then show all
 * statistics.
 */
async function awaitFigures(db: Database): Promise<void> {
  const cursors = createFigureCursorsRepository(db);
  const sinceMs = Date.now();
  process.stdout.write("Waiting until the figures are added up: about a minute\n");
  await awaitInApi(async () => {
    const [asOfMs = 0, closedSec] = [await cursors.findAsOfMs(), await cursors.findClosedUntilSec()];
    return asOfMs >= sinceMs && closedSec !== undefined;
  });
}

/** Waits until a condition holds in the API. @throws Error if it does not hold in time. */
async function awaitInApi(isSo: () => Promise<boolean>): Promise<void> {
  const sinceMs = Date.now();
  while (!(await isSo())) {
    if (Date.now() > sinceMs + AGGREGATION_TIMEOUT_MS)
      throw new Error("The api does not add up the figures: its log says why");
    await new Promise((next) => setTimeout(next, POLL_INTERVAL_MS));
  }
}
