import { createClient } from "@clickhouse/client";
import type { SessionMinuteRow } from "@shoal/contract/player";
import {
  closeHoursAnew,
  createFigureCursorsRepository,
} from "../../apps/api/src/modules/insight/figures/index.ts";
import { type Database, openDatabase } from "../../apps/api/src/platform/database.ts";
import { meteredHoursOf } from "./metered.ts";
import { sessionMinutesOf, type WatchedVideo } from "./watching.ts";

/** The engine's client gives up after 30 s, within which a busy machine takes these. */
const ROWS_AT_ONCE = 5_000;
/** Hours are closed two hours after their end. */
const CLOSED_WITHIN_MS = 4 * 3_600_000;
const POLL_MS = 500;
/** Two minutes on a slow machine; only a hang takes this long. */
const ADDED_UP_WITHIN_MS = 900_000;

interface Engines {
  databaseUrl: string;
  clickhouseUrl: string;
}

/**
 * Adds what viewers of these videos would have reported, for videos without views, and waits until every list and chart
 * shows it.
 */
export async function addWatching(
  engines: Engines,
  { watched, nowMs }: { watched: readonly WatchedVideo[]; nowMs: number },
): Promise<void> {
  const owed = await listUnwatched(engines.clickhouseUrl, watched);
  const { db, close } = openDatabase(engines.databaseUrl, 2);
  try {
    if (owed.length === 0) return await awaitClosedHours(db);
    const rows = owed.flatMap((video) => sessionMinutesOf(video, nowMs));
    await closeHoursAnew(db, async () => void (await insertMinutes(engines.clickhouseUrl, rows)));
    console.log(`${owed.length} videos, ${rows.length} minutes of watching`);
    await awaitFigures(db);
  } finally {
    await close();
  }
}

/** The ones without views: an aborted run of the seed may have left some. */
export async function listUnwatched<T extends { uuid: string }>(
  clickhouseUrl: string,
  videos: readonly T[],
): Promise<T[]> {
  if (videos.length === 0) return [];
  const analytics = createClient({ url: clickhouseUrl });
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

/** Inserts what players would have reported, and what edges would have measured of it. @returns how many minutes. */
export async function insertMinutes(
  clickhouseUrl: string,
  rows: readonly SessionMinuteRow[],
): Promise<number> {
  const analytics = createClient({ url: clickhouseUrl });
  try {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      // The API reads only rows newer than the newest it has seen.
      const version = Date.now();
      const values = rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({ ...row, version }));
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

/** Waits for the hours of a run that was aborted while they were closed: bills are made of them. */
async function awaitClosedHours(db: Database): Promise<void> {
  const { findClosedUntilSec } = createFigureCursorsRepository(db);
  await awaitInApi(async () => ((await findClosedUntilSec()) ?? 0) * 1_000 > Date.now() - CLOSED_WITHIN_MS);
}

/**
 * Waits for an aggregation of the API that started after the last row, so that pages opened after the seed show its
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

/** @throws Error when it is not so in time. */
async function awaitInApi(isSo: () => Promise<boolean>): Promise<void> {
  const sinceMs = Date.now();
  while (!(await isSo())) {
    if (Date.now() > sinceMs + ADDED_UP_WITHIN_MS)
      throw new Error("The api does not add up the figures: its log says why");
    await new Promise((next) => setTimeout(next, POLL_MS));
  }
}
