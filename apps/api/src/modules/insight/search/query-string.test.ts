import { expect, test } from "vitest";
import { IS_RETAINED_SQL } from "../figures/index.ts";
import { parseSearch } from "./parse-search.ts";
import { SearchError } from "./search-error.ts";
import { totalsStatement } from "./search-statements.ts";

const NOW_MS = Date.parse("2026-03-04T05:06:07Z");
const parseText = (text: string, more: object = {}) =>
  parseSearch({}, { at: "", nowMs: NOW_MS, q: { query: text, ...more } }).condition;

/** Returns the WHERE clause, with the values in the places of their parameters. */
function compileSql(text: string, more: object = {}): string {
  const condition = parseText(text, more);
  const rowsOf = (names: readonly string[]) => [{ clientUuid: "own", videos: names }];
  const { query, params } = totalsStatement({ rows: [], condition, rowsOf }, { metrics: [], buckets: [] });
  const where = query.split(`WHERE ${IS_RETAINED_SQL} AND `)[1] ?? "";
  return where.replace(/\{(p\d+):[^}]*\}/g, (_, name: string) => JSON.stringify(params[name]));
}

function catchReason(text: string, more: object = {}): string {
  try {
    parseText(text, more);
  } catch (error) {
    if (error instanceof SearchError) return error.message;
    throw error;
  }
  return "taken";
}

const FR_CONDITION = 'country IN ["FR"]';
const TV_CONDITION = 'device IN ["tv"]';
const CHROME_CONDITION = 'browser IN ["chrome"]';

test.each([
  ["*", "1"],
  ["*:*", "1"],
  ["country:FR", FR_CONDITION],
  [' country : "FR" ', FR_CONDITION],
  ["country.keyword:FR", FR_CONDITION],
  ['system:"Mac OS X"', 'system IN ["Mac OS X"]'],
  ['system:"say \\"hi\\""', 'system IN ["say \\"hi\\""]'],
  ["host:www.example.com", 'page_host IN ["www.example.com"]'],
  ["host:example.com\\:8080", 'page_host IN ["example.com:8080"]'],
  ["country:F*", 'country LIKE "F%"'],
  ["country:F**?", 'country LIKE "F%_"'],
  ["host:50\\%\\**", 'page_host LIKE "50\\\\%*%"'],
  ["host:a_b*", 'page_host LIKE "a\\\\_b%"'],
  ["country:*", "country != ''"],
  ["_exists_:country", "country != ''"],
  ["_exists_:sec_peer", "1"],
  ["sec_server:60", "toFloat64(sec_server) IN [60]"],
  ["sec_server:>10", "toFloat64(sec_server) > 10"],
  ["sec_server:<=10.5", "toFloat64(sec_server) <= 10.5"],
  ["sec_server:[1 TO 5}", "(toFloat64(sec_server) >= 1 AND toFloat64(sec_server) < 5)"],
  ["sec_server:{1 TO *]", "toFloat64(sec_server) > 1"],
  ["sec_server:[* TO *]", "1"],
  [
    "timestamp:[2026-03-04T00:00:00 TO now]",
    "(minute >= toDateTime(1772582400, 'UTC') AND minute <= toDateTime(1772600767, 'UTC'))",
  ],
  [
    "timestamp:2026-03-04",
    "((minute >= toDateTime(1772582400, 'UTC') AND minute <= toDateTime(1772668799, 'UTC')))",
  ],
  ["country:FR AND device:tv", `(${FR_CONDITION} AND ${TV_CONDITION})`],
  ["country:FR && device:tv", `(${FR_CONDITION} AND ${TV_CONDITION})`],
  ["country:FR || device:tv", `(${FR_CONDITION} OR ${TV_CONDITION})`],
  ["country:FR device:tv", `(${FR_CONDITION} OR ${TV_CONDITION})`],
  ["+country:FR device:tv", FR_CONDITION],
  ["country:FR -device:tv", `(${FR_CONDITION} AND NOT (${TV_CONDITION}))`],
  ["country:FR NOT device:tv", `(${FR_CONDITION} AND NOT (${TV_CONDITION}))`],
  ["NOT country:FR", `NOT (${FR_CONDITION})`],
  ["!country:FR", `NOT (${FR_CONDITION})`],
  ["NOT NOT country:FR", FR_CONDITION],
  ["country:FR AND -device:tv", `(${FR_CONDITION} AND NOT (${TV_CONDITION}))`],
  ["country:FR OR NOT device:tv", `(${FR_CONDITION} OR NOT (${TV_CONDITION}))`],
  [
    "browser:chrome OR country:FR AND device:tv",
    `(${CHROME_CONDITION} OR (${FR_CONDITION} AND ${TV_CONDITION}))`,
  ],
  [
    "(browser:chrome OR country:FR) AND device:tv",
    `((${CHROME_CONDITION} OR ${FR_CONDITION}) AND ${TV_CONDITION})`,
  ],
  ["country:(FR OR DE)", `(${FR_CONDITION} OR country IN ["DE"])`],
  ["country:(FR DE) AND device:tv", `((${FR_CONDITION} OR country IN ["DE"]) AND ${TV_CONDITION})`],
  ['country:"AND"', 'country IN ["AND"]'],
  ["country:\\AND", 'country IN ["AND"]'],
  ["_index:abc", '(client_uuid = "own" AND video_uuid IN ["abc"])'],
])("the query %s is parsed", (text, sql) => {
  expect(compileSql(text)).toBe(sql);
});

