import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Session } from "chdb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ClickHouseEngine } from "./engine.ts";

let [dataDir, engine, watching]: [string, ClickHouseEngine | undefined, Session | undefined] = [
  "",
  undefined,
  undefined,
];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "shoal-engine-"));
  engine = new ClickHouseEngine(dataDir, "shoal");
  watching = new Session(dataDir);
});
afterAll(async () => {
  watching?.close();
  engine?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs longer than any test. */
const ENDLESS_QUERY = "SELECT sum(sipHash64(number)) AS endless FROM numbers(1000000000000)";
const runQuery = (sql: string, givenUp?: AbortSignal) =>
  (engine as ClickHouseEngine).run({ sql, params: {}, settings: {}, data: undefined }, givenUp);
const decodeText = (bytes: Uint8Array) => Buffer.from(bytes).toString().trim();

async function countEndless(): Promise<number> {
  const answer = await watching?.queryAsync(
    "SELECT count() FROM system.processes WHERE query LIKE '%AS endless%' AND query NOT LIKE '%system.processes%'",
    { format: "TabSeparated" },
  );
  return Number(answer?.text());
}

test("a short query is answered while a long one runs", async () => {
  const left = new AbortController();
  const refused = expect(runQuery(ENDLESS_QUERY, left.signal)).rejects.toThrow("QUERY_WAS_CANCELLED");
  await expect.poll(countEndless).toBe(1);
  const answers = await Promise.all(["SELECT 1", "SELECT 2", "SELECT 3"].map((sql) => runQuery(sql)));
  expect(answers.map(decodeText)).toEqual(["1", "2", "3"]);
  left.abort();
  await refused;
});

test("cancelling a query ends it in the engine, and the next one runs", async () => {
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
  const refused = [first, second].map(({ signal }) =>
    expect(runQuery(ENDLESS_QUERY, signal)).rejects.toThrow("QUERY_WAS_CANCELLED"),
  );
  const refusedInTurn = expect(runQuery(ENDLESS_QUERY, third.signal)).rejects.toThrow("left while waiting");
  const behind = runQuery("SELECT 40 + 2", new AbortController().signal);
  await expect.poll(countEndless).toBe(2);
  third.abort(new Error("left while waiting"));
  first.abort();
  second.abort();
  await Promise.all([...refused, refusedInTurn]);
  expect(decodeText(await behind)).toBe("42");
  await expect.poll(countEndless).toBe(0);
});

test("changes run to completion, and aborting an answered query has no effect", async () => {
  const left = new AbortController();
  expect(decodeText(await runQuery("SELECT 1", left.signal))).toBe("1");
  const written = runQuery(
    "CREATE TABLE shoal.kept ENGINE = MergeTree ORDER BY n AS SELECT number AS n FROM numbers(9)",
    left.signal,
  );
  await written;
  left.abort();
  expect(decodeText(await runQuery("SELECT count() FROM shoal.kept"))).toBe("9");
});
