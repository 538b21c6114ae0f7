import { setTimeout as delay } from "node:timers/promises";
import { CHROMIUM_SHELL, endPublisher, publishClock } from "@shoal/testkit";
import { type IngestStage, openIngestStage } from "../../harness/lives/ingest-stage.ts";
import type { Figure } from "../bench.ts";
import { swarmSettings } from "../settings.ts";
import { BROWSER_CASES, simulationOptionsOf } from "../viewers/cases.ts";
import { openShapedNetwork, type ShapedLine } from "../viewers/network.ts";
import { type CrowdOutcome, measureCrowd } from "../viewers/outcome.ts";
import { linesOf } from "../viewers/run-case.ts";
import { computeMedian } from "./quantile.ts";

/** The latency of viewers. It is long enough for the edge's window to contain the first segments of a viewer who joins. */
const LATENCY_SEC = 7;
const HEAD_START_MS = 20_000;
/** The interval between arriving viewers in ms. */
const ARRIVAL_INTERVAL_MS = 1_000;
const STARTUP_LIMIT_SEC = 60;
/** The maximum delay that peer exchange may add for viewers. */
const MAX_ADDED_MS = 300;
/** Returns the name of a case: the number of viewers and how they are connected. */
const nameOf = ({ readings }: CrowdOutcome, how: string) =>
  `live, ${readings.length} viewers with peers over real ingest, one rung of about 0.67 Mbit/s, ${how}`;

interface CrowdCase {
  latencySec: number | null;
  /** The query that is added to the viewers' URL. */
  query?: string;
  /** The shaped network line of each viewer. If omitted, all viewers are on this machine without limits. */
  lines?: readonly ShapedLine[];
  hasClock?: boolean;
}

/** Measures viewers of a live who have unlimited uplinks. A real publisher sends the live to the real ingest. */
export async function measureLiveCrowd(): Promise<Figure[]> {
  const outcome = await watchLive({ latencySec: LATENCY_SEC });
  return [offloadFigure("free uplinks", outcome, 0.85)];
}

/** Measures viewers whose uplinks carry three times the bitrate. */
export async function measureShapedCrowd(): Promise<Figure[]> {
  const shaped = BROWSER_CASES.find(({ scenario }) => scenario.name === "8 live, uplinks 3×");
  if (!shaped) throw new Error("There is no scenario of uplinks 3×");
  const lines = linesOf(simulationOptionsOf(shaped, swarmSettings));
  const outcome = await watchLive({ latencySec: LATENCY_SEC, lines });
  return [offloadFigure("uplinks 3×", outcome, 0.8)];
}

/** Measures viewers at the lowest latency that parts allow, with peers and without. */
export async function measureNearCrowd(): Promise<Figure[]> {
  const near = { latencySec: null, hasClock: true };
  const alone = await watchLive({ ...near, query: "&p2p=0" });
  return [nearFigure(await watchLive(near), alone)];
}

async function watchLive(crowd: CrowdCase): Promise<CrowdOutcome> {
  const network = crowd.lines && (await openShapedNetwork(crowd.lines, CHROMIUM_SHELL));
  try {
    const stage = await openIngestStage(network && { host: network.host });
    const publisher = publishClock(stage.publishUrl, { width: 640, height: 360 });
    try {
      await delay(HEAD_START_MS);
      stage.openLive(crowd.latencySec);
      return await watchWithCrowd(stage, crowd, {
        browserPaths: network?.browserPaths,
        endLive: () => endPublisher(publisher),
      });
    } finally {
      await endPublisher(publisher);
      await stage.close();
    }
  } finally {
    await network?.close();
  }
}

function watchWithCrowd(
  { origin, embedUrl, servedBytes }: IngestStage,
  { query = "", hasClock = false }: CrowdCase,
  { browserPaths, endLive }: { browserPaths: string[] | undefined; endLive: () => Promise<void> },
): Promise<CrowdOutcome> {
  const { viewers, minutes } = swarmSettings;
  const arriveAtMs = Array.from({ length: viewers }, (_, index) => index * ARRIVAL_INTERVAL_MS);
  const watchedSec = minutes * 60;
  const show = { publishedAtMs: () => undefined, close: endLive };
  return measureCrowd({ servedBytes }, show, {
    url: `${embedUrl}${query}`,
    origin,
    arriveAtMs,
    hasClock,
    ...(browserPaths ? { browserPaths } : {}),
    timeoutSec: watchedSec + STARTUP_LIMIT_SEC,
    isDone: (reading) => reading.watchedSec >= watchedSec,
  });
}

const countUnstarted = ({ readings }: CrowdOutcome) =>
  readings.filter(({ firstFrameMs }) => firstFrameMs === null).length;

function offloadFigure(lines: string, outcome: CrowdOutcome, reach: number): Figure {
  const { offload, stalls } = outcome;
  return {
    name: nameOf(outcome, `${LATENCY_SEC} s behind, ${lines}`),
    value: `offload ${offload.toFixed(3)}, ${stalls} stalls`,
    reach: `≥ ${reach}, none`,
    isReached: offload >= reach && stalls === 0 && countUnstarted(outcome) === 0,
    detail: describeOutcome(outcome),
  };
}

function nearFigure(ours: CrowdOutcome, alone: CrowdOutcome): Figure {
  const [oursMs, aloneMs] = [ours, alone].map(({ readings }) =>
    computeMedian(readings.map(({ delayMs }) => delayMs ?? Number.POSITIVE_INFINITY)),
  );
  const seconds = (ms = Number.NaN) => (ms / 1_000).toFixed(2);
  const isNear = (oursMs ?? 0) <= (aloneMs ?? 0) + MAX_ADDED_MS;
  return {
    name: nameOf(ours, "at LL-HLS latency"),
    value: `offload ${ours.offload.toFixed(3)}, ${ours.stalls} stalls, ${seconds(oursMs)} s behind (${seconds(aloneMs)} without peers)`,
    reach: `none, ≤ ${seconds(aloneMs)} + ${seconds(MAX_ADDED_MS)} s`,
    isReached: isNear && ours.stalls === 0 && countUnstarted(ours) === 0,
    detail: `with peers: ${describeOutcome(ours)}; without: ${describeOutcome(alone)}`,
  };
}

function describeOutcome(outcome: CrowdOutcome): string {
  const { stalls, stalledSec, readings, wasted, idle } = outcome;
  const each = (what: (reading: (typeof readings)[number]) => string | number) =>
    readings.map(what).join(" ");
  const behind = each(({ delayMs }) => (delayMs === null ? "?" : (delayMs / 1_000).toFixed(2)));
  return [
    `${countUnstarted(outcome)} saw nothing`,
    `${stalls} stalls of ${stalledSec.toFixed(1)} s`,
    `waste ${(wasted * 100).toFixed(1)} %`,
    `peers ${each(({ peers }) => peers)}`,
    `MB from the server ${each(({ bytesServer }) => (bytesServer / 1e6).toFixed(1))}`,
    `MB appended ${each(({ bytesAppended }) => (bytesAppended / 1e6).toFixed(1))}`,
    ...(readings.some(({ delayMs }) => delayMs !== null) ? [`s behind ${behind}`] : []),
    `idle ${(idle * 100).toFixed(0)} %`,
  ].join(", ");
}
