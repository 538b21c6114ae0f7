import { createClient } from "@clickhouse/client";
import { routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../test-api.ts";
import { errorOf } from "../testing/account-harness.ts";
import { openAnalytics } from "./clickhouse.ts";

let api: TestApi;
let manager: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  manager = await api.addUser(["manager"]);
});
afterAll(() => api.close());

const lastHour = () => {
  const [from = "", to = ""] = [Date.now() - 3_600_000, Date.now()].map((ms) => new Date(ms).toISOString());
  return { from, to };
};

/** Calls a function while the table lacks a column that statements name, or does not exist. */
async function withMissing(change: "a column" | "the table", work: () => Promise<void>): Promise<void> {
  const client = createClient({ url: api.clickhouseUrl });
  const [begin, end] = {
    "a column": [
      "ALTER TABLE session_minutes RENAME COLUMN sec_best_quality TO other",
      "ALTER TABLE session_minutes RENAME COLUMN other TO sec_best_quality",
    ],
    "the table": ["RENAME TABLE session_minutes TO other", "RENAME TABLE other TO session_minutes"],
  }[change];
  await client.command({ query: begin ?? "" });
  await work().finally(() => client.command({ query: end ?? "" }));
  await client.close();
}

const currentMonth = new Date().toISOString().slice(0, 7);

test("a statement that the engine refuses is a counted internal error, whatever the caller", async () => {
  await withMissing("a column", async () => {
    expect(await errorOf(manager.call(routes.getStatisticsTotals, { query: lastHour() }))).toMatchObject({
      code: "internal_error",
      status: 500,
    });
  });
  expect(await api.drainRefusedStatements()).toBeGreaterThan(0);
});

test("while a table does not exist yet, figures are unavailable and nothing is counted", async () => {
  await api.drainRefusedStatements();
  await withMissing("the table", async () => {
    const asked = [
      () => manager.call(routes.getStatisticsTotals, { query: lastHour() }),
      () => manager.call(routes.getStorage, {}),
      () => manager.call(routes.getFootprintReport, { params: { month: currentMonth }, query: {} }),
    ];
    for (const ask of asked) expect(await errorOf(ask())).toMatchObject({ code: "unavailable" });
  });
  expect(await api.drainRefusedStatements()).toBe(0);
});

test("a test run fails if the engine refused an unexpected statement", async () => {
  const own = await startTestApi();
  const user = await own.addUser(["manager"]);
  const client = createClient({ url: own.clickhouseUrl });
  await client.command({ query: "ALTER TABLE session_minutes RENAME COLUMN sec_best_quality TO other" });
  await client.close();
  await errorOf(user.call(routes.getStatisticsTotals, { query: lastHour() }));
  await expect(own.close()).rejects.toThrow(/The analytics engine refused \d+ statements/);
});

test("rows that break off midway are reported with the reason", async () => {
  const analytics = openAnalytics(api.clickhouseUrl);
  const answer = await analytics.query({ query: "SELECT 'no JSON'", format: "TabSeparated" });
  await expect(answer.json()).rejects.toThrow();
  await analytics.close();
});
