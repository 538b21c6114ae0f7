import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fillPath, routes } from "@shoal/contract";
import { eventually, freePorts, H264, makeClip, testPicture, testTone, VIEWER_AGENT } from "@shoal/testkit";
import { type Account, openAccount, uploadFile, waitForVideo } from "../harness/account.ts";
import { superviseBalancer } from "../harness/cluster/balancer.ts";
import { type ClusterOptions, startCluster, type TestCluster } from "../harness/cluster/cluster.ts";
import { openPlatformLog } from "../harness/test-artifacts.ts";
import type { Bench, Figure } from "./bench.ts";
import { cpuSecondsOf } from "./edge-process.ts";
import { formatGetRequest, formatPostRequest, sendLoad } from "./load-generator.ts";

const TARGET_RATIO = 0.95;
const WORKER_COUNTS = [1, 2, 4];
/** The number of videos. It is a multiple of the largest number of workers, so no worker is idle while another encodes the last video. */
const FILM_COUNT = Number(process.env.SHOAL_BENCH_FILMS ?? 8);
const FILM_DURATION_SEC = 20;
/** The time limit for encoding. A single worker on a fifth of a core takes minutes. */
const ENCODE_TIMEOUT_MS = 30 * 60_000;
const INPUT_QUALITIES = [
  { bitrate: 800, resolution: { width: 854, height: 480 }, FPS: 30 },
  { bitrate: 400, resolution: { width: 640, height: 360 }, FPS: 30 },
];
const CONNECTION_COUNT = 8;
const WARM_UP_MS = 5_000;
/** The number of turns. One process and two processes alternate, so a slowdown of the machine affects both. */
const TURN_COUNT = Number(process.env.SHOAL_BENCH_ROUNDS ?? 5);
const TURN_DURATION_MS = 5_000;
const REQUEST_COUNT = 400;
/** The settings that switch rate limits off. */
const UNLIMITED_RATES = {
  LIMIT_CALLS_PER_USER: "900000/900",
  PLAYS_PER_MINUTE: "10000000",
  PLAYS_PER_CLIENT_PER_MINUTE: "10000000",
};

