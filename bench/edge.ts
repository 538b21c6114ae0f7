import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type EdgeHarness, startEdgeHarness } from "../apps/edge/src/testing/edge-harness.ts";
import type { Bench, Figure } from "./bench.ts";
import { cpuSecondsOf, startEdgeProcess } from "./edge-process.ts";
import { formatGetRequest, sendLoad } from "./load-generator.ts";
import { readMachineCpuSec } from "./machine-cpu.ts";
import { startNginx } from "./nginx.ts";

/** The size in bytes of what viewers of one video request at the same time: a few segments of every rendition. */
const HOT_FILE_BYTES = 6_000_000;
const CONNECTION_COUNT = 16;
const ROUND_DURATION_MS = 3_000;
/** The time after which Node has compiled its hot code. */
const WARM_UP_MS = 6_000;
const ROUND_COUNT = 3;

/** A case of the comparison with nginx. @property reach the minimum share of nginx's bytes per CPU second. */
interface SegmentCase {
  segmentBytes: number;
  hasTls: boolean;
  reach: number;
}

/** Video segments that are read from memory. */
export const VIDEO_CASE: SegmentCase = { segmentBytes: 500_000, hasTls: false, reach: 0.4 };
/** The measured cases. 50 kB is a segment of audio or of a low rung. With TLS, nginx is in front of the edge. */
const SEGMENT_CASES: readonly SegmentCase[] = [
  VIDEO_CASE,
  { segmentBytes: 50_000, hasTls: false, reach: 0.4 },
  { segmentBytes: 500_000, hasTls: true, reach: 0.4 },
  { segmentBytes: 50_000, hasTls: true, reach: 0.4 },
];

interface MeasuredServer {
  origin: string;
  /** The ids of all processes of the server. */
  pids: number[];
  paths: string[];
  stop(): Promise<void>;
}

/** Measures the bytes per CPU second of the edge and of nginx with the same segments, warm and alternating. */
async function measureSegments(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const each of SEGMENT_CASES) figures.push(await measureCase(each));
  return figures;
}

export async function measureCase(each: SegmentCase): Promise<Figure> {
  const harness = await startEdgeHarness();
  const count = HOT_FILE_BYTES / each.segmentBytes;
  const segments = Array.from({ length: count }, () => randomBytes(each.segmentBytes));
  const servers = {
    edge: await startEdge(harness, segments, each),
    nginx: await startFiles(harness.folder, segments, each),
  };
  try {
    for (const server of Object.values(servers)) await generateLoadOn(server, WARM_UP_MS);
    const rounds: Record<keyof typeof servers, ServerSpeed>[] = [];
    for (let round = 0; round < ROUND_COUNT; round += 1)
      rounds.push({ nginx: await measureSpeed(servers.nginx), edge: await measureSpeed(servers.edge) });
    return figureOf(each, rounds);
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    await harness.close();
  }
}

/** The bytes per second of CPU time. */
interface ServerSpeed {
  /** The bytes sent per second of CPU time that the kernel accounts to the threads of the server's processes. */
  own: number;
  /**
   * The bytes sent per CPU second of the whole machine, without the load generator. This includes kernel work that is charged to no
   * process.
   */
  machine: number;
}

function figureOf(
  { segmentBytes, hasTls, reach }: SegmentCase,
  rounds: Record<"edge" | "nginx", ServerSpeed>[],
): Figure {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const ratioOf = (count: keyof ServerSpeed) =>
    median(rounds.map(({ edge, nginx }) => edge[count] / nginx[count]));
  const gigabytes = (name: "edge" | "nginx") =>
    (median(rounds.map((round) => round[name].machine)) / 1e9).toFixed(2);
  const ratio = ratioOf("machine");
  const kind = `${segmentBytes / 1_000} kB warm${hasTls ? ", TLS by nginx in front" : ""}`;
  return {
    name: `edge segment delivery, ${kind}, bytes per CPU second against nginx`,
    value: `${ratio.toFixed(2)} of nginx`,
    reach: `≥ ${reach}`,
    unitCosts: { gigabyte: 1e9 / median(rounds.map((round) => round.edge.machine)) },
    isReached: ratio >= reach,
    detail: `edge ${gigabytes("edge")} GB, nginx ${gigabytes("nginx")} GB per CPU second of the machine; by what is counted for their processes ${ratioOf("own").toFixed(2)}`,
  };
}

async function measureSpeed(server: MeasuredServer): Promise<ServerSpeed> {
  const ownSec = () => server.pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  const before = { own: ownSec(), machine: readMachineCpuSec() };
  const { bytes, cpuSec } = await generateLoadOn(server, ROUND_DURATION_MS);
  const machine = readMachineCpuSec() - before.machine - cpuSec;
  return { own: bytes / (ownSec() - before.own), machine: bytes / machine };
}

const generateLoadOn = ({ origin, paths }: MeasuredServer, durationMs: number) =>
  sendLoad({
    origin,
    requests: paths.map((path) => formatGetRequest(path)),
    connections: CONNECTION_COUNT,
    durationMs,
  });

async function startEdge(
  harness: EdgeHarness,
  segments: Buffer[],
  { hasTls }: SegmentCase,
): Promise<MeasuredServer> {
  const { uuid } = await harness.publish({}, segments);
  const edge = await startEdgeProcess({ ...harness.config, spoolDir: join(harness.folder, "edge-spool") });
  const { hlsUrl } = await harness.play(uuid);
  const paths = segments.map((_, number) => new URL(`v0/${number}.m4s`, hlsUrl).pathname);
  if (!hasTls) return { origin: edge.url, pids: [edge.pid], paths, stop: () => edge.stop() };
  const front = await startNginx({ root: join(harness.folder, "front"), upstream: edge.url, hasTls });
  const stop = async () => void (await Promise.all([front.stop(), edge.stop()]));
  return { origin: front.origin, pids: [front.pid, edge.pid], paths, stop };
}

async function startFiles(
  folder: string,
  segments: Buffer[],
  { hasTls }: SegmentCase,
): Promise<MeasuredServer> {
  const root = join(folder, "nginx");
  await mkdir(root, { recursive: true });
  await Promise.all(segments.map((bytes, number) => writeFile(join(root, `${number}.m4s`), bytes)));
  const server = await startNginx({ root, hasTls });
  return { ...server, pids: [server.pid], paths: segments.map((_, number) => `/${number}.m4s`) };
}

export const edgeBench: Bench[] = [{ name: "edge", run: measureSegments }];
