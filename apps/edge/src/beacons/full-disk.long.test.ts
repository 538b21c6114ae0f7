import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "@clickhouse/client";
import { METERED_HOURS_DDL, ROBOT_MINUTES_DDL, SESSION_MINUTES_DDL } from "@shoal/contract/stored-data";
import { findFreeBytes } from "@shoal/store";
import { eventually, playedMinute, VIEWER_AGENT } from "@shoal/testkit";
import { acquireAnalytics, type TestAnalytics } from "@shoal/testkit/engines";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";
import { FlakyProxy } from "../testing/flaky-proxy.ts";
import { BeaconTokens } from "./beacon-tokens.ts";

const execFileAsync = promisify(execFile);
const DISK_BYTES = 4_000_000;
/** The size of ClickHouse's disk, which has room for its tables and their merges. */
const ENGINE_DISK_BYTES = 300_000_000;
/** The space that the test's filler file leaves free: less than one beacon with many minutes needs. */
const FREE_BYTES = 4_096;

let folder: string;
let spoolDir: string;
let clickhouse: TestAnalytics;
let proxy: FlakyProxy;
let harness: EdgeHarness;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-edge-disk-"));
  spoolDir = await mkdtemp(join(tmpdir(), "shoal-edge-spool-"));
  await execFileAsync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", spoolDir]);
  await execFileAsync("mount", ["-t", "tmpfs", "-o", `size=${ENGINE_DISK_BYTES}`, "tmpfs", folder]);
  clickhouse = await acquireAnalytics(folder);
  const client = createClient({ url: clickhouse.url });
  for (const query of [SESSION_MINUTES_DDL, ROBOT_MINUTES_DDL, METERED_HOURS_DDL])
    await client.command({ query });
  await client.close();
  proxy = new FlakyProxy(clickhouse.url);
  await proxy.start();
  harness = await startEdgeHarness({ clickhouseUrl: proxy.url, spoolDir, spoolMaxBytes: 100_000_000 });
});
afterAll(async () => {
  await harness?.close();
  await proxy?.stop();
  await clickhouse?.release();
  for (const path of [folder, spoolDir]) {
    await execFileAsync("umount", [path]);
    await rm(path, { recursive: true, force: true });
  }
});

const LAST_MINUTE = Math.floor(Date.now() / 60_000) - 1;
const MINUTES_PER_BEACON = 30;
const createMinute = (ago: number) => playedMinute(LAST_MINUTE - ago);

/** Sends a beacon with half an hour of one session. @returns the status of the response. */
async function sendBeacon(sessionId: string): Promise<number> {
  const tokens = new BeaconTokens(harness.config.playbackKeys);
  const [bornAtMs, expiresAtMs] = [Date.now() - 3_600_000, Date.now() + 60_000];
  const token = tokens.sign({ clientId: "c", video: "v", sessionId, bornAtMs, expiresAtMs });
  const minutes = Array.from({ length: MINUTES_PER_BEACON }, (_, ago) => createMinute(ago));
  const response = await fetch(`${harness.edge.url}/beacons`, {
    method: "POST",
    body: JSON.stringify({ token, device: "phone", network: "mobile", minutes }),
    headers: { "user-agent": VIEWER_AGENT },
  });
  await response.body?.cancel();
  return response.status;
}

/** Waits until ClickHouse has counted every minute of these sessions. */
async function awaitCounted(sessionIds: readonly string[]): Promise<void> {
  const client = createClient({ url: clickhouse.url });
  await eventually(async () => {
    const query = "SELECT session_uuid AS id, count() AS minutes FROM session_minutes FINAL GROUP BY id";
    const rows = await (await client.query({ query, format: "JSONEachRow" })).json<Record<string, unknown>>();
    const counted = new Map(rows.map(({ id, minutes }) => [id, Number(minutes)]));
    for (const id of sessionIds) expect([id, counted.get(id)]).toEqual([id, MINUTES_PER_BEACON]);
  });
  await client.close();
}

test("while an edge's disk is full, playback continues and beacons are refused; all acknowledged ones are counted", async () => {
  const { uuid } = await harness.publish();
  await proxy.stop();
  const acknowledged: string[] = [];
  const sendAs = async (sessionId: string) => {
    const status = await sendBeacon(sessionId);
    if (status === 202) acknowledged.push(sessionId);
    return status;
  };
  expect(await sendAs("before")).toBe(202);
  const filler = join(spoolDir, "filler");
  await writeFile(filler, Buffer.alloc(DISK_BYTES)).catch((error: NodeJS.ErrnoException) => {
    expect(error.code).toBe("ENOSPC");
  });
  await execFileAsync("truncate", ["--size", `-${FREE_BYTES}`, filler]);
  const statuses = new Set<number>();
  for (let n = 0; n < 100 && !statuses.has(503); n++) statuses.add(await sendAs(`full-${n}`));
  expect(statuses).toContain(503);
  const session = await harness.play(uuid);
  expect((await fetch(new URL(new URL(session.hlsUrl).pathname, harness.edge.url))).status).toBe(200);
  await rm(filler);
  await eventually(async () => (await sendAs("after")) === 202);
  await proxy.start();
  await awaitCounted(acknowledged);
});

test("while the analytics engine's disk is full, acknowledged beacons wait at the edge until there is room", async () => {
  const filler = join(folder, "filler");
  await execFileAsync("fallocate", ["-l", String(await findFreeBytes(folder)), filler]);
  const waiting = Array.from({ length: 5 }, (_, n) => `waiting-${n}`);
  for (const sessionId of waiting) expect(await sendBeacon(sessionId)).toBe(202);
  await eventually(async () => {
    const { failingInserts } = (await (await fetch(`${harness.edge.internalUrl}/readyz`)).json()) as {
      failingInserts: { table: string }[];
    };
    expect(failingInserts.map(({ table }) => table)).toContain("session_minutes");
  });
  await rm(filler);
  await awaitCounted(waiting);
  const setAside = (await readdir(spoolDir, { recursive: true })).filter((name) =>
    name.endsWith(".rejected"),
  );
  expect(setAside).toEqual([]);
});
