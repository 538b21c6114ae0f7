import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fillPath, routes } from "@shoal/contract";
import { H264, makeClip, testPicture, testTone, VIEWER_AGENT } from "@shoal/testkit";
import { type Account, openAccount, uploadFile, waitForVideo } from "../harness/account.ts";
import { type Cluster, startCluster } from "../harness/cluster/cluster.ts";
import type { Bench, Figure } from "./bench.ts";
import { cpuSecondsOf } from "./edge-process.ts";
import { getRequest, postRequest, sendLoad } from "./load-generator.ts";

const REACH = 0.95;
const WORKERS = [1, 2, 4];
const FILMS = 4;
const FILM_SEC = 30;
const QUALITIES = [
  { bitrate: 800, resolution: { width: 854, height: 480 }, FPS: 30 },
  { bitrate: 400, resolution: { width: 640, height: 360 }, FPS: 30 },
];
const CONNECTIONS = 8;
const WARM_UP_MS = 5_000;
const DURATION_MS = 15_000;
const REQUESTS = 400;

async function onCluster<T>(
  options: { workers?: number },
  work: (cluster: Cluster, account: Account) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), "shoal-bench-"));
  const cluster = await startCluster({ ...options, dataDir, onLine: () => undefined });
  try {
    return await work(cluster, await openAccount(cluster));
  } finally {
    await cluster.stop();
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

/** The seconds that this many workers need to encode the same files. */
const encodeWith = (workers: number, film: Buffer): Promise<{ sec: number; remarks: readonly string[] }> =>
  onCluster({ workers }, async (cluster, account) => {
    const startMs = performance.now();
    const uuids = await Promise.all(
      Array.from({ length: FILMS }, (_, n) =>
        uploadFile(account, `Film ${n}`, film, { inputQualities: QUALITIES }),
      ),
    );
    await Promise.all(uuids.map((uuid) => waitForVideo(account, uuid, isEncoded)));
    return { sec: (performance.now() - startMs) / 1_000, remarks: cluster.remarks };
  });

/** Workers in namespaces, each with one core. */
async function measureWorkers(): Promise<Figure[]> {
  const film = await makeFilm(FILM_SEC);
  const took = new Map<number, number>();
  let remarks: readonly string[] = [];
  for (const workers of WORKERS) {
    const measured = await encodeWith(workers, film);
    took.set(workers, measured.sec);
    remarks = measured.remarks;
  }
  const alone = took.get(1) ?? Number.NaN;
  return WORKERS.slice(1).map((workers) => {
    const cores = Math.min(workers, availableParallelism());
    const sec = took.get(workers) ?? Number.NaN;
    const share = alone / sec / cores;
    return {
      name: `${workers} workers, one core each: encode throughput against 1, per core`,
      value: share.toFixed(2),
      reach: `≥ ${REACH}`,
      isReached: share >= REACH,
      detail: `${FILMS} films of ${FILM_SEC} s from upload to encoded: ${alone.toFixed(1)} s with 1, ${sec.toFixed(1)} s with ${workers}; ${cores} of ${availableParallelism()} cores of this machine, which the rest of the cluster uses too; ${remarks.at(-1)}`,
    };
  });
}

interface Load {
  name: string;
  requests: string[];
  /** The addresses of one process, and of the balancer. */
  one: string;
  both: string;
  pids: (number | undefined)[];
}

/** Lists and play sessions by one process, and by two behind the balancer. */
const measurePairs = (): Promise<Figure[]> =>
  onCluster({ workers: 1 }, async (cluster, account) => {
    const film = await makeFilm(6);
    const uuid = await uploadFile(account, "Film", film, { inputQualities: QUALITIES });
    await waitForVideo(account, uuid, isEncoded);
    const pidsOf = (...names: string[]) => names.map((name) => cluster.members.get(name)?.pid());
    const list = fillPath(`${routes.listVideos.path}?page=1&pagesize=20`);
    const loads: Load[] = [
      {
        name: "lists",
        requests: [getRequest(list, { authorization: `Bearer ${account.credential}` })],
        one: cluster.apiUrls[0] ?? "",
        both: cluster.installation.apiUrl,
        pids: pidsOf("api-1", "api-2"),
      },
      {
        name: "play sessions",
        requests: Array.from({ length: REQUESTS }, (_, viewer) =>
          postRequest(
            `/play/${uuid}`,
            {},
            { "X-Forwarded-For": `90.${viewer % 64}.7.${1 + (viewer % 250)}`, "User-Agent": VIEWER_AGENT },
          ),
        ),
        one: cluster.edgeUrls[0] ?? "",
        both: cluster.installation.edgeUrl,
        pids: pidsOf("edge-1", "edge-2"),
      },
    ];
    const figures: Figure[] = [];
    for (const load of loads) {
      const [one, both] = [await measureLoad(load, load.one), await measureLoad(load, load.both)];
      const share = both.perCpuSec / one.perCpuSec;
      const words = ({ perSec, perCpuSec }: typeof one) =>
        `${perSec.toFixed(0)} a second, ${perCpuSec.toFixed(0)} for each second of CPU`;
      figures.push({
        name: `two processes behind a balancer: ${load.name} a second against one, per core`,
        value: share.toFixed(2),
        reach: `≥ ${REACH}`,
        isReached: share >= REACH,
        detail: `one: ${words(one)}; two: ${words(both)}`,
      });
    }
    return figures;
  });

async function measureLoad({ requests, pids }: Load, origin: string) {
  const load = (durationMs: number) => sendLoad({ origin, requests, connections: CONNECTIONS, durationMs });
  await load(WARM_UP_MS);
  const cpuSec = () => pids.reduce<number>((sum, pid) => sum + (pid ? cpuSecondsOf(pid) : 0), 0);
  const before = cpuSec();
  const { responses } = await load(DURATION_MS);
  return { perSec: responses / (DURATION_MS / 1_000), perCpuSec: responses / (cpuSec() - before) };
}

export const severalBench: Bench[] = [
  { name: "several-workers", run: measureWorkers },
  { name: "several-processes", run: measurePairs },
];