test("words without a field are searched in every text field, or in the default field", () => {
  expect(compileSql("FR")).toContain(`${FR_CONDITION} OR `);
  expect(compileSql("FR")).toContain('page_host IN ["FR"]');
  expect(compileSql("FR", { default_field: "country" })).toBe(FR_CONDITION);
  expect(compileSql("FR tv", { default_field: "country", default_operator: "and" })).toBe(
    `(${FR_CONDITION} AND country IN ["tv"])`,
  );
});

test.each([
  ["", "q.query is empty"],
  ["user:x", "unsupported field user at q.query"],
  ["country:", "q.query has an operator with nothing to join"],
  ["country:FR AND", "q.query has an operator with nothing to join"],
  ["AND country:FR", "q.query has an operator with nothing to join"],
  ["(country:FR", "q.query has a ( without its )"],
  ["country:FR)", "q.query has a ) without its ("],
  ['country:"FR', "q.query has quotes that do not end (letter 9)"],
  ["country:FR~", "unsupported fuzziness (letter 11) at q.query"],
  ["country:FR^2", "unsupported boost (letter 11) at q.query"],
  ["country:/F.*/", "unsupported regular expression (letter 9) at q.query"],
  ["host:example.com:8080", "q.query has no value for host: put a colon in quotes"],
  [
    "timestamp:yesterday",
    "q.query must be a moment: ISO 8601, ms since 1970, or now with steps such as now-1h or now-7d/d",
  ],
  ["sec_server:many", "q.query must be a number"],
  ["sec_server:6*", "unsupported wildcard on number field sec_server at q.query"],
  ["sec_server:[1 5]", "q.query has a range that is not of the form [a TO b] (letter 12)"],
  ["[1 TO 5]", "q.query has a range without a field"],
  ["country:[A TO B]", "unsupported text field country (takes date or number) at q.query"],
  ["country:FR\\", "q.query ends with a backslash"],
  [`${"(".repeat(9)}FR`, "q.query is nested more than 8 deep"],
  [Array(201).fill("x").join(" "), "q.query has more than 200 clauses"],
])("the query %s is refused with the reason", (text, reason) => {
  expect(catchReason(text)).toBe(reason);
});

test.each(["(", "-", "NOT ", '"', "\\", "*", "[", "a:", "+a ", "a AND ", "%", "> "])(
  "a long query that only repeats %j is parsed in linear time",
  (part) => {
    // A parser with backtracking from each character would not terminate in reasonable time.
    expect(typeof catchReason(part.repeat(60_000))).toBe("string");
  },
);
