import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import type { SessionMinuteRow } from "@shoal/contract/player";
import { listSteps, NO_SESSIONS, type SessionSums } from "@shoal/domain/statistics";
import { Random } from "@shoal/swarm-sim";
import * as fc from "@shoal/testkit/property";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Analytics, openAnalytics } from "../../../platform/clickhouse.ts";
import { startTestApi, type TestApi } from "../../../test-api.ts";
import { pauseFigures } from "../../../testing/pause-figures.ts";
import { createSummedDaysRepository, openClosedHours, type SummedDays } from "../figures/index.ts";
import { readPeaks } from "./peaks-reader.ts";
import { runQueryWith } from "./query-analytics.ts";
import { createRetention } from "./retention.ts";
import type { SessionScope } from "./scope.ts";
import type { SourceOptions } from "./session-source.ts";
import { createStatisticsReader } from "./statistics-reader.ts";

const MINUTE_SEC = 60;
const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;
const SESSION_COUNT = 80;
/** The length of the videos, chosen so that a curve has one point per second. */
const FILM_DURATION_SEC = 280;
const TIME_ZONES = ["UTC", "Europe/Paris", "Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns"];

let api: TestApi;
let analytics: Analytics;
let resumeMirror: () => Promise<void>;
beforeAll(async () => {
  api = await startTestApi();
  analytics = openAnalytics(api.clickhouseUrl);
  resumeMirror = await pauseFigures(api);
});
afterAll(async () => {
  await resumeMirror();
  await analytics.close();
  await api.close();
});

/** A placeholder for the period, which the scope already contains. */
const PLACEHOLDER_PERIOD = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" };

type MinuteRow = Partial<SessionMinuteRow> & Pick<SessionMinuteRow, "session_uuid" | "minute" | "version">;

