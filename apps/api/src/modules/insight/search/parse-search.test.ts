import { expect, test } from "vitest";
import { parseSearch } from "./parse-search.ts";
import { SearchError } from "./search-error.ts";

const NOW_MS = Date.parse("2026-03-04T05:06:07.890Z");
const parseBody = (body: unknown, at = "") => parseSearch(body, { at, nowMs: NOW_MS });

function catchReason(body: unknown): string {
  try {
    parseBody(body);
  } catch (error) {
    if (error instanceof SearchError) return error.message;
    throw error;
  }
  return "taken";
}

const nestedQuery = (depth: number): object =>
  depth === 0 ? { match_all: {} } : { bool: { must: [nestedQuery(depth - 1)] } };
const nestedAggregation = (depth: number): object => ({
  x: { terms: { field: "country" }, ...(depth > 1 ? { aggs: nestedAggregation(depth - 1) } : {}) },
});
const queryBody = (of: unknown) => ({ query: of });
const aggregationBody = (of: unknown) => ({ aggs: { x: of } });
const tooManyAggregations = Object.fromEntries(
  Array.from({ length: 51 }, (_, index) => [`a${index}`, { sum: { field: "MB_up" } }]),
);

test.each([
  [{ collapse: {} }, "unsupported parameter collapse at collapse"],
  [{ script_fields: { x: {} } }, "unsupported script at script_fields"],
  [
    queryBody({ match: { country: { query: "FR", fuzziness: 1 } } }),
    "unsupported parameter fuzziness at query.match.country.fuzziness",
  ],
  [queryBody({ script: { script: "1" } }), "unsupported query script at query"],
  [queryBody({}), "query must have one field, not 0"],
  [queryBody({ term: {}, terms: {} }), "query must have one field, not 2"],
  [queryBody([]), "query must be an object"],
  [queryBody({ match_all: { boost: 2 } }), "unsupported parameter boost at query.match_all.boost"],
  [queryBody({ bool: { filter: [{ fuzzy: {} }] } }), "unsupported query fuzzy at query.bool.filter.0"],
  [queryBody({ bool: { boost: 1 } }), "unsupported parameter boost at query.bool.boost"],
  [
    queryBody({ bool: { minimum_should_match: 2 } }),
    "query.bool.minimum_should_match must be an integer from 0 to 1",
  ],
  [queryBody({ term: { user: "x" } }), "unsupported field user at query.term.user"],
  [queryBody({ term: { toString: "x" } }), "unsupported field toString at query.term.toString"],
  [
    queryBody({ wildcard: { sec_peer: "1*" } }),
    "unsupported number field sec_peer (takes text) at query.wildcard.sec_peer",
  ],
  [queryBody({ exists: { field: "user" } }), "unsupported field user at query.exists.field"],
  [
    queryBody({ term: { country: null } }),
    "query.term.country must be a text without NUL and halves of characters",
  ],
  [
    queryBody({ term: { country: "a\0" } }),
    "query.term.country must be a text without NUL and halves of characters",
  ],
  [queryBody({ term: { sec_peer: "1" } }), "query.term.sec_peer must be a number"],
  [queryBody({ terms: { country: "FR" } }), "query.terms.country must be a list"],
  [
    queryBody({ terms: { country: Array(1_001).fill("FR") } }),
    "query.terms.country has more than 1000 values",
  ],
  [
    queryBody({ range: { country: { gte: "A" } } }),
    "unsupported text field country (takes date or number) at query.range.country",
  ],
  [
    queryBody({ range: { timestamp: { since: 1 } } }),
    "unsupported parameter since at query.range.timestamp.since",
  ],
  [
    queryBody({ range: { timestamp: { gte: 1, format: "yyyy" } } }),
    "unsupported format yyyy at query.range.timestamp.format",
  ],
  [
    queryBody({ range: { timestamp: { gte: "yesterday" } } }),
    "query.range.timestamp.gte must be a moment: ISO 8601, ms since 1970, or now with steps such as now-1h or now-7d/d",
  ],
  [
    queryBody(nestedQuery(8)),
    "query.bool.must.0.bool.must.0.bool.must.0.bool.must.0.bool.must.0.bool.must.0.bool.must.0.bool.must.0 is nested more than 8 deep",
  ],
  [aggregationBody({ derivative: { buckets_path: "1" } }), "unsupported aggregation derivative at aggs.x"],
  [
    aggregationBody({ percentiles: { field: "sec_peer", percents: [101] } }),
    "aggs.x.percentiles.percents must be a list of 1 to 50 numbers from 0 to 100",
  ],
  [
    aggregationBody({ filters: { filters: { a: { fuzzy: {} } } } }),
    "unsupported query fuzzy at aggs.x.filters.filters.a",
  ],
  [
    aggregationBody({ filters: { filters: Array(50).fill({ match_all: {} }) } }),
    "aggs.x.filters.filters.49 exceeds the maximum of 50 aggregations",
  ],
  [
    aggregationBody({ terms: { field: "country" }, aggs: { y: { composite: { sources: [] } } } }),
    "unsupported composite within an aggregation at aggs.x.aggs.y.composite",
  ],
  [
    aggregationBody({ composite: { sources: [{ c: { terms: { field: "country" } } }], after: { d: "FR" } } }),
    "unsupported source d at aggs.x.composite.after.d",
  ],
  [{ search_after: [1] }, "search_after must be a list of as many values as hits are sorted by"],
  [{ fields: [{ field: "timestamp", format: "yyyy" }] }, "unsupported format yyyy at fields.0"],
  [aggregationBody({ sum: { field: "sec_peer" }, meta: {} }), "unsupported aggregation meta at aggs.x"],
  [aggregationBody({}), "aggs.x names no aggregation"],
  [aggregationBody({ sum: { script: "1" } }), "unsupported parameter script at aggs.x.sum.script"],
  [
    aggregationBody({ sum: { field: "country" } }),
    "unsupported text field country (takes number) at aggs.x.sum.field",
  ],
  [aggregationBody({ sum: {} }), "aggs.x.sum.field must name a field"],
  [
    aggregationBody({ sum: { field: "MB_up" }, aggs: { y: { sum: { field: "MB_up" } } } }),
    "unsupported aggregation within sum at aggs.x",
  ],
  [
    aggregationBody({ cardinality: { field: "timestamp" } }),
    "unsupported date field timestamp (takes text or number) at aggs.x.cardinality.field",
  ],
  [
    aggregationBody({ terms: { field: "country", include: "F.*" } }),
    "unsupported parameter include at aggs.x.terms.include",
  ],
  [
    aggregationBody({ terms: { field: "country", size: 20_001 } }),
    "aggs.x.terms.size must be an integer from 1 to 20000",
  ],
  [
    aggregationBody({ terms: { field: "country", order: { y: "asc" } } }),
    "unsupported order y at aggs.x.terms.order",
  ],
  [
    aggregationBody({ terms: { field: "country", order: { _key: 1 } } }),
    "aggs.x.terms.order._key must be asc or desc",
  ],
  [
    aggregationBody({ date_histogram: { field: "timestamp" } }),
    "aggs.x.date_histogram must have one of fixed_interval, calendar_interval and interval",
  ],
  [
    aggregationBody({ date_histogram: { field: "timestamp", fixed_interval: "400d" } }),
    "aggs.x.date_histogram.fixed_interval must be a length from 1ms to 366d, in ms, s, m, h or d",
  ],
  [
    aggregationBody({ date_histogram: { field: "timestamp", calendar_interval: "2d" } }),
    "unsupported interval 2d at aggs.x.date_histogram.calendar_interval",
  ],
  [
    aggregationBody({
      date_histogram: { field: "timestamp", fixed_interval: "1h", time_zone: "Mars/Olympus" },
    }),
    "aggs.x.date_histogram.time_zone must be the name of a time zone such as Europe/Paris",
  ],
  [
    { aggs: nestedAggregation(9) },
    "aggs.x.aggs.x.aggs.x.aggs.x.aggs.x.aggs.x.aggs.x.aggs.x.aggs is nested more than 8 deep",
  ],
  [{ aggs: tooManyAggregations }, "aggs.a50 exceeds the maximum of 50 aggregations"],
  [{ aggs: {}, aggregations: {} }, "aggs is given twice"],
  [{ size: 10_001 }, "size must be an integer from 0 to 10000"],
  [{ size: "1" }, "size must be an integer from 0 to 10000"],
  [{ size: 9_000, from: 1_001 }, "from and size must not exceed 10000 together"],
  [{ sort: [{ _script: {} }] }, "unsupported field _script at sort"],
  [{ sort: ["nobody"] }, "unsupported field nobody at sort"],
  [{ _source: ["secret"] }, "unsupported field secret at _source"],
  [queryBody({ term: { country: "F".repeat(64_000) } }), "body is larger than 64000 bytes"],
  [[], "body must be an object"],
  [null, "body must be an object"],
])("%j is refused with the name of the part", (body, reason) => {
  expect(catchReason(body)).toBe(reason);
});

