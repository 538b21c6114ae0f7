import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningClickHouse, startClickHouse } from "./index.ts";
import { useFolders } from "./testing/use-folders.ts";

const folders = useFolders();
let engine: RunningClickHouse;
beforeAll(async () => {
  engine = await startClickHouse({ dataDir: join(await folders.add(), "clickhouse") });
});
afterAll(async () => {
  await engine.stop();
  await folders.removeAll();
});

test("the official client works with the embedded ClickHouse: DDL, inserts, bound parameters and errors", async () => {
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
  }
});

test("the embedded ClickHouse accepts very long parameters in the body and in the address", async () => {
  const names = Array.from({ length: 5_000 }, (_, n) => `it's "${n}"\t\n`);
  const query = "SELECT length({names:Array(String)}) AS n, {names:Array(String)}[5000] AS last";
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
});
