import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ClickHouseClient, createClient } from "@clickhouse/client";
import { SESSION_MINUTES_DDL } from "@shoal/contract/stored-data";
import { startClickHouse } from "@shoal/engines";
import { BeaconTokens } from "../apps/edge/src/beacons/beacon-tokens.ts";
import { type EdgeHarness, startEdgeHarness } from "../apps/edge/src/testing/edge-harness.ts";
import type { Bench, Figure } from "./bench.ts";
import { cpuSecondsOf, startEdgeProcess } from "./edge-process.ts";
import { sendLoad } from "./load-generator.ts";

const SESSION_COUNT = 5_000;
/** The number of beacons per session. Each beacon has its own minute and is therefore found again by a query. */
const MINUTES_PER_SESSION = 20;
const CONNECTION_COUNT = 64;
const POLL_INTERVAL_MS = 200;
/** The duration of the load. It is short enough that a fast machine does not run out of beacons. */
const DURATION_MS = 5_000;
const WARM_UP_MS = 3_000;
const TARGET_PER_SEC = 5_000;
/** The maximum time until statistics are shown. */
const TARGET_SHOWN_MS = 15_000;

/** Measures how many beacons one core of the edge accepts, and how soon the last of them can be queried. */
export async function measureBeacons(): Promise<Figure[]> {
  const harness = await startEdgeHarness();
  const clickhouse = await startClickHouse({ dataDir: join(harness.folder, "clickhouse") });
  const client = createClient({ url: clickhouse.url });
  await client.command({ query: SESSION_MINUTES_DDL });
  const spool = { spoolDir: join(harness.folder, "edge-spool"), spoolMaxBytes: 2_000_000_000 };
  const edge = await startEdgeProcess({ ...harness.config, ...spool, clickhouseUrl: clickhouse.url });
  try {
    const load = (durationMs: number) =>
      sendLoad({
        origin: edge.url,
        requests: listRequests(harness),
        connections: CONNECTION_COUNT,
        durationMs,
      });
    const warm = await load(WARM_UP_MS);
    const cpuBefore = cpuSecondsOf(edge.pid);
    const { responses } = await load(DURATION_MS);
    if (responses > SESSION_COUNT * MINUTES_PER_SESSION)
      throw new Error("The run was too long for its beacons");
    const endedAtMs = Date.now();
    await awaitQueryable(client, warm.responses + responses);
    const cpuSec = cpuSecondsOf(edge.pid) - cpuBefore;
    return figuresOf({ responses, cpuSec, shownMs: Date.now() - endedAtMs });
  } finally {
    await client.close();
    await edge.stop();
    await clickhouse.stop();
    await harness.close();
  }
}

function figuresOf(run: { responses: number; cpuSec: number; shownMs: number }): Figure[] {
  const perCpuSec = run.responses / run.cpuSec;
  const perSec = (run.responses / DURATION_MS) * 1000;
  return [
    {
      name: "beacons accepted and queryable, per second of one core",
      value: `${Math.round(perCpuSec)}/s`,
      reach: `≥ ${TARGET_PER_SEC}/s`,
      unitCosts: { beacon: 1 / perCpuSec },
      isReached: perCpuSec >= TARGET_PER_SEC,
      detail: `${Math.round(perSec)}/s beside the load generator and ClickHouse on the same machine`,
    },
    {
      name: "last beacon of the run can be queried",
      value: `${(run.shownMs / 1000).toFixed(1)} s`,
      reach: `≤ ${TARGET_SHOWN_MS / 1000} s`,
      isReached: run.shownMs <= TARGET_SHOWN_MS,
    },
  ];
}

/** Returns one request per session and minute, alternating between sessions, as viewers send them. */
function listRequests(harness: EdgeHarness): string[] {
  const tokens = new BeaconTokens(harness.config.playbackKeys);
  const expiresAtMs = Date.now() + 600_000;
  const video = { clientId: randomUUID(), video: randomUUID(), pageHost: "www.example.org" };
  const bornAtMs = Date.now() - 3_600_000;
  const signed = Array.from({ length: SESSION_COUNT }, () =>
    tokens.sign({ ...video, sessionId: randomUUID(), bornAtMs, expiresAtMs }),
  );
  return Array.from({ length: MINUTES_PER_SESSION }, (_, ago) =>
    signed.map((token) => requestOf(token, ago)),
  ).flat();
}

function requestOf(token: string, ago: number): string {
  const body = JSON.stringify({ token, device: "laptop", network: "fixed", minutes: [minuteAgo(ago)] });
  const head = `POST /beacons HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain`;
  return `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

const minuteAgo = (ago: number) => ({
  minute: Math.floor(Date.now() / 60_000) - 1 - ago,
  secServer: 12.5,
  secPeer: 40.25,
  secRebufServer: 0.5,
  secRebufPeer: 0,
  bytesServer: 4_000_000,
  bytesPeer: 16_000_000,
  bytesUp: 9_000_000,
  kbpsSeconds: 150_000,
  secBestQuality: 50,
  views: 1,
  attempts: 1,
  startupMs: 420,
  peers: 6,
  errors: 0,
});

/** Waits until a query finds every row that was acknowledged. */
async function awaitQueryable(client: ClickHouseClient, rows: number): Promise<void> {
  const endsAtMs = Date.now() + 60_000;
  while (Date.now() < endsAtMs) {
    const query = "SELECT uniqExact(session_uuid, minute) AS rows FROM session_minutes";
    const result = await client.query({ query, format: "JSONEachRow" });
    const [counted] = await result.json<{ rows: string }>();
    if (Number(counted?.rows) >= rows) return;
    await sleep(POLL_INTERVAL_MS);
  }
  throw new Error(`ClickHouse does not show ${rows} rows`);
}

export const beaconsBench: Bench[] = [{ name: "beacons", run: measureBeacons }];
