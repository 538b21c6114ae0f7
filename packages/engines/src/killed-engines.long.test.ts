import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { startClickHouse, startPostgres } from "./index.ts";
import { queryRows, useFolders } from "./testing/use-folders.ts";

const folders = useFolders();
afterEach(folders.removeAll);

async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return state !== "" && !/ Z /.test(state);
}

/** Keeps a backend busy. A backend that sleeps or waits would notice the end of its server and could exit at any moment. */
async function occupyBackend(url: string): Promise<{ pid: number; lost: Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const pid = rows[0]?.pid ?? 0;
  const lost = expect(client.query("DO $$ BEGIN LOOP NULL; END LOOP; END $$")).rejects.toThrow();
  const looping = `SELECT 1 FROM pg_stat_activity WHERE pid = ${pid} AND state = 'active' AND query LIKE 'DO%'`;
  await expect.poll(() => queryRows(url, looping)).toHaveLength(1);
  return { pid, lost };
}

/** Lists the processes that have the given path in their arguments or environment. */
async function processesOn(path: string): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const readProc = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
  const texts = await Promise.all(
    pids.map(async (pid) => [await readProc(pid, "cmdline"), await readProc(pid, "environ")]),
  );
  return texts.flat().filter((text) => text.includes(path));
}

test("a start replaces the PostgreSQL left behind by a killed supervisor and keeps committed data", async () => {
  const dataDir = join(await folders.add(), "postgres");
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
  await queryRows(left.url, "CREATE TABLE kept AS SELECT 7 AS answer");
  supervisor.kill("SIGKILL");
  await once(supervisor, "exit");

  const next = await startPostgres({ dataDir });
  try {
    expect(await queryRows(next.url, "SELECT answer FROM kept")).toEqual([{ answer: 7 }]);
    expect(next.pid).not.toBe(left.pid);
    expect(await isRunning(left.pid)).toBe(false);
  } finally {
    await next.stop();
  }
});

test("PostgreSQL restarts at the same URLs after its server was killed, even with a busy backend", async () => {
  const dataDir = join(await folders.add(), "postgres");
  const first = await startPostgres({ dataDir });
  await queryRows(first.url, "CREATE TABLE kept AS SELECT 9 AS answer");
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
    expect(await queryRows(first.url, "SELECT answer FROM kept")).toEqual([{ answer: 9 }]);
    expect(await isRunning(busy.pid)).toBe(false);
  } finally {
    await second.stop();
  }
});

test("stopping PostgreSQL after its server was killed also ends busy backends", async () => {
  const db = await startPostgres({ dataDir: join(await folders.add(), "postgres"), isThrowaway: true });
  const busy = await occupyBackend(db.url);
  process.kill(db.pid, "SIGKILL");
  await db.stop();
  await busy.lost;
  expect(await isRunning(busy.pid)).toBe(false);
});

test("an aborted start leaves nothing running, and the next start succeeds", async () => {
  const path = await folders.add();
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
