import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CdnEntryDescriptor } from "@shoal/contract/edge";
import { type CdnHarness, fileOf, startCdnHarness } from "../apps/edge/src/testing/cdn-harness.ts";
import { startEdgeHarness } from "../apps/edge/src/testing/edge-harness.ts";
import { startFrontNginx } from "../apps/edge/src/testing/front-nginx.ts";
import type { Bench, Figure } from "./bench.ts";
import { requestAtOnce } from "./cdn-viewers.ts";
import { cpuSecondsOf } from "./edge-process.ts";
import { computeMedian } from "./live/quantile.ts";
import { formatGetRequest, sendLoad } from "./load-generator.ts";
import { readMachineCpuSec } from "./machine-cpu.ts";
import { startNginx } from "./nginx.ts";

const CONNECTION_COUNT = 16;
const WARM_UP_MS = 1_500;
const ROUND_DURATION_MS = 2_500;
const ROUND_COUNT = 5;
const TARGET_SHARE = 0.9;
/** The size of each file, which is the size of a segment of 4 s at 2 Mbit/s. */
const FILE_SIZE_BYTES = 1_000_000;
const VIEWER_COUNT = 200;
const COLD_FILE_BYTES = 50_000_000;
const CHANGE_COUNT = 5;
const TARGET_IN_FORCE_MS = 5_000;

/** A measured server: the edge or the reference. Both send the same bytes. */
interface MeasuredServer {
  origin: string;
  paths: string[];
  /** Returns the CPU seconds of all processes of the server. */
  cpuSec: () => number;
}

/** Compares how many bytes per CPU second the edge and the reference send, by CPU time of the machine and of the processes. */
async function compareServers(
  ours: MeasuredServer,
  peer: MeasuredServer,
): Promise<{ machine: number; own: number; detail: string }> {
  for (const sender of [ours, peer]) await generateLoadOn(sender, WARM_UP_MS);
  const rounds: { ours: ServerSpeed; peer: ServerSpeed }[] = [];
  for (let round = 0; round < ROUND_COUNT; round += 1)
    rounds.push({ peer: await measureSpeed(peer), ours: await measureSpeed(ours) });
  const ratio = (count: keyof ServerSpeed) =>
    computeMedian(rounds.map((round) => round.ours[count] / round.peer[count]));
  const speed = (who: "ours" | "peer") =>
    (computeMedian(rounds.map((round) => round[who].machine)) / 1e9).toFixed(2);
  const detail = `${speed("ours")} GB, plain nginx ${speed("peer")} GB per CPU second of the machine; by what is counted for their processes ${ratio("own").toFixed(2)}`;
  return { machine: ratio("machine"), own: ratio("own"), detail };
}

interface ServerSpeed {
  machine: number;
  own: number;
}

async function measureSpeed(sender: MeasuredServer): Promise<ServerSpeed> {
  const before = { machine: readMachineCpuSec(), own: sender.cpuSec() };
  const { bytes, cpuSec, failures } = await generateLoadOn(sender, ROUND_DURATION_MS);
  if (failures > 0) throw new Error(`${failures} answers failed`);
  const machine = readMachineCpuSec() - before.machine - cpuSec;
  return { machine: bytes / machine, own: bytes / (sender.cpuSec() - before.own) };
}

const generateLoadOn = ({ origin, paths }: MeasuredServer, durationMs: number) =>
  sendLoad({
    origin,
    requests: paths.map((path) => formatGetRequest(path)),
    connections: CONNECTION_COUNT,
    durationMs,
  });

async function plainServerOf(folder: string, files: readonly Buffer[]) {
  const root = join(folder, "plain");
  await mkdir(root, { recursive: true });
  await Promise.all(files.map((bytes, number) => writeFile(join(root, `${number}.m4s`), bytes)));
  const server = await startNginx({ root, hasTls: false });
  const sender = {
    origin: server.origin,
    paths: files.map((_, number) => `/${number}.m4s`),
    cpuSec: () => cpuSecondsOf(server.pid),
  };
  return { sender, stop: () => server.stop() };
}

/** Returns the CPU seconds of this process, which runs only the edge. */
function ownCpuSec(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function workersOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.trim().split(/\s+/).map(Number);
}

async function measureHits(harness: CdnHarness): Promise<Figure> {
  const bytes = randomBytes(FILE_SIZE_BYTES);
  harness.origin.files.set("/hit.m4s", fileOf(harness.origin, bytes));
  const { key } = harness.entry();
  const pids = [harness.nginxPid(), ...(await workersOf(harness.nginxPid()))];
  const cpuSec = () => ownCpuSec() + pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  const plain = await plainServerOf(harness.edge.folder, [bytes]);
  try {
    const ours = { origin: harness.url, paths: [`/cdn/${key}/hit.m4s`], cpuSec };
    const { machine, detail } = await compareServers(ours, plain.sender);
    return {
      name: `CDN hit of ${FILE_SIZE_BYTES / 1_000_000} MB, bytes per CPU second against plain nginx of the same file`,
      value: `${machine.toFixed(2)} of nginx`,
      reach: `≥ ${TARGET_SHARE}`,
      isReached: machine >= TARGET_SHARE,
      detail,
    };
  } finally {
    await plain.stop();
  }
}

