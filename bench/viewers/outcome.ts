import type { SwarmShow, SwarmStage } from "../../harness/swarm/stage.ts";
import { type CrowdOptions, type ViewerReading, watchWithCrowd } from "./crowd.ts";
import { watchIdle } from "./idle.ts";

/** The result of one group of viewers. Bytes are bytes of media, and shares are from 0 to 1. */
export interface CrowdOutcome {
  readings: ViewerReading[];
  /** The share of the bytes in players' buffers that did not come from the server, by the server's own count. */
  offload: number;
  /** The offload as counted by the engines. */
  offloadByClients: number;
  /** The difference between the bytes that the server counts as sent and those that the engines count as received from it. */
  disagreement: number;
  /** The share of bytes sent by peers that were received but never appended. */
  wasted: number;
  stalls: number;
  stalledSec: number;
  firstFrameMs: number;
  /** The delay behind the publisher, in seconds: the median, followed by the maximum. Both are 0 for a video. */
  latencySec: number;
  latencyWorstSec: number;
  wrongAppends: number;
  /** The unused share of CPU time. If it is near 0, the figures are meaningless. */
  idle: number;
}

const sumReadings = (readings: readonly ViewerReading[], value: (reading: ViewerReading) => number): number =>
  readings.reduce((total, reading) => total + value(reading), 0);

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Measures one group of viewers who watch the same video or live. */
export async function measureCrowd(
  stage: Pick<SwarmStage, "servedBytes">,
  show: Pick<SwarmShow, "publishedAtMs" | "close">,
  options: Omit<CrowdOptions, "atEnd" | "endShow">,
): Promise<CrowdOutcome> {
  const servedBefore = await stage.servedBytes();
  const readIdle = watchIdle();
  let end = { served: 0, idle: 0 };
  const atEnd = async () => {
    end = { served: (await stage.servedBytes()) - servedBefore, idle: readIdle() };
  };
  const readings = await watchWithCrowd({ ...options, atEnd, endShow: () => show.close() });
  return { ...countOutcome(readings, end.served, show), idle: end.idle };
}

function countOutcome(
  readings: ViewerReading[],
  served: number,
  show: Pick<SwarmShow, "publishedAtMs">,
): Omit<CrowdOutcome, "idle"> {
  const appended = sumReadings(readings, ({ bytesAppended }) => bytesAppended);
  const server = sumReadings(readings, ({ bytesServer }) => bytesServer);
  const peer = sumReadings(readings, ({ bytesPeer }) => bytesPeer);
  const latencies = readings.flatMap((reading) => latencyOf(reading, show) ?? []);
  return {
    readings,
    offload: 1 - served / Math.max(1, appended),
    offloadByClients: peer / Math.max(1, peer + server),
    disagreement: Math.abs(served - server) / Math.max(1, served),
    wasted: Math.max(0, server + peer - appended) / Math.max(1, peer),
    stalls: sumReadings(readings, ({ stalls }) => stalls.length),
    stalledSec: sumReadings(readings, ({ stalls }) =>
      stalls.reduce((total, { forSec }) => total + forSec, 0),
    ),
    firstFrameMs: computeMedian(readings.map(({ firstFrameMs }) => firstFrameMs ?? Number.POSITIVE_INFINITY)),
    latencySec: computeMedian(latencies),
    latencyWorstSec: Math.max(0, ...latencies),
    wrongAppends: sumReadings(readings, ({ wrongAppends }) => wrongAppends),
  };
}

/** Returns the time between the publication of a frame and its display to a viewer. */
function latencyOf(
  { newest, positionSec, atMs }: ViewerReading,
  { publishedAtMs }: Pick<SwarmShow, "publishedAtMs">,
) {
  const publishedMs = newest ? publishedAtMs(newest.number) : undefined;
  if (!newest || publishedMs === undefined) return undefined;
  return (atMs - publishedMs) / 1000 + newest.endSec - positionSec;
}

/** Returns the largest share of the allowed upload that any viewer used on a line of the given kbit/s. */
export function largestUse(
  readings: readonly ViewerReading[],
  upKbps: readonly number[],
  uploadPercent: number,
): number {
  const shares = readings.map(({ bytesUp, watchedSec }, index) => {
    const allowed = ((upKbps[index] ?? 0) * 125 * uploadPercent * watchedSec) / 100;
    return bytesUp / Math.max(1, allowed);
  });
  return Math.max(0, ...shares);
}
