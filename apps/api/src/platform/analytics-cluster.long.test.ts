import { type OldCluster, startOldCluster } from "@shoal/testkit/old-cluster";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterStatements, inCluster } from "./analytics-cluster.ts";
import { prepareAnalytics } from "./analytics-tables.ts";
import type { Analytics } from "./clickhouse.ts";

/** Bits of sets, which Debian's server does not know. */
const UNKNOWN_TABLES = ["day_sums"];
const DATABASE_NAME = "figures";
/** The settings that the api and edges use, except those that this server's version does not know. */
const ENGINE_SETTINGS = {
  insert_distributed_sync: "1",
  distributed_product_mode: "local",
  load_balancing: "in_order",
};
const CLIENT_COUNT = 20;

let cluster: OldCluster;
beforeAll(async () => {
  cluster = await startOldCluster();
});
afterAll(() => cluster?.close());

/** @throws Error with the server's message. */
async function runQuery(
  shard: 0 | 1,
  query: string,
  settings: Record<string, string> = ENGINE_SETTINGS,
): Promise<string> {
  const url = `${cluster.urls[shard]}/?${new URLSearchParams(settings)}`;
  const response = await fetch(url, { method: "POST", body: query });
  const text = (await response.text()).trim();
  if (!response.ok) throw new Error(text);
  return text;
}
const queryShard = (shard: 0 | 1, query: string) =>
  runQuery(shard, query, { ...ENGINE_SETTINGS, database: DATABASE_NAME });
const clusterOptions = () => ({ name: cluster.name, database: DATABASE_NAME });

/**
 * Removes features that were added to ClickHouse after 2018: codecs, LowCardinality, projections, indexes, TTL, and table
 * settings.
 */
function downgradeTo2018(statement: string): string {
  let text = statement;
  for (let at = text.indexOf(" CODEC("); at >= 0; at = text.indexOf(" CODEC(")) {
    let end = at + " CODEC(".length;
    for (let depth = 1; depth > 0; end++) {
      if (text[end] === "(") depth++;
      if (text[end] === ")") depth--;
    }
    text = text.slice(0, at) + text.slice(end);
  }
  return text
    .replaceAll(/LowCardinality\((\w+)\)/g, "$1")
    .replace(/,\s*PROJECTION \w+ \([^()]*\)/, "")
    .replaceAll(/,\s*INDEX [^\n]*?GRANULARITY \d+/g, "")
    .replace(/\s+TTL [\s\S]*$/, "")
    .replace(/\s*SETTINGS [\s\S]*$/, "");
}

/** Returns the statements with which an api creates its tables. */
async function statementsOfTables(): Promise<string[]> {
  const made: string[] = [];
  const recorder = {
    query: async () => ({ json: async () => [] }),
    command: async ({ query }: { query: string }) => ({ query_id: String(made.push(query)) }),
  } as unknown as Analytics;
  await prepareAnalytics(inCluster(recorder, clusterOptions()));
  return made.filter((query) => query.startsWith("CREATE"));
}

const rowsOf = (version: number, views: number) =>
  Array.from({ length: CLIENT_COUNT }, (_, n) =>
    JSON.stringify({
      client_uuid: `c${n}`,
      video_uuid: "v",
      session_uuid: "s",
      minute: 1_800_000_000,
      version,
      views,
    }),
  ).join("\n");
const insertIntoShard = (shard: 0 | 1, rows: string) =>
  queryShard(shard, `INSERT INTO session_minutes FORMAT JSONEachRow\n${rows}`);
const COUNT_QUERY = "SELECT count(), sum(views) FROM";

test("one api creates the tables on both shards, and creating them again has no effect", async () => {
  await runQuery(0, `CREATE DATABASE IF NOT EXISTS ${DATABASE_NAME} ON CLUSTER ${cluster.name}`);
  const statements = await statementsOfTables();
  const known = statements.filter((text) => !UNKNOWN_TABLES.some((name) => text.includes(name)));
  expect(known.length).toBeGreaterThan(15);
  for (const statement of [...known, ...known]) await queryShard(0, downgradeTo2018(statement));
  for (const shard of [0, 1] as const) {
    const engines = await queryShard(
      shard,
      `SELECT engine, count() FROM system.tables WHERE database = '${DATABASE_NAME}' GROUP BY engine ORDER BY engine`,
    );
    expect(engines.split("\n").map((line) => line.split("\t")[0])).toEqual([
      "Distributed",
      "ReplicatedMergeTree",
      "ReplicatedReplacingMergeTree",
    ]);
  }
});

test("all rows of a client are on one shard, the latest version counts, and sums are available immediately", async () => {
  await insertIntoShard(0, rowsOf(1, 1));
  await insertIntoShard(1, rowsOf(2, 3));
  const stored = [
    await queryShard(0, `${COUNT_QUERY} session_minutes_shard`),
    await queryShard(1, `${COUNT_QUERY} session_minutes_shard`),
  ];
  for (const each of stored) expect(Number(each.split("\t")[0])).toBeGreaterThan(0);
  for (const shard of [0, 1] as const)
    expect(await queryShard(shard, `${COUNT_QUERY} session_minutes FINAL`)).toBe(
      `${CLIENT_COUNT}\t${CLIENT_COUNT * 3}`,
    );
  await queryShard(
    0,
    `INSERT INTO link_hours (client_uuid, hour, version, views)
     SELECT client_uuid, toStartOfHour(minute) AS hour, 1 AS version, sum(views) AS views FROM session_minutes FINAL
     WHERE client_uuid IN (SELECT client_uuid FROM session_minutes WHERE views > 0) GROUP BY client_uuid, hour`,
  );
  expect(await queryShard(1, `${COUNT_QUERY} link_hours FINAL`)).toBe(`${CLIENT_COUNT}\t${CLIENT_COUNT * 3}`);
});

test("a client's rows are deleted from the shard that has them", async () => {
  const query = "ALTER TABLE link_hours DELETE WHERE client_uuid = 'c3' SETTINGS mutations_sync = 1";
  for (const statement of clusterStatements(query, clusterOptions()))
    await queryShard(0, downgradeTo2018(statement));
  await expect
    .poll(() => queryShard(1, `${COUNT_QUERY} link_hours FINAL`))
    .toBe(`${CLIENT_COUNT - 1}\t${(CLIENT_COUNT - 1) * 3}`);
});

test("inserts fail while a shard is unavailable, and count once when they are repeated", async () => {
  await cluster.end(1);
  await expect(insertIntoShard(0, rowsOf(3, 5))).rejects.toThrow("All connection tries failed");
  await expect(queryShard(0, `${COUNT_QUERY} session_minutes FINAL`)).rejects.toThrow(
    "All connection tries failed",
  );
  await cluster.start(1);
  await insertIntoShard(0, rowsOf(3, 5));
  await insertIntoShard(1, rowsOf(3, 5));
  expect(await queryShard(1, `${COUNT_QUERY} session_minutes FINAL`)).toBe(
    `${CLIENT_COUNT}\t${CLIENT_COUNT * 5}`,
  );
});