async function measureCold(harness: CdnHarness): Promise<Figure> {
  const bytes = randomBytes(COLD_FILE_BYTES);
  const counted = { ...harness.origin, sentBytes: 0 };
  harness.origin.files.set("/cold.mp4", fileOf(counted, bytes));
  const { key } = harness.entry();
  const startedAtMs = performance.now();
  const loaded = await requestAtOnce(`${harness.url}/cdn/${key}/cold.mp4`, VIEWER_COUNT);
  const sec = (performance.now() - startedAtMs) / 1_000;
  const without = loaded.filter((each) => each.bytes !== COLD_FILE_BYTES);
  if (without.length > 0)
    throw new Error(`${without.length} did not get all of it: ${JSON.stringify(without[0])}`);
  const share = counted.sentBytes / COLD_FILE_BYTES;
  return {
    name: `${VIEWER_COUNT} viewers ask for one cold file of ${COLD_FILE_BYTES / 1_000_000} MB at once: bytes from the origin`,
    value: `${share.toFixed(2)} × the file`,
    reach: "≤ 1.05 ×",
    isReached: share <= 1.05,
    detail: `all have it after ${sec.toFixed(0)} s`,
  };
}

/** Measures the time from a change that the api announces until the first response that reflects it. */
async function measureRuleChanges(harness: CdnHarness): Promise<Figure[]> {
  harness.origin.files.set("/change.txt", (_, res) => void res.end("text"));
  let entry = harness.entry();
  const path = () => `/cdn/${entry.key}/change.txt`;
  const save = (changes: Partial<CdnEntryDescriptor>) => {
    entry = { ...entry, ...changes, revision: entry.revision + 1 };
    harness.edge.api.setCdnEntry(entry);
  };
  const saved: number[] = [];
  const purged: number[] = [];
  for (let round = 1; round <= CHANGE_COUNT; round += 1) {
    await harness.get(path());
    saved.push(
      await measureMsUntil(
        () => save({ rules: { unauthorizedIPs: ["127.0.0.1"] } }),
        async () => (await harness.get(path())).status === 403,
      ),
    );
    await measureMsUntil(
      () => save({ rules: {} }),
      async () => (await harness.get(path())).status === 200,
    );
    purged.push(
      await measureMsUntil(
        () => save({ purges: [{ path: "/change.txt", isPrefix: false, number: round }] }),
        async () => (await harness.get(path())).cache === "MISS",
      ),
    );
  }
  const figure = (name: string, times: readonly number[]): Figure => ({
    name,
    value: `${(Math.max(...times) / 1_000).toFixed(1)} s at most`,
    reach: `≤ ${TARGET_IN_FORCE_MS / 1_000} s`,
    isReached: Math.max(...times) <= TARGET_IN_FORCE_MS,
    detail: `${times.length} times, median ${(computeMedian(times) / 1_000).toFixed(1)} s`,
  });
  return [figure("CDN entry saved → in force", saved), figure("CDN purge of an address → gone", purged)];
}

async function measureMsUntil(change: () => void, isSeen: () => Promise<boolean>): Promise<number> {
  const startedAtMs = performance.now();
  change();
  while (!(await isSeen())) if (performance.now() - startedAtMs > 60_000) throw new Error("Nothing changed");
  return performance.now() - startedAtMs;
}

async function runEntries(): Promise<Figure[]> {
  // The load generator requests the entry by the name localhost.
  const harness = await startCdnHarness({ publicHosts: ["127.0.0.1", "localhost"] });
  try {
    return [await measureHits(harness), await measureCold(harness), ...(await measureRuleChanges(harness))];
  } finally {
    await harness.close();
  }
}

/** Measures platform segments that nginx serves after the edge behind it has authorized the viewer. */
async function runSegments(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const segmentBytes of [50_000, 500_000]) figures.push(await measureSegments(segmentBytes));
  return figures;
}

async function measureSegments(segmentBytes: number): Promise<Figure> {
  // The permits are in a memory file system, as they are in production.
  const permits = await mkdtemp("/dev/shm/shoal-permits-");
  const files = await mkdtemp(join(tmpdir(), "shoal-segments-"));
  const harness = await startEdgeHarness({
    isCacheInFront: true,
    permitsDir: permits,
    segmentFiles: { folder: files, maxBytes: 1e9 },
  });
  const segments = Array.from({ length: 6_000_000 / segmentBytes }, () => randomBytes(segmentBytes));
  const front = await startFrontNginx(harness.edge.url, join(harness.folder, "front"), {
    permits,
    segments: files,
  });
  const plain = await plainServerOf(harness.folder, segments);
  try {
    const { uuid } = await harness.publish({}, segments);
    const { hlsUrl } = await harness.play(uuid);
    const paths = segments.map((_, number) => new URL(`v0/${number}.m4s`, hlsUrl).pathname);
    const cpuSec = () => ownCpuSec() + cpuSecondsOf(front.pid);
    const { machine, detail } = await compareServers({ origin: front.url, paths, cpuSec }, plain.sender);
    return {
      name: `own segments of ${segmentBytes / 1_000} kB through deploy/nginx, bytes per CPU second against plain nginx`,
      value: `${machine.toFixed(2)} of nginx`,
      reach: `≥ ${TARGET_SHARE}`,
      isReached: machine >= TARGET_SHARE,
      detail,
    };
  } finally {
    await plain.stop();
    await front.stop();
    await harness.close();
    for (const folder of [permits, files]) await rm(folder, { recursive: true });
  }
}

export const cdnBench: Bench[] = [
  { name: "cdn-entries", run: runEntries },
  { name: "cdn-segments", run: runSegments },
];
