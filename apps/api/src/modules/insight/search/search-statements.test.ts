import { expect, test } from "vitest";
import { IS_RETAINED_SQL } from "../figures/index.ts";
import { MATCH_ALL } from "./conditions.ts";
import { parseSearch } from "./parse-search.ts";
import { runSearch } from "./run-search.ts";
import { presentAnswer } from "./search-answer.ts";
import type { ReadableRows } from "./search-scope.ts";
import { type SearchMatches, type SearchStatement, totalsStatement } from "./search-statements.ts";

const NOW_MS = Date.parse("2026-03-04T05:06:07Z");
const OWN_ROWS: ReadableRows = [{ clientUuid: "own client", videos: "all" }];
const parseBody = (body: object) => parseSearch(body, { at: "", nowMs: NOW_MS });
const createMatches = (body: object): SearchMatches => ({
  rows: [OWN_ROWS],
  condition: parseBody(body).condition,
  rowsOf: (names) => [{ clientUuid: "own client", videos: names }],
});

/** Returns the WHERE clause and its values. */
function conditionOf(query: object): [string, unknown[]] {
  const { query: sql, params } = totalsStatement(createMatches({ query }), { metrics: [], buckets: [] });
  return [
    sql.split(`WHERE ${IS_RETAINED_SQL} AND client_uuid = {p0:String} AND `)[1] ?? "",
    Object.values(params).slice(1),
  ];
}

test.each<[object, string, unknown[]]>([
  [{ match_all: {} }, "1", []],
  [{ term: { country: "FR" } }, "country IN {p1:Array(String)}", [["FR"]]],
  [{ term: { sec_rebuf: 3 } }, "toFloat64(sec_rebuf_http + sec_rebuf_p2p) IN {p1:Array(Float64)}", [[3]]],
  [{ terms: { "device.keyword": ["tv", "phone"] } }, "device IN {p1:Array(String)}", [["tv", "phone"]]],
  [
    { terms: { _index: ["a", "b"] } },
    "(client_uuid = {p1:String} AND video_uuid IN {p2:Array(String)})",
    ["own client", ["a", "b"]],
  ],
  [
    { range: { MB_peer: { gt: 1, lte: 2 } } },
    "(toFloat64(bytes_peer) / 1000000 > {p1:Float64} AND toFloat64(bytes_peer) / 1000000 <= {p2:Float64})",
    [1, 2],
  ],
  [
    { range: { timestamp: { gte: 1_500, lt: 2_500 } } },
    "(minute >= toDateTime({p1:UInt32}, 'UTC') AND minute < toDateTime({p2:UInt32}, 'UTC'))",
    [2, 3],
  ],
  [
    { range: { timestamp: { gt: 1_500, lte: 2_500 } } },
    "(minute > toDateTime({p1:UInt32}, 'UTC') AND minute <= toDateTime({p2:UInt32}, 'UTC'))",
    [1, 2],
  ],
  // Both bounds are outside the range of times that ClickHouse stores, so no condition is needed.
  [{ range: { timestamp: { gte: -5_000, lt: 9e15 } } }, "(1 AND 1)", []],
  [{ range: { timestamp: { gt: 9e15 } } }, "(0)", []],
  [{ bool: {} }, "1", []],
  [
    { bool: { must_not: { term: { network: "mobile" } } } },
    "(NOT (network IN {p1:Array(String)}))",
    [["mobile"]],
  ],
  [{ bool: { should: [{ match_all: {} }, { match_all: {} }] } }, "((1 OR 1))", []],
  // Alongside required conditions, an optional condition would only affect scores.
  [{ bool: { must: [{ match_all: {} }], should: [{ term: { country: "FR" } }] } }, "(1)", []],
  [
    { bool: { filter: [{ match_all: {} }], should: [{ term: { country: "FR" } }], minimum_should_match: 1 } },
    "(1 AND (country IN {p1:Array(String)}))",
    [["FR"]],
  ],
])("%j becomes %s", (query, sql, values) => {
  expect(conditionOf(query)).toEqual([sql, values]);
});

const HOSTILE_TEXT = "x') OR 1=1 -- {p0:String}";
const HOSTILE_BODY = {
  query: {
    bool: {
      must: [
        { term: { country: HOSTILE_TEXT } },
        { terms: { host: [HOSTILE_TEXT] } },
        { terms: { _index: [HOSTILE_TEXT] } },
        { prefix: { country: HOSTILE_TEXT } },
        { wildcard: { host: `${HOSTILE_TEXT}*` } },
        { query_string: { query: `country:"${HOSTILE_TEXT}"` } },
      ],
    },
  },
  size: 3,
  sort: [{ MB_up: "desc" }, { country: "asc" }, "_doc"],
  search_after: [1, HOSTILE_TEXT, 2],
  fields: [{ field: "timestamp", format: "epoch_millis" }],
  aggs: {
    [HOSTILE_TEXT]: {
      terms: { field: "country", missing: HOSTILE_TEXT, order: { [`${HOSTILE_TEXT}s`]: "asc" } },
      aggs: {
        [`${HOSTILE_TEXT}s`]: { sum: { field: "nbVues" } },
        [`${HOSTILE_TEXT}h`]: {
          date_histogram: { field: "timestamp", calendar_interval: "month", time_zone: "Europe/Paris" },
        },
        [`${HOSTILE_TEXT}t`]: { terms: { field: "host" } },
        [`${HOSTILE_TEXT}f`]: {
          filters: { filters: { [HOSTILE_TEXT]: { term: { country: HOSTILE_TEXT } } } },
        },
        [`${HOSTILE_TEXT}p`]: { percentiles: { field: "sec_peer", percents: ["99.9"] } },
      },
    },
    [`${HOSTILE_TEXT}c`]: {
      composite: {
        sources: [{ [HOSTILE_TEXT]: { terms: { field: "host" } } }],
        after: { [HOSTILE_TEXT]: HOSTILE_TEXT },
      },
    },
  },
};

