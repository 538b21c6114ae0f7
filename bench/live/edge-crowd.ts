import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { PlaySession } from "@shoal/contract/player";
import { RemoteLive } from "../../apps/edge/src/live/remote-live.ts";
import { LoadingCache } from "../../apps/edge/src/platform/loading-cache.ts";
import { type IngestStage, openIngestStage } from "../../harness/lives/ingest-stage.ts";
import type { Figure } from "../bench.ts";
import { occupyAllCores, pinToOneCore, pinToOtherCores } from "../cores.ts";
import { cpuSecondsOf, type EdgeProcess, startEdgeProcess } from "../edge-process.ts";
import { watchIdle } from "../viewers/idle.ts";
import { makeFilm, playFilm } from "./film.ts";
import { sendPartViewers } from "./part-viewers.ts";
import { computeQuantile } from "./quantile.ts";

const VIEWER_COUNT = 500;
/** A published video that is already encoded, so no encoder affects the measurement. */
const FILM_OPTIONS = { kbps: 1_500, seconds: 120 };
/** The time after which the playlist contains segments from which viewers can start. */
const HEAD_START_MS = 10_000;
const ARRIVAL_SPREAD_MS = 5_000;
/** The time after which Node has compiled its hot code. */
const SETTLE_DURATION_MS = 8_000;
const MEASUREMENT_DURATION_MS = 20_000;
const MAX_CORES = 0.5;
const MAX_P99_MS = 50;

/**
 * Measures an edge in a separate process, whose viewers follow a live part by part. The edge has the first core to itself, as it
 * has its machine in production. Publisher, ingest and viewers share the other cores.
 */
export async function measureEdgeCrowd(): Promise<Figure[]> {
  const isApart = await pinToOtherCores();
  try {
    return await measureBothModes(isApart);
  } finally {
    await occupyAllCores();
  }
}

async function measureBothModes(isApart: boolean): Promise<Figure[]> {
  const stage = await openIngestStage({ isPassthrough: true });
  const publisher = playFilm(await makeFilm(FILM_OPTIONS), stage.publishUrl);
  try {
    await delay(HEAD_START_MS);
    stage.openLive(null);
    const { harness } = stage;
    const edge = await startEdgeProcess({ ...harness.config, spoolDir: join(harness.folder, "edge-spool") });
    try {
      if (isApart) await pinToOneCore(edge.pid);
      const way = { stage, edge, isApart };
      return [
        await measureViewers({ ...way, byHints: true }),
        await measureViewers({ ...way, byHints: false }),
      ];
    } finally {
      await edge.stop();
    }
  } finally {
    publisher.kill("SIGKILL");
    await once(publisher, "exit");
    await stage.close();
  }
}

interface MeasuredEdge {
  stage: IngestStage;
  edge: EdgeProcess;
  byHints: boolean;
  /** Whether nothing else runs on the edge's core. */
  isApart: boolean;
}

async function measureViewers({ stage, edge, byHints, isApart }: MeasuredEdge): Promise<Figure> {
  const completed = await followIngest(stage);
  try {
    const trackIds = completed.live.window.options.tracks.map(({ id }) => id);
    const folders = await Promise.all(
      Array.from({ length: VIEWER_COUNT }, () => openFolder(edge.url, stage.uuid)),
    );
    const viewers = folders.map((folder) => ({ folder, trackIds }));
    const times = {
      byHints,
      arriveWithinMs: ARRIVAL_SPREAD_MS,
      settleMs: SETTLE_DURATION_MS,
      countedMs: MEASUREMENT_DURATION_MS,
    };
    const watching = sendPartViewers({ origin: edge.url, viewers, ...times });
    await delay(ARRIVAL_SPREAD_MS + SETTLE_DURATION_MS);
    const cpuBefore = cpuSecondsOf(edge.pid);
    const readIdle = watchIdle();
    await delay(MEASUREMENT_DURATION_MS);
    const cores = ((cpuSecondsOf(edge.pid) - cpuBefore) * 1_000) / MEASUREMENT_DURATION_MS;
    const idle = readIdle();
    return figureOf(await watching, completed.atMs, { byHints, isApart, cores, idle });
  } finally {
    await completed.live.close();
  }
}