test.each([
  {},
  queryBody(nestedQuery(7)),
  { aggs: nestedAggregation(8) },
  { size: 0, track_total_hits: true, aggregations: {} },
  { size: 10, sort: { timestamp: { order: "desc" } }, _source: false },
  queryBody({
    range: { timestamp: { gte: "now-1h", lte: "now", format: "strict_date_optional_time||epoch_millis" } },
  }),
  queryBody({ bool: { must: { term: { "country.keyword": { value: "FR" } } }, should: [] } }),
])("%j is accepted", (body) => {
  expect(catchReason(body)).toBe("taken");
});

test("a fault within a larger body states its position there", () => {
  expect(() => parseBody({ size: -1 }, "query")).toThrow("query.size must be an integer");
});

test.each([
  ["gte", "2026-03-04", "2026-03-04T00:00:00.000Z"],
  ["lte", "2026-03-04", "2026-03-04T23:59:59.999Z"],
  ["gte", "2026-03-04T05:06", "2026-03-04T05:06:00.000Z"],
  ["lt", "2026-03-04T05:06:07+02:00", "2026-03-04T03:06:07.000Z"],
  ["gte", 1_700_000_000_000, "2023-11-14T22:13:20.000Z"],
  ["gte", "1700000000000", "2023-11-14T22:13:20.000Z"],
  ["lt", "now", "2026-03-04T05:06:07.890Z"],
  ["gte", "now-1h", "2026-03-04T04:06:07.890Z"],
  ["gte", "now-1d+30m", "2026-03-03T05:36:07.890Z"],
  ["gte", "now/d", "2026-03-04T00:00:00.000Z"],
  ["lte", "now-1d/d", "2026-03-03T23:59:59.999Z"],
  ["gt", "now/h", "2026-03-04T05:59:59.999Z"],
])("the bound %s %s is parsed as %s", (bound, value, moment) => {
  const { condition } = parseBody(queryBody({ range: { timestamp: { [bound]: value } } }));
  expect(condition).toEqual({ kind: "and", of: [{ kind: "time", bound, value: Date.parse(moment) }] });
});

test("a body that is nested too deeply is refused", () => {
  const levels = Array.from({ length: 20_000 });
  const bottomless = levels.reduce<object>((inner) => ({ bool: { must: [inner] } }), {});
  expect(catchReason(queryBody(bottomless))).toBe("body is nested too deeply");
});
