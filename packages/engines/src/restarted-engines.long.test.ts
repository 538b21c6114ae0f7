import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import { afterEach, expect, test } from "vitest";
import { startClickHouse, startPostgres } from "./index.ts";
import { queryRows, useFolders } from "./testing/use-folders.ts";

const folders = useFolders();
afterEach(folders.removeAll);

test("PostgreSQL keeps its data when it is stopped and started", async () => {
  const dataDir = join(await folders.add(), "postgres");
  const first = await startPostgres({ dataDir, isThrowaway: true });
  await queryRows(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();
  const second = await startPostgres({ dataDir, isThrowaway: true });
  try {
    expect(await queryRows(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  } finally {
    await second.stop();
  }
});

test("the embedded ClickHouse keeps its rows after a restart and after a kill", async () => {
  const dataDir = join(await folders.add(), "clickhouse");
  const first = await startClickHouse({ dataDir });
  const write = createClient({ url: first.url });
  await write.command({ query: "CREATE TABLE t (id UInt32) ENGINE = MergeTree ORDER BY id" });
  await write.insert({ table: "t", values: [{ id: 1 }], format: "JSONEachRow" });
  await write.close();
  process.kill(first.pid, "SIGKILL");
  await first.ended;
  const second = await startClickHouse({ dataDir, address: first.address });
  // Clients of the first server find the second one at the same URL.
  const read = createClient({ url: first.url });
  try {
    const rows = await read.query({ query: "SELECT id FROM t", format: "JSONEachRow" });
    expect(await rows.json()).toEqual([{ id: 1 }]);
  } finally {
    await read.close();
    await second.stop();
  }
});