/** Makes sessions of the last three days, each minute reported up to three times with growing counters, in random order. */
function playSessions(random: Random, clientUuid: string, nowSec: number): MinuteRow[] {
  const rows = Array.from({ length: SESSION_COUNT }, () => makeSession(random, clientUuid, nowSec)).flat();
  return rows
    .map((row) => ({ row, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}

function makeSession(random: Random, clientUuid: string, nowSec: number): MinuteRow[] {
  const start = Math.floor((nowSec - random.next() * 3 * DAY_SEC) / MINUTE_SEC) * MINUTE_SEC;
  const session = { session_uuid: randomUUID(), viewer: `viewer ${Math.floor(random.next() * 90)}` };
  const isSeen = random.next() < 0.8;
  const isFailed = !isSeen && random.next() < 0.5;
  const minutes = isSeen ? 1 + Math.floor(random.next() * 100) : 1;
  const video_uuid = random.pick(["film", "talk"]);
  const place = { country: random.pick(["FR", "DE", ""]), device: random.pick(["phone", "tv"]) };
  const seen = new Set<number>();
  return Array.from({ length: minutes }, (_, at) => start + at * MINUTE_SEC)
    .filter((minute) => minute < nowSec)
    .flatMap((minute, at) => {
      const whole = {
        client_uuid: clientUuid,
        video_uuid,
        ...session,
        ...place,
        minute,

        height: random.pick([360, 720]),
        network: random.pick(["fixed", "mobile"]),

        attempts: at === 0 ? 1 : 0,
        views: isSeen && at === 0 ? 1 : 0,
        errors: isFailed ? 1 : 0,

        startup_ms: isSeen && at === 0 ? 100 + Math.floor(random.next() * 4_000) : 0,
      };
      return reportVersions(random, { ...whole, ...(isSeen ? makeSpans(random, seen) : {}) }, isSeen);
    });
}

/**
 * Makes up to three spans per minute, some new and some repeated.
 * @param seen is extended.
 */
function makeSpans(random: Random, seen: Set<number>): Pick<MinuteRow, "played" | "replayed"> {
  const [played, replayed]: [number[], number[]] = [[], []];
  for (let span = Math.floor(random.next() * 4); span > 0; span -= 1) {
    const from = Math.floor(random.next() * (FILM_DURATION_SEC + 20));
    for (let second = from; second < from + random.next() * 40; second += 1) {
      (seen.has(second) ? replayed : played).push(second, second + 1);
      seen.add(second);
    }
  }
  return { played: mergeSpans(played), replayed };
}

/** Merges adjacent spans, as players do before they report them, which must not matter. */
const mergeSpans = (ends: readonly number[]): number[] =>
  ends.filter((end, index) => ends[index % 2 === 0 ? index - 1 : index + 1] !== end);

/** Makes the versions of one minute; the last has the highest counters. */
function reportVersions(random: Random, whole: Omit<MinuteRow, "version">, isSeen: boolean): MinuteRow[] {
  const milliseconds = () => (isSeen ? Math.floor(random.next() * 30_000) : 0);
  const most = { server: milliseconds(), peer: milliseconds(), rebuf: Math.floor(milliseconds() / 10) };
  const bytes = { server: Math.floor(random.next() * 5e6), peer: Math.floor(random.next() * 5e6) };
  const versions = 1 + Math.floor(random.next() * 3);
  return Array.from({ length: versions }, (_, version) => {
    const share = (version + 1) / versions;
    return {
      ...whole,
      ...makeOtherRenditions(random, whole.height ?? 0, {
        msServer: Math.floor(most.server * share),
        msPeer: Math.floor(most.peer * share),
      }),

      played: whole.played?.slice(0, 2 * (version + 1)) ?? [],
      ...(version + 1 === versions ? { played: whole.played ?? [] } : {}),

      version: whole.minute * 1_000 + version,
      sec_server: Math.floor(most.server * share) / 1_000,

      sec_peer: Math.floor(most.peer * share) / 1_000,
      sec_rebuf_http: Math.floor(most.rebuf * share) / 1_000,

      bytes_server: Math.floor(bytes.server * share),
      bytes_peer: Math.floor(bytes.peer * share),
    };
  });
}

const RENDITION_HEIGHTS = [0, 360, 720, 1_080];
/** Two renditions to filter by: the first is the main rendition of some minutes, the second never is. */
const FILTERED_HEIGHTS = new Set([360, 1_080]);

/** Makes, for a third of the minutes, the part played in renditions other than the main one, up to all of it. */
function makeOtherRenditions(
  random: Random,
  main: number,
  { msServer, msPeer }: Record<"msServer" | "msPeer", number>,
) {
  const kbps_seconds = Math.floor(random.next() * 3e5) + 0.75;
  const sec_best_quality = Math.floor(random.next() * (msServer + msPeer)) / 1_000;
  const others = RENDITION_HEIGHTS.filter((height) => height !== main && random.next() < 0.2);
  const shares = others.map(() => random.next() / others.length);
  const part = (of: number) => shares.map((share) => Math.floor(of * share));
  return {
    kbps_seconds,
    sec_best_quality,
    other_heights: others,

    other_ms_server: part(msServer),
    other_ms_peer: part(msPeer),

    other_ms_best: part(Math.round(sec_best_quality * 1_000)),
    other_kbits: part(kbps_seconds),
  };
}

/** Reduces the minutes to one rendition; counters that cannot be split belong to the main one. */
function partsOf(rows: readonly MinuteRow[], height: number): MinuteRow[] {
  return latestVersions(rows).flatMap((row) => {
    const { other_heights = [], other_ms_server = [], other_ms_peer = [] } = row;
    const { other_ms_best = [], other_kbits = [] } = row;
    const [server, peer, best, kbits] = [other_ms_server, other_ms_peer, other_ms_best, other_kbits];
    const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
    const less = (sec: number | undefined, ms: number) => Math.round((sec ?? 0) * 1_000 - ms) / 1_000;
    if (row.height === height)
      return {
        ...row,
        sec_server: less(row.sec_server, total(server)),
        sec_peer: less(row.sec_peer, total(peer)),
        sec_best_quality: less(row.sec_best_quality, total(best)),
        kbps_seconds: Math.floor(row.kbps_seconds ?? 0) - total(kbits),
      };
    const place = other_heights.indexOf(height);
    if (place < 0) return [];
    const { client_uuid, session_uuid, minute, version, viewer } = row;
    const seconds = (amounts: readonly number[]) => (amounts[place] ?? 0) / 1_000;
    return {
      client_uuid,
      session_uuid,
      minute,
      version,
      viewer,

      sec_server: seconds(server),
      sec_peer: seconds(peer),
      sec_best_quality: seconds(best),
      kbps_seconds: kbits[place] ?? 0,
    } as MinuteRow;
  });
}

/** Returns the latest version of each minute. */
function latestVersions(rows: readonly MinuteRow[]): MinuteRow[] {
  const latest = new Map<string, MinuteRow>();
  for (const row of rows) {
    const key = `${row.session_uuid} ${row.minute}`;
    if ((latest.get(key)?.version ?? -1) <= row.version) latest.set(key, row);
  }
  return [...latest.values()];
}

/** Counts the rows that contain each second of the video. */
function countSeconds(rows: readonly MinuteRow[], name: "played" | "replayed"): number[] {
  const counts = Array.from({ length: FILM_DURATION_SEC }, () => 0);
  for (const { [name]: ends = [] } of latestVersions(rows))
    for (let place = 0; place < ends.length; place += 2)
      for (let second = ends[place] ?? 0; second < (ends[place + 1] ?? 0); second += 1)
        if (second < FILM_DURATION_SEC) counts[second] = (counts[second] ?? 0) + 1;
  return counts;
}

/** Computes the peak number of rows in a minute, and the first minute of the peak, by step; omits steps without rows. */
function computePeaks(rows: readonly MinuteRow[], bordersSec: readonly number[]) {
  const byMinute = Map.groupBy(latestVersions(rows), ({ minute }) => minute);
  return bordersSec.flatMap((stepSec, index) => {
    const endSec = bordersSec[index + 1] ?? Number.POSITIVE_INFINITY;
    const inStep = [...byMinute].filter(([minute]) => minute >= stepSec && minute < endSec);
    const sessions = Math.max(0, ...inStep.map(([, { length }]) => length));
    const first = inStep.filter(([, { length }]) => length === sessions).map(([minute]) => minute);
    return sessions > 0 ? [{ stepSec, sessions, atSec: Math.min(...first), isOfHour: false }] : [];
  });
}

/** Sums rows independently, in whole numbers. */
function computeSums(rows: readonly MinuteRow[]) {
  const all = latestVersions(rows);
  const sum = (value: (row: MinuteRow) => number | undefined) =>
    all.reduce((total, row) => total + (value(row) ?? 0), 0);
  const milliseconds = (sec: number | undefined) => Math.round((sec ?? 0) * 1_000);
  const reporting = all.filter(
    ({ attempts, sec_server, sec_peer, sec_rebuf_http, bytes_server, bytes_peer }) =>
      [attempts, sec_server, sec_peer, sec_rebuf_http, bytes_server, bytes_peer].some(Boolean),
  );
  return {
    attempts: sum((row) => row.attempts),
    views: sum((row) => row.views),
    failures: sum((row) => (row.attempts && !row.views && row.errors ? 1 : 0)),
    exits: sum((row) => (row.attempts && !row.views && !row.errors ? 1 : 0)),
    msServer: sum((row) => milliseconds(row.sec_server)),
    msPeer: sum((row) => milliseconds(row.sec_peer)),
    msBest: sum((row) => milliseconds(row.sec_best_quality)),
    kbits: sum((row) => Math.floor(row.kbps_seconds ?? 0)),
    msRebufHttp: sum((row) => milliseconds(row.sec_rebuf_http)),

    bytesServer: sum((row) => row.bytes_server),
    bytesPeer: sum((row) => row.bytes_peer),
    startupMs: sum((row) => row.startup_ms),

    viewers: new Set(reporting.map(({ viewer }) => viewer)).size,
    sessions: new Set(reporting.map(({ session_uuid }) => session_uuid)).size,
    startups: all.flatMap((row) => (row.views ? [row.startup_ms ?? 0] : [])).sort((a, b) => a - b),
  };
}

/** The columns on which two breakdowns must agree: all columns that are added up. */
const ADDED_UP = [
  ...(["attempts", "views", "failures", "exits", "msServer", "msPeer", "msRebufHttp", "msBest"] as const),
  ...(["kbits", "bytesServer", "bytesPeer", "startupMs"] as const),
];

/** Compares totals with rows: exact values must be equal, distinct counts and percentiles within 2 %. */
function expectSums(found: SessionSums | undefined, rows: readonly MinuteRow[]) {
  const { viewers, sessions, startups, ...exact } = computeSums(rows);
  const within = (value: number, of: number) => Math.abs(value - of) <= 0.02 * of;
  expect(found ?? NO_SESSIONS).toMatchObject(exact);
  expect(within(found?.viewers ?? 0, viewers)).toBe(true);
  expect(within(found?.sessions ?? 0, sessions)).toBe(true);
  for (const [share, value] of [
    [0.5, found?.startupP50Ms],
    [0.75, found?.startupP75Ms],
    [0.95, found?.startupP95Ms],
  ] as const)
    if (startups.length > 0)
      expect(within(value ?? 0, startups[Math.ceil(share * startups.length) - 1] ?? 0)).toBe(true);
}

/** The time up to which hours are closed, and the days that are aggregated. */
type ClosedState = Pick<SourceOptions, "closedUntilSec" | "summedDays">;

/** Closes hours with the test's own cursor, since the api's starts after these views. */
async function closeHours(): Promise<ClosedState & { summedDays: SummedDays }> {
  let untilSec: number | undefined;
  const days = createSummedDaysRepository(api.database.db);
  const cursors = {
    findClosedUntilSec: async () => untilSec,
    saveClosedUntilSec: async (sec: number) => {
      untilSec = sec;
    },
  };
  const closedUntilSec = await openClosedHours(analytics, { cursors, days }).close(Date.now());
  return { closedUntilSec, summedDays: await days.listSummed() };
}

async function insertRows(values: MinuteRow[]): Promise<void> {
  const client = createClient({ url: api.clickhouseUrl });
  await client.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await client.close();
}

test("every figure equals the independently computed sum, for minutes and closed hours, in any order and time zone", async () => {
  const [seed = 0] = fc.sample(fc.nat(), 1);
  const random = new Random(seed);
  const nowMs = Math.floor(Date.now() / 60_000) * 60_000;
  const nowSec = nowMs / 1_000;
  const scope: SessionScope = {
    clientUuid: randomUUID(),
    fromMs: nowMs - 3 * DAY_SEC * 1_000,
    toMs: nowMs,
    timeZone: "UTC",

    filter: {},
    config: undefined,
    videos: undefined,
  };
  const all = playSessions(random, scope.clientUuid, nowSec);
  const late = all.filter(() => random.next() < 0.2);
  const inTime = all.filter((row) => !late.includes(row));
  const runQueryFor = runQueryWith({ analytics, onError: (error) => console.error(error) });
  const reader = createStatisticsReader(runQueryFor(undefined));

  const readWhole = async (options: SourceOptions) => {
    const fromSec = options.scope.fromMs / 1_000;
    return (await reader.readSteps({ ...options, bordersSec: [fromSec] })).get(fromSec) ?? NO_SESSIONS;
  };

  async function compare(rows: readonly MinuteRow[], { closedUntilSec, summedDays }: ClosedState) {
    const options = { scope, closedUntilSec, summedDays, nowMs, bordersSec: [] };
    expectSums(await readWhole(options), rows);
    const german = { ...options, scope: { ...scope, filter: { country: ["DE"] } } };
    const inGermany = rows.filter(({ country }) => country === "DE");
    expectSums(await readWhole(german), inGermany);
    // A filter by two dimensions cannot be answered from daily totals.
    const onPhones = { ...scope, filter: { country: ["DE"], device: ["phone"] } };
    const there = inGermany.filter(({ device }) => device === "phone");
    expectSums(await readWhole({ ...options, scope: onPhones }), there);
    await compareValues(german, inGermany);
    await compareRenditions(options, rows);
    await compareValues(options, rows);
    await comparePeaks(options, rows);
    const talk = rows.filter(({ video_uuid }) => video_uuid === "talk");
    const found = await createRetention({
      runQueryFor,
      repository: {
        findVideo: async () => ({ isLive: false, durationSec: FILM_DURATION_SEC, chapters: [] }),
      },
      open: async (_, { filter = {} }) => ({ ...options, scope: { ...scope, filter } }),
    }).getRetention(scope, { video: "talk", ...PLACEHOLDER_PERIOD });
    expect(found.views).toBe(computeSums(talk).views);
    expect(found.points.map(({ sessions }) => sessions)).toEqual(countSeconds(talk, "played"));
    expect(found.points.map(({ replays }) => replays)).toEqual(countSeconds(talk, "replayed"));
    for (const timeZone of TIME_ZONES) {
      const bordersSec = listSteps(scope, "day", timeZone).map((ms) => ms / 1_000);
      const steps = await reader.readSteps({ ...options, bordersSec });
      const stepsThere = await reader.readSteps({ ...options, scope: onPhones, bordersSec });
      for (const [place, fromSec] of bordersSec.entries()) {
        const toSec = bordersSec[place + 1] ?? nowSec;
        const isOfStep = ({ minute }: MinuteRow) => minute >= fromSec && minute < toSec;
        expectSums(steps.get(fromSec), rows.filter(isOfStep));
        expectSums(stepsThere.get(fromSec), there.filter(isOfStep));
      }
    }
    // The period starts and ends in the middle of an hour.
    const [fromSec, toSec] = [nowSec - 2 * DAY_SEC + 17 * MINUTE_SEC, nowSec - DAY_SEC - 11 * MINUTE_SEC];
    const part = { ...scope, fromMs: fromSec * 1_000, toMs: toSec * 1_000 };
    const whole = await readWhole({ ...options, scope: part });
    const { msServer, bytesPeer } = computeSums(
      rows.filter(({ minute }) => minute >= fromSec && minute < toSec),
    );
    expect(whole).toMatchObject({ msServer, bytesPeer });
    // The rows are split by location and compared with the preceding period.
    const [beginSec, both] = [scope.fromMs / 1_000, { ...scope, toMs: part.toMs }];
    const places = await reader.readPlaces({ ...options, scope: both, bordersSec: [beginSec, fromSec] });
    const bytesOf = (sec: number) => (places.get(sec) ?? []).reduce((sum, place) => sum + place.bytesPeer, 0);
    expect(bytesOf(fromSec)).toBe(bytesPeer);
    expect(bytesOf(beginSec)).toBe(computeSums(rows.filter(({ minute }) => minute < fromSec)).bytesPeer);
  }

  /** Compares the lines found by totals with the lines found by viewers. */
  async function compareValues(options: SourceOptions, rows: readonly MinuteRow[]) {
    const page = { order: "desc", limit: 10, offset: 0 } as const;
    for (const sort of ["watchedSec", "viewers"] as const)
      for (const [dimension, column] of [
        ["country", "country"],
        ["video", "video_uuid"],
      ] as const) {
        const byValue = Map.groupBy(rows, (row) => String(row[column]));
        const found = await reader.readBreakdown(options, { ...page, dimension, sort });
        expect(found.size).toBe(byValue.size);
        for (const [value, those] of byValue)
          expectSums(found.rows.find((each) => each.value === value)?.sums, those);
        expect(found.rows.map(({ value }) => value).toSorted()).toEqual([...byValue.keys()].toSorted());
      }
  }

  async function comparePeaks(options: SourceOptions, rows: readonly MinuteRow[]) {
    const runQuery = runQueryFor(undefined);
    // Both the steps and the period start within an hour.
    const fromSec = scope.fromMs / 1_000 + 29 * MINUTE_SEC;
    const part = { ...scope, fromMs: fromSec * 1_000 };
    for (const stepSec of [HOUR_SEC / 2, 7 * HOUR_SEC]) {
      const borders = Array.from({ length: 20 }, (_, step) => fromSec + step * stepSec);
      const starts = borders.map((sec) => sec * 1_000);
      const watched = rows.filter(({ minute }) => minute >= fromSec);
      expect(await readPeaks(runQuery, { ...options, scope: part, starts })).toEqual(
        computePeaks(watched, borders),
      );
      const filter = { country: ["DE"] };
      expect(await readPeaks(runQuery, { ...options, scope: { ...part, filter }, starts })).toEqual(
        computePeaks(
          watched.filter(({ country }) => country === "DE"),
          borders,
        ),
      );
    }
  }

  /** Compares renditions: a breakdown has the viewing of each, a filter gives the same, and together they add up to the total. */
  async function compareRenditions(options: SourceOptions, rows: readonly MinuteRow[]) {
    const page = { sort: "watchedSec", order: "desc", limit: 10, offset: 0 } as const;
    const { rows: found } = await reader.readBreakdown(options, { dimension: "rendition", ...page });
    const whole = await readWhole(options);
    for (const name of ADDED_UP)
      expect([name, found.reduce((sum, { sums }) => sum + sums[name], 0)]).toEqual([name, whole[name]]);
    for (const height of RENDITION_HEIGHTS) {
      const value = height === 0 ? "" : String(height);
      const parts = partsOf(rows, height);
      expectSums(found.find((each) => each.value === value)?.sums, parts);
      if (!FILTERED_HEIGHTS.has(height)) continue;
      const filtered = { ...options, scope: { ...options.scope, filter: { rendition: [value] } } };
      expectSums(await readWhole(filtered), parts);
    }
  }

  await insertRows(inTime);
  await compare(inTime, { closedUntilSec: 0 });
  const closed = await closeHours();
  expect(nowSec - closed.closedUntilSec).toBeLessThanOrEqual(3 * HOUR_SEC);
  expect(closed.summedDays.size).toBeGreaterThan(0);
  await compare(inTime, closed);
  await insertRows(late);
  await insertRows(late);
  await compare(all, await closeHours());
});
