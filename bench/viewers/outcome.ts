import type { Show, Stage } from "../../harness/swarm/stage.ts";
import { type CrowdOptions, type Reading, watch } from "./crowd.ts";
import { watchIdle } from "./idle.ts";

/** The result of one crowd. Bytes are those of media, and shares are from 0 to 1. */
export interface Outcome {
  readings: Reading[];
  /** The share of the bytes appended by players that the server did not send, by its count and the players' buffers. */
  offload: number;
  /** The offload as counted by the engines. */
  offloadByClients: number;
  /** The difference between the bytes that the server counts as sent and those that the engines count as received from it. */
  disagreement: number;
  /** The bytes that were received but never appended, as a share of those that peers sent. */
  wasted: number;
  stalls: number;
  stalledSec: number;
  firstFrameMs: number;
  /** The latency behind the publisher, as median and maximum; 0 for a video. */
  latencySec: number;
  latencyWorstSec: number;
  wrongAppends: number;
  /** The unused share of CPU time. Near 0, the figures mean nothing. */
  idle: number;
}

const sum = (readings: readonly Reading[], value: (reading: Reading) => number): number =>
  readings.reduce((total, reading) => total + value(reading), 0);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Measures a crowd that watches a show. */
export async function measureCrowd(
  stage: Pick<Stage, "servedBytes">,
  show: Pick<Show, "publishedAtMs" | "close">,
  options: Omit<CrowdOptions, "atEnd" | "endShow">,
): Promise<Outcome> {
  const servedBefore = await stage.servedBytes();
  const readIdle = watchIdle();
  let end = { served: 0, idle: 0 };
  const atEnd = async () => {
    end = { served: (await stage.servedBytes()) - servedBefore, idle: readIdle() };
  };
  const readings = await watch({ ...options, atEnd, endShow: () => show.close() });
  return { ...countOutcome(readings, end.served, show), idle: end.idle };
}

function countOutcome(
  readings: Reading[],
  served: number,
  show: Pick<Show, "publishedAtMs">,
): Omit<Outcome, "idle"> {
  const appended = sum(readings, ({ bytesAppended }) => bytesAppended);
  const server = sum(readings, ({ bytesServer }) => bytesServer);
  const peer = sum(readings, ({ bytesPeer }) => bytesPeer);
  const latencies = readings.flatMap((reading) => latencyOf(reading, show) ?? []);
  return {
    readings,
    offload: 1 - served / Math.max(1, appended),
    offloadByClients: peer / Math.max(1, peer + server),
    disagreement: Math.abs(served - server) / Math.max(1, served),
    wasted: Math.max(0, server + peer - appended) / Math.max(1, peer),
    stalls: sum(readings, ({ stalls }) => stalls.length),
    stalledSec: sum(readings, ({ stalls }) => stalls.reduce((total, { forSec }) => total + forSec, 0)),
    firstFrameMs: median(readings.map(({ firstFrameMs }) => firstFrameMs ?? Number.POSITIVE_INFINITY)),
    latencySec: median(latencies),
    latencyWorstSec: Math.max(0, ...latencies),
    wrongAppends: sum(readings, ({ wrongAppends }) => wrongAppends),
  };
}

/** Returns the time between the publication of a frame and its display. */
function latencyOf({ newest, positionSec, atMs }: Reading, { publishedAtMs }: Pick<Show, "publishedAtMs">) {
  const publishedMs = newest ? publishedAtMs(newest.number) : undefined;
  if (!newest || publishedMs === undefined) return undefined;
  return (atMs - publishedMs) / 1000 + newest.endSec - positionSec;
}

/** Returns the largest share of the allowed upload that a viewer used, on a line with this many kbit/s. */
export function largestUse(
  readings: readonly Reading[],
  upKbps: readonly number[],
  uploadPercent: number,
): number {
  const shares = readings.map(({ bytesUp, watchedSec }, index) => {
    const allowed = ((upKbps[index] ?? 0) * 125 * uploadPercent * watchedSec) / 100;
    return bytesUp / Math.max(1, allowed);
  });
  return Math.max(0, ...shares);
}