test("caller input is sent separately and never in a statement, and each statement names the client", async () => {
  const statements: SearchStatement[] = [];
  await runSearch(parseBody(HOSTILE_BODY), createMatches(HOSTILE_BODY), async (statement) => {
    statements.push(statement);
    return [{ n: 1, m0: 1, b0: HOSTILE_TEXT, b1: HOSTILE_TEXT }];
  });
  // The statements are for hits, countries and their contents, and composites. The countries include the total number of matches.
  expect(statements).toHaveLength(6);
  for (const { query, params } of statements) {
    expect(query).not.toContain("1=1");
    expect(query).not.toContain("Paris");
    expect(query).toContain(`WHERE ${IS_RETAINED_SQL} AND client_uuid = {p`);
    expect(Object.values(params)).toContain("own client");
    expect(query.match(/\{p\d+:/g)?.length).toBeGreaterThanOrEqual(Object.keys(params).length);
  }
});

test('statements read the rows of every client for "every", and none without a key', () => {
  const sqlOf = (rows: ReadableRows) =>
    totalsStatement({ rows: [rows], condition: MATCH_ALL, rowsOf: () => [] }, { metrics: [], buckets: [] })
      .query;
  expect(sqlOf("every")).toBe(
    `SELECT count() AS n FROM session_minutes FINAL WHERE ${IS_RETAINED_SQL} AND 1 AND 1`,
  );
  expect(sqlOf([])).toBe(
    `SELECT count() AS n FROM session_minutes FINAL WHERE ${IS_RETAINED_SQL} AND 0 AND 1`,
  );
  const two = [OWN_ROWS[0], { clientUuid: "other", videos: ["a"] }] as ReadableRows;
  expect(sqlOf(two)).toContain(
    "(client_uuid = {p0:String} OR (client_uuid = {p1:String} AND video_uuid IN {p2:Array(String)}))",
  );
});

const stepsOf = (interval: object, rows: { b0: number; n: number }[]) => {
  const body = { size: 0, aggs: { x: { date_histogram: { field: "timestamp", ...interval } } } };
  const plan = parseBody(body);
  return runSearch(plan, createMatches(body), async ({ query }) =>
    query.includes(" AS b0") ? rows : [{ n: 2 }],
  ).then((found) => presentAnswer(plan, found, { tookMs: 1.4 }));
};
const momentMs = (moment: string) => Date.parse(moment);

test.each([
  [
    "in months",
    { calendar_interval: "month" },
    "2026-01-01T00:00:00Z",
    "2026-03-01T00:00:00Z",
    ["2026-02-01T00:00:00.000Z"],
  ],
  [
    "in days across a change of clocks",
    { calendar_interval: "1d", time_zone: "Europe/Paris" },
    ...(["2026-03-27T23:00:00Z", "2026-03-30T22:00:00Z"] as const),
    ["2026-03-29T00:00:00.000+01:00", "2026-03-30T00:00:00.000+02:00"],
  ],
  [
    "in hours across a change of clocks",
    { fixed_interval: "1h", time_zone: "Europe/Paris" },
    ...(["2026-03-29T00:00:00Z", "2026-03-29T02:00:00Z"] as const),
    ["2026-03-29T03:00:00.000+02:00"],
  ],
  [
    "unless the request excludes them",
    { fixed_interval: "1h", min_doc_count: 1 },
    "2026-01-01T00:00:00Z",
    "2026-01-02T00:00:00Z",
    [],
  ],
])("empty steps are filled in, %s", async (_, interval, from, to, filled) => {
  const { aggregations } = await stepsOf(
    interval,
    [from, to].map((moment) => ({ b0: momentMs(moment), n: 1 })),
  );
  const buckets = aggregations?.x?.buckets as { key: number; key_as_string: string; doc_count: number }[];
  const isFilled = ({ doc_count }: { doc_count: number }) => doc_count === 0;
  expect(buckets.filter(isFilled).map((bucket) => bucket.key_as_string)).toEqual(filled);
  expect([buckets[0]?.key, buckets.at(-1)?.key]).toEqual([momentMs(from), momentMs(to)]);
});

test("more buckets than a response can contain are refused, even if some are empty", async () => {
  const ends = ["2026-01-01T00:00:00Z", "2026-01-16T00:00:00Z"].map((moment) => ({
    b0: momentMs(moment),
    n: 1,
  }));
  await expect(stepsOf({ fixed_interval: "1m" }, ends)).rejects.toMatchObject({
    type: "too_many_buckets_exception",
  });
  const many = Array.from({ length: 20_001 }, (_, index) => ({ b0: index * 60_000, n: 1 }));
  await expect(stepsOf({ fixed_interval: "1m" }, many)).rejects.toMatchObject({
    type: "too_many_buckets_exception",
  });
});
