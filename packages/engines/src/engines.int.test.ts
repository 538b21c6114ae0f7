import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import { afterEach, expect, test } from "vitest";
import { startClickHouse, startPostgres } from "./index.ts";
import { query, useFolders } from "./testing/engine-rig.ts";

const folders = useFolders();
afterEach(folders.removeAll);

test("PostgreSQL keeps its data over a stop and a start", async () => {
  const dataDir = join(await folders.add(), "postgres");
  const first = await startPostgres({ dataDir, isThrowaway: true });
  await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();
  const second = await startPostgres({ dataDir, isThrowaway: true });
  try {
    expect(await query(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  } finally {
    await second.stop();
  }
});

test("the embedded ClickHouse answers the official client: DDL, insert, bound parameters, errors", async () => {
  const engine = await startClickHouse({ dataDir: join(await folders.add(), "clickhouse") });
  const client = createClient({ url: engine.url });
  try {
    expect((await client.ping()).success).toBe(true);
    await client.command({
      query: "CREATE TABLE t (id UInt32, name String, at DateTime('UTC')) ENGINE = MergeTree ORDER BY id",
    });
    const values = Array.from({ length: 1_000 }, (_, id) => ({
      id,
      name: `it's "${id}"\n`,
      at: 1_700_000_000,
    }));
    await client.insert({ table: "t", values, format: "JSONEachRow" });
    const result = await client.query({
      query:
        "SELECT count() AS n, max(id) AS top FROM t WHERE id < {limit:UInt32} AND name IN {names:Array(String)}",
      query_params: { limit: 900, names: ['it\'s "5"\n', 'it\'s "950"\n'] },
      format: "JSONEachRow",
    });
    expect(await result.json()).toEqual([{ n: 1, top: 5 }]);
    await expect(client.query({ query: "SELECT nope FROM t" })).rejects.toThrow(/nope/);
    const stranger = createClient({ url: engine.url.replace(/:[0-9a-f]{48}@/, ":wrong@") });
    await expect(stranger.query({ query: "SELECT 1" })).rejects.toThrow(/Authentication/);
    await stranger.close();
  } finally {
    await client.close();
    await engine.stop();
  }
});

test("the embedded ClickHouse takes parameters longer than an address may be, in the body and in the address", async () => {
  const engine = await startClickHouse({ dataDir: join(await folders.add(), "clickhouse") });
  const names = Array.from({ length: 5_000 }, (_, n) => `it's "${n}"\t\n`);
  const query = "SELECT length({names:Array(String)}) AS n, {names:Array(String)}[5000] AS last";
  try {
    for (const [use_multipart_params_auto, count] of [
      [true, 5_000],
      [false, 1_500],
    ] as const) {
      const client = createClient({ url: engine.url, use_multipart_params_auto });
      const query_params = { names: names.slice(0, count) };
      const result = await client.query({ query, query_params, format: "JSONEachRow" });
      expect(await result.json()).toEqual([{ n: count, last: count === 5_000 ? names.at(-1) : "" }]);
      await client.close();
    }
  } finally {
    await engine.stop();
  }
});

test("the embedded ClickHouse keeps its rows over a stop and a start, and over a kill", async () => {
  const dataDir = join(await folders.add(), "clickhouse");
  const first = await startClickHouse({ dataDir });
  const write = createClient({ url: first.url });
  await write.command({ query: "CREATE TABLE t (id UInt32) ENGINE = MergeTree ORDER BY id" });
  await write.insert({ table: "t", values: [{ id: 1 }], format: "JSONEachRow" });
  await write.close();
  process.kill(first.pid, "SIGKILL");
  await first.ended;
  const second = await startClickHouse({ dataDir, address: first.address });
  // Whoever knew the first one finds the second there.
  const read = createClient({ url: first.url });
  try {
    const rows = await read.query({ query: "SELECT id FROM t", format: "JSONEachRow" });
    expect(await rows.json()).toEqual([{ id: 1 }]);
  } finally {
    await read.close();
    await second.stop();
  }
});