async function withCluster<T>(
  options: Pick<ClusterOptions, "env" | "workers" | "workerCores">,
  work: (cluster: TestCluster, account: Account) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), "shoal-bench-"));
  // If a process does not respond, the last lines of its log contain the reason.
  const log = openPlatformLog(dataDir);
  let cluster: TestCluster | undefined;
  try {
    cluster = await startCluster({ ...options, dataDir, onLine: log.write });
    return await work(cluster, await openAccount(cluster));
  } catch (error) {
    throw new Error(`The cluster's last lines:\n${log.tail()}`, { cause: error });
  } finally {
    await cluster?.stop();
    await log.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const isEncoded = ({ encodingStatus, playable }: { encodingStatus: string; playable: boolean }) =>
  encodingStatus === "encoded" && playable;

const makeFilm = (durationSec: number) =>
  makeClip("film.mp4", [
    ...testPicture({ size: "1280x720", durationSec }),
    ...testTone(durationSec),
    ...H264,
  ]);

/**
 * The workers' half of this machine's cores, of which they leave a fifth idle even when all are busy. The rest of the cluster has
 * the other half, so it costs four workers no more than one.
 */
const CORES_OF_WORKERS = availableParallelism() >> 1;
const WORKER_CORES = {
  share: Math.min(1, (0.8 * CORES_OF_WORKERS) / Math.max(...WORKER_COUNTS)),
  list: `0-${CORES_OF_WORKERS - 1}`,
};

/** Returns how many seconds this number of workers need to encode the same videos. */
const measureEncodeSec = (workers: number, film: Buffer): Promise<number> =>
  withCluster({ workers, workerCores: WORKER_CORES }, async ({ hasWorkerLimits }, account) => {
    if (!hasWorkerLimits)
      throw new Error("Workers share all cores here: limits need root, ip and cgroups that can be written");
    const startMs = performance.now();
    const uuids = await Promise.all(
      Array.from({ length: FILM_COUNT }, (_, n) =>
        uploadFile(account, `Film ${n}`, film, { inputQualities: INPUT_QUALITIES }),
      ),
    );
    const read = (id: string) => account.call(routes.getVideo, { params: { id } });
    const isDone = (uuid: string) => async () => isEncoded(await read(uuid));
    await Promise.all(
      uuids.map((uuid) => eventually(isDone(uuid), { limitMs: ENCODE_TIMEOUT_MS, everyMs: 200 })),
    );
    return (performance.now() - startMs) / 1_000;
  });

/** Measures different numbers of workers in namespaces. Each worker has the same share of a core. */
async function measureWorkers(): Promise<Figure[]> {
  if (CORES_OF_WORKERS === 0) throw new Error("Workers need a core beside the rest of the cluster");
  const film = await makeFilm(FILM_DURATION_SEC);
  const took = new Map<number, number>();
  for (const workers of WORKER_COUNTS) took.set(workers, await measureEncodeSec(workers, film));
  const alone = took.get(1) ?? Number.NaN;
  return WORKER_COUNTS.slice(1).map((workers) => {
    const sec = took.get(workers) ?? Number.NaN;
    const share = alone / sec / workers;
    return {
      name: `${workers} workers: encode throughput against 1, for each worker`,
      value: share.toFixed(2),
      reach: `≥ ${TARGET_RATIO}`,
      isReached: share >= TARGET_RATIO,
      detail: `${FILM_COUNT} films of ${FILM_DURATION_SEC} s from upload to encoded: ${alone.toFixed(1)} s with 1, ${sec.toFixed(1)} s with ${workers}; each is in a network namespace and a cgroup of ${WORKER_CORES.share} of a core, on ${CORES_OF_WORKERS} of ${availableParallelism()} cores of this machine; the rest of the cluster has the others`,
    };
  });
}

interface LoadTarget {
  name: string;
  requests: string[];
  /** The addresses of the two api processes. */
  urls: readonly string[];
  pids: (number | undefined)[];
}

/** Measures lists and play sessions by one process and by two, both behind nginx. */
const measurePairs = (): Promise<Figure[]> =>
  withCluster({ workers: 1, env: UNLIMITED_RATES }, async (cluster, account) => {
    const film = await makeFilm(6);
    const uuid = await uploadFile(account, "Film", film, { inputQualities: INPUT_QUALITIES });
    await waitForVideo(account, uuid, isEncoded);
    const pidsOf = (...names: string[]) => names.map((name) => cluster.members.get(name)?.pid());
    const list = fillPath(`${routes.listVideos.path}?page=1&pagesize=20`);
    const loads: LoadTarget[] = [
      {
        name: "lists",
        requests: [formatGetRequest(list, { authorization: `Bearer ${account.credential}` })],
        urls: cluster.apiUrls,
        pids: pidsOf("api-1", "api-2"),
      },
      {
        name: "play sessions",
        requests: Array.from({ length: REQUEST_COUNT }, (_, viewer) =>
          formatPostRequest(
            `/play/${uuid}`,
            {},
            { "X-Forwarded-For": `90.${viewer % 64}.7.${1 + (viewer % 250)}`, "User-Agent": VIEWER_AGENT },
          ),
        ),
        urls: cluster.edgeUrls,
        pids: pidsOf("edge-1", "edge-2"),
      },
    ];
    const figures: Figure[] = [];
    for (const load of loads) figures.push(await measurePair(load));
    return figures;
  });

/** Measures one process and two. The single process is also behind the balancer, which adds its own costs. */
async function measurePair(load: LoadTarget): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-balancer-"));
  const [one, both] = await freePorts(2);
  const behind = load.urls.map((url) => Number(new URL(url).port));
  const balancer = await superviseBalancer({
    folder,
    places: [
      { name: "one", port: one, behind: behind.slice(0, 1) },
      { name: "both", port: both, behind },
    ],
    streams: [],
    onLine: () => undefined,
  });
  try {
    for (const port of [one, both]) await sendTo(port, load.requests, WARM_UP_MS);
    const turns: { one: RequestRate; both: RequestRate }[] = [];
    for (let turn = 0; turn < TURN_COUNT; turn++)
      turns.push({ one: await measureLoad(load, one), both: await measureLoad(load, both) });
    const shares = turns.map((turn) => turn.both.perCpuSec / turn.one.perCpuSec);
    const share = middleOf(shares);
    const words = (rates: readonly RequestRate[]) =>
      `${middleOf(rates.map(({ perSec }) => perSec)).toFixed(0)} a second, ${middleOf(rates.map(({ perCpuSec }) => perCpuSec)).toFixed(0)} for each second of CPU`;
    return {
      name: `two processes behind a balancer: ${load.name} a second against one, per core`,
      value: share.toFixed(2),
      reach: `≥ ${TARGET_RATIO}`,
      isReached: share >= TARGET_RATIO,
      detail: `one behind it: ${words(turns.map((turn) => turn.one))}; two: ${words(turns.map((turn) => turn.both))}; the middle one of ${shares.map((each) => each.toFixed(2)).join(", ")}`,
    };
  } finally {
    balancer.letEnd();
    await balancer.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface RequestRate {
  perSec: number;
  perCpuSec: number;
}

async function measureLoad({ requests, pids }: LoadTarget, port: number): Promise<RequestRate> {
  const cpuSec = () => pids.reduce<number>((sum, pid) => sum + (pid ? cpuSecondsOf(pid) : 0), 0);
  const before = cpuSec();
  const { responses } = await sendTo(port, requests, TURN_DURATION_MS);
  return { perSec: responses / (TURN_DURATION_MS / 1_000), perCpuSec: responses / (cpuSec() - before) };
}

const sendTo = (port: number, requests: string[], durationMs: number) =>
  sendLoad({ origin: `http://127.0.0.1:${port}`, requests, connections: CONNECTION_COUNT, durationMs });

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

export const severalBench: Bench[] = [
  { name: "several-workers", run: measureWorkers },
  { name: "several-processes", run: measurePairs },
];