/** Starts a separate play session for a viewer. @returns the folder of the live's renditions. */
async function openFolder(origin: string, uuid: string): Promise<string> {
  const response = await fetch(`${origin}/play/${uuid}`, { method: "POST", body: "{}" });
  if (!response.ok) throw new Error(`The play session: ${response.status} ${await response.text()}`);
  const { hlsUrl } = (await response.json()) as PlaySession;
  return new URL(hlsUrl).pathname.replace("/master.m3u8", "");
}

/** Receives the announcement of each part from the ingest, as an edge does, and records when it arrived. */
async function followIngest({ uuid, generation, ingestUrl, harness }: IngestStage) {
  const atMs = new Map<string, number>();
  const live = new RemoteLive({
    uuid,
    generation,
    ingestUrl,
    findRun: () => ({ isOver: false }),
    refreshRun: async () => undefined,
    internalSecret: harness.config.internalSecret,
    bytes: new LoadingCache<Buffer>({ maxBytes: 1, bytesOf: ({ length }) => length }),
    onState: () => undefined,
  });
  await live.opened;
  live.onChange(() => {
    const nowMs = performance.timeOrigin + performance.now();
    const { open } = live.window;
    for (const [id, { parts }] of Object.entries(open?.media ?? {})) {
      const name = `${id}/${open?.number}.${parts.length - 1}`;
      if (!atMs.has(name)) atMs.set(name, nowMs);
    }
  });
  return { live, atMs };
}

interface EdgeRun {
  byHints: boolean;
  isApart: boolean;
  cores: number;
  idle: number;
}

function figureOf(
  { arrivedAtMs, requests, bytes, cpuSec, isFirst }: Awaited<ReturnType<typeof sendPartViewers>>,
  completedAtMs: ReadonlyMap<string, number>,
  { byHints, isApart, cores, idle }: EdgeRun,
): Figure {
  const tookMs = Object.entries(arrivedAtMs).flatMap(([name, arrived]) => {
    const completed = completedAtMs.get(name);
    return completed === undefined ? [] : arrived.map((atMs) => atMs - completed);
  });
  const [p50Ms, p99Ms] = [computeQuantile(tookMs, 0.5), computeQuantile(tookMs, 0.99)];
  const perSec = (value: number) => (value * 1_000) / MEASUREMENT_DURATION_MS;
  const apart = isApart ? "the edge has a core for itself" : "the edge shares its cores";
  const first = isFirst ? "goes first on its own" : "waits its turn";
  return {
    name: `edge: ${VIEWER_COUNT} LL-HLS viewers of one live, 720p30 of 1.5 Mbit/s and sound, parts of 0.33 s, ${byHints ? "asked for ahead" : "asked for once they are listed"}: cores; part complete at the ingest → its last byte at a viewer, p99`,
    value: `${cores.toFixed(2)} cores, ${p99Ms.toFixed(0)} ms`,
    ...reachOf(byHints, cores, p99Ms),
    unitCosts: { answer: cores / perSec(requests) },
    detail: `p50 ${p50Ms.toFixed(0)} ms of ${tookMs.length} parts; ${perSec(requests).toFixed(0)} requests/s, ${perSec(bytes / 1e6).toFixed(0)} MB/s; the viewers' process ${perSec(cpuSec).toFixed(2)} cores; idle ${(idle * 100).toFixed(0)} %; ${apart}, the viewers' process ${first}`,
  };
}

/**
 * With preload hints, one response lies between a part and its display. Without them, the playlist must arrive first. With 500
 * viewers these are 2,000 responses of a twentieth of a millisecond, for which the one core of an edge needs longer than
 * `MAX_P99_MS`.
 */
function reachOf(byHints: boolean, cores: number, p99Ms: number): Pick<Figure, "reach" | "isReached"> {
  const isCheap = cores <= MAX_CORES;
  if (!byHints) return { reach: `≤ ${MAX_CORES}`, isReached: isCheap };
  return { reach: `≤ ${MAX_CORES}, ≤ ${MAX_P99_MS} ms`, isReached: isCheap && p99Ms <= MAX_P99_MS };
}
