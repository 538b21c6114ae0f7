import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { startClickHouse, startPostgres } from "./index.ts";

const folders: string[] = [];
async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "shoal-engines-"));
  // The engine runs as another user when the tests run as root.
  await chmod(path, 0o755);
  folders.push(path);
  return path;
}
afterEach(async () => {
  for (const path of folders.splice(0)) await rm(path, { recursive: true, force: true });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return state !== "" && !/ Z /.test(state);
}

/** A backend in a loop: one that sleeps or waits hears of its server's end, and leaves by itself at any moment. */
async function occupyBackend(url: string): Promise<{ pid: number; lost: Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const pid = rows[0]?.pid ?? 0;
  const lost = expect(client.query("DO $$ BEGIN LOOP NULL; END LOOP; END $$")).rejects.toThrow();
  const looping = `SELECT 1 FROM pg_stat_activity WHERE pid = ${pid} AND state = 'active' AND query LIKE 'DO%'`;
  await expect.poll(() => query(url, looping)).toHaveLength(1);
  return { pid, lost };
}

/** Of processes that were told of a folder. */
async function processesOn(path: string): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const told = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
  const texts = await Promise.all(
    pids.map(async (pid) => [await told(pid, "cmdline"), await told(pid, "environ")]),
  );
  return texts.flat().filter((text) => text.includes(path));
}

test("PostgreSQL keeps its data over a stop and a start", async () => {
  const dataDir = join(await folder(), "postgres");
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

test("PostgreSQL left behind by a killed supervisor is replaced, and committed data is there", async () => {
  const dataDir = join(await folder(), "postgres");
  const script = `
    import { startPostgres } from ${JSON.stringify(new URL("./index.ts", import.meta.url).href)};
    const db = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(JSON.stringify({ url: db.url, pid: db.pid }));
    setInterval(() => {}, 1000);`;
  const supervisor = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(supervisor.stdout, "data")) as [Buffer];
  const left = JSON.parse(line.toString()) as { url: string; pid: number };
  await query(left.url, "CREATE TABLE kept AS SELECT 7 AS answer");
  supervisor.kill("SIGKILL");
  await once(supervisor, "exit");

  const next = await startPostgres({ dataDir });
  try {
    expect(await query(next.url, "SELECT answer FROM kept")).toEqual([{ answer: 7 }]);
    expect(next.pid).not.toBe(left.pid);
    expect(await isRunning(left.pid)).toBe(false);
  } finally {
    await next.stop();
  }
});

test("PostgreSQL whose server alone was killed is there again at the same URLs, also while a backend is busy", async () => {
  const dataDir = join(await folder(), "postgres");
  const first = await startPostgres({ dataDir });
  await query(first.url, "CREATE TABLE kept AS SELECT 9 AS answer");
  const busy = await occupyBackend(first.url);
  process.kill(first.pid, "SIGKILL");
  await first.ended;

  const second = await startPostgres({ dataDir });
  try {
    await busy.lost;
    expect([second.url, second.urlFor({ user: "a", password: "b" })]).toEqual([
      first.url,
      first.urlFor({ user: "a", password: "b" }),
    ]);
    expect(await query(first.url, "SELECT answer FROM kept")).toEqual([{ answer: 9 }]);
    expect(await isRunning(busy.pid)).toBe(false);
  } finally {
    await second.stop();
  }
});

test("a stop of PostgreSQL whose server was killed leaves no backend, also a busy one", async () => {
  const db = await startPostgres({ dataDir: join(await folder(), "postgres"), isThrowaway: true });
  const busy = await occupyBackend(db.url);
  process.kill(db.pid, "SIGKILL");
  await db.stop();
  await busy.lost;
  expect(await isRunning(busy.pid)).toBe(false);
});

test("a start of an engine that is given up leaves nothing running, and the next one comes through", async () => {
  const path = await folder();
  const signal = AbortSignal.abort(new Error("given up"));
  const engines = [
    (given?: AbortSignal) =>
      startPostgres({ dataDir: join(path, "postgres"), isThrowaway: true, signal: given }),
    (given?: AbortSignal) => startClickHouse({ dataDir: join(path, "clickhouse"), signal: given }),
  ];
  for (const start of engines) {
    await expect(start(signal)).rejects.toThrow("given up");
    expect(await processesOn(path)).toEqual([]);
    await (await start()).stop();
  }
});

test("the embedded ClickHouse answers the official client: DDL, insert, bound parameters, errors", async () => {
  const engine = await startClickHouse({ dataDir: join(await folder(), "clickhouse") });
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
  const engine = await startClickHouse({ dataDir: join(await folder(), "clickhouse") });
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
  const dataDir = join(await folder(), "clickhouse");
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
