import { ClickHouseError } from "@clickhouse/client";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { AnalyticsError, type AnalyticsFault } from "./clickhouse.ts";
import { errorForCaller } from "./query-in-time.ts";
import { watchRefusedStatements } from "./refused-statements.ts";

const createError = (type: string, message = "words") => new ClickHouseError({ message, code: "1", type });

test.each<[string, unknown, number | undefined, AnalyticsFault]>([
  ["of an invalid statement", createError("SYNTAX_ERROR"), 400, "refused"],
  ["of a missing column", createError("UNKNOWN_IDENTIFIER"), 404, "refused"],
  [
    "of an unknown table",
    createError("UNKNOWN_TABLE", "Table shoal.day_sumz does not exist"),
    404,
    "refused",
  ],
  [
    "of a table that is not created yet",
    createError("UNKNOWN_TABLE", "Could not find table: day_sums"),
    404,
    "away",
  ],
  ["of a failure after the first rows", createError("ILLEGAL_DIVISION"), 200, "refused"],
  ["of an invalid statement without an error type", new Error("Syntax error"), 400, "refused"],
  ["of a query that takes too long", createError("TIMEOUT_EXCEEDED"), 500, "too_slow"],
  ["of a query that needs too much memory", createError("MEMORY_LIMIT_EXCEEDED"), 500, "too_slow"],
  ["of an engine with too many queries", createError("TOO_MANY_SIMULTANEOUS_QUERIES"), 500, "too_slow"],
  ["of an engine whose processors are busy", createError("SERVER_OVERLOADED"), 500, "too_slow"],
  ["of an engine without a free thread", createError("CANNOT_SCHEDULE_TASK"), 500, "too_slow"],
  ["of a wrong password", createError("AUTHENTICATION_FAILED"), 403, "away"],
  ["of a proxy without its engine", new Error("Bad gateway"), 502, "away"],
  ["of a proxy that limits the rate", new Error("Too many requests"), 429, "away"],
  [
    "of a refused connection",
    Object.assign(new Error("refused"), { code: "ECONNREFUSED" }),
    undefined,
    "away",
  ],
  ["of a missing response", new Error("Timeout error."), undefined, "too_slow"],
])("the fault %s is classified", (_, cause, status, fault) => {
  expect(new AnalyticsError("SELECT 1", status, cause, ["day_sums"]).fault).toBe(fault);
});

test.each([
  ["Timeout error.", "took_too_long"],
  ["socket hang up", "unavailable"],
])("the caller's error for “%s” has the original error as its cause", (words, code) => {
  const error = new AnalyticsError("SELECT 1", undefined, new Error(words));
  expect(errorForCaller(error)).toMatchObject({ code, cause: error });
});

test("refused statements are counted and logged as errors with their text", async () => {
  const lines: unknown[][] = [];
  const registry = new Registry();
  const watch = watchRefusedStatements({ error: (...line: unknown[]) => void lines.push(line) });
  watch.measure(registry);
  const statement = `SELECT ${"1, ".repeat(400)} FROM () AS rows`;
  const error = new AnalyticsError(statement, 400, createError("SYNTAX_ERROR"));
  watch.onRefused(error, statement);
  expect(lines).toEqual([[{ err: error, statement }, expect.stringContaining("refused a statement")]]);
  expect(await registry.metrics()).toContain("shoal_analytics_refused_statements_total 1");
});
