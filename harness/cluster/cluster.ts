import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { startClickHouse } from "@shoal/engines";
import { workerRoleOf } from "@shoal/lifecycle";
import { eventually, freePorts } from "@shoal/testkit";
import { hasRadosgw, startCeph } from "@shoal/testkit/radosgw";
import { startTestS3 } from "@shoal/testkit/test-s3";
import { createAdministratorPassword, type OneTimePassword } from "../../apps/start/src/administrator.ts";
import { superviseChild } from "../../apps/start/src/child.ts";
import { type InstallationSecrets, REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { type SupervisedProcess, supervise } from "../../apps/start/src/supervise.ts";
import { canBalanceStreams, superviseBalancer } from "./balancer.ts";
import { superviseOwnPostgres } from "./postgres.ts";
import { superviseServer } from "./supervise-server.ts";
import { openWorkerHosts, type WorkerCores } from "./worker-hosts.ts";

const REGION_NAME = "here";
const [APIS, EDGES, INGESTS] = [2, 2, 2];
const DEFAULT_WORKERS = 3;
const ONE_CORE_LIMIT: WorkerCores = { share: 1 };

export interface ClusterOptions {
  /** An empty folder, or the folder of an earlier cluster. A cluster does not keep the media and statistics of an earlier one. */
  dataDir: string;
  /** Additional settings that all processes get. */
  env?: Record<string, string>;
  workers?: number;
  /** The share of this machine's cores for each worker, if a cgroup can be created for it. The default is one core. */
  workerCores?: WorkerCores;
  /** Additional settings for individual workers, by the worker's number. */
  workerEnv?: (worker: number) => Record<string, string>;
  onLine: (name: string, line: string) => void;
}

export interface TestCluster {
  /** The addresses at which the balancer distributes requests over all processes. */
  installation: { apiUrl: string; edgeUrl: string };
  /** The addresses of individual processes, which bypass the balancer. */
  apiUrls: readonly string[];
  edgeUrls: readonly string[];
  /** The addresses at which single ingests accept publishers. */
  rtmpUrls: readonly string[];
  /** The addresses at which the balancer accepts publishers. Undefined if Debian's libnginx-mod-stream is not installed. */
  balanced: { rtmpUrl: string; srtUrl: string } | undefined;
  databaseUrl: string;
  clickhouseUrl: string;
  /** Whether each worker is actually limited to its `workerCores`. */
  hasWorkerLimits: boolean;
  /** Remarks on the parts of this cluster, and on how and why it differs from several machines. */
  remarks: readonly string[];
  /** The administrator's one-time password. Set only if this start created the account. */
  administrator: OneTimePassword | undefined;
  /** All processes that can be killed, by names such as `api-1` and `postgres`. */
  members: ReadonlyMap<string, SupervisedProcess>;
  /** The processes that a rolling upgrade replaces, in the order in which it replaces them. */
  rolling: readonly string[];
  /** Kills a process, which is restarted after a second. Resolves once the killed process is dead. */
  kill(name: string): Promise<void>;
  /** Shuts a process down gracefully. Resolves once the process that replaces it is ready. */
  replace(name: string): Promise<void>;
  /** Resolves when a killed process runs again. @param deadPid the pid of the killed process. */
  untilAgain(name: string, deadPid: number | undefined): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts an installation for several machines on this one machine. It has Debian's PostgreSQL, Redis and nginx, one analytics
 * shard, and Debian's radosgw or a small S3 in this process. Two apis, edges and ingests are behind the balancer. Three workers run
 * in network namespaces if this process runs as root. All servers listen on free ports of loopback, and processes that die are
 * restarted.
 * @throws Error that states what to install.
 */
export async function startCluster({
  dataDir,
  env = {},
  workers: count = DEFAULT_WORKERS,
  workerCores = ONE_CORE_LIMIT,
  workerEnv = () => ({}),
  onLine,
}: ClusterOptions): Promise<TestCluster> {
  // PostgreSQL refuses to run as root, so it gets a separate user.
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o711);
  const secrets = await readSecrets(dataDir);
  const started: SupervisedProcess[] = [];
  const undo: (() => Promise<void>)[] = [];
  const keep = <K extends SupervisedProcess>(kept: K): K => {
    started.push(kept);
    return kept;
  };
  const stop = async () => {
    for (const kept of started) kept.letEnd();
    for (const kept of started.toReversed()) await kept.stop();
    for (const step of undo.reverse()) await step();
  };
  try {
    const ports = await reservePorts();
    const hosts = await openWorkerHosts(count, workerCores);
    if (hosts) undo.push(() => hosts.close());
    const engines = await startEngines({ dataDir, secrets, ports, keep, undo, onLine });
    const at = (port: number) => `http://127.0.0.1:${port}`;
    const edgeUrls = ports.edges.map(({ port }) => at(port));
    const cluster = edgeUrls.map((url) => `${REGION_NAME}=${url}`).join(",");
    const rtmpUrls = ports.ingests.map(({ rtmp }) => `rtmp://127.0.0.1:${rtmp}/live`);
    const balanced = canBalanceStreams()
      ? { rtmpUrl: `rtmp://127.0.0.1:${ports.rtmp}/live`, srtUrl: `srt://127.0.0.1:${ports.srt}` }
      : undefined;
    const shared = {
      MEDIA_STORE: engines.store.location,
      S3_ACCESS_KEY_ID: engines.store.accessKeyId,
      S3_SECRET_ACCESS_KEY: engines.store.secretAccessKey,
      INTERNAL_SECRET: secrets.internal,
      CLICKHOUSE_URL: engines.clickhouseUrl,
      API_PUBLIC_URL: at(ports.api),
      EDGE_PUBLIC_URL: at(ports.edge),
      API_INTERNAL_URL: at(ports.apiInternal),
      EDGE_CLUSTER: cluster,
      TRUSTED_PROXIES: "127.0.0.1",
      FETCH_ALLOW_PRIVATE: "true",
      ...env,
    };
    const start = async (
      name: string,
      script: string,
      own: Record<string, string>,
      through: readonly string[] = [],
    ) =>
      keep(
        await superviseChild({
          name,
          script,
          env: { ...shared, ...own },
          isWatching: false,
          through,
          onLine,
        }),
      );
    const apis = ports.apis.map(({ port, internal }, n) =>
      start(`api-${n + 1}`, "apps/api/src/main.ts", {
        PORT: String(port),
        INTERNAL_PORT: String(internal),
        DATABASE_URL: engines.databaseUrl,
        REDIS_URL: engines.redisUrl,
        WORKER_DATABASE_PASSWORD: secrets.workerDatabase,
        RTMP_PUBLIC_URL: balanced?.rtmpUrl ?? rtmpUrls[0] ?? "",
        SRT_PUBLIC_URL: balanced?.srtUrl ?? `srt://127.0.0.1:${ports.ingests[0]?.srt}`,
        CAPTURE_PUBLIC_URL: `ws://127.0.0.1:${ports.ingests[0]?.capture}/capture`,
        DASHBOARD_DIR: join(REPOSITORY_ROOT, "apps/dashboard/dist"),
        MAIL_DIR: join(dataDir, "mails"),
      }),
    );
    // Both apis start together on an empty database. One creates the tables while the other waits.
    await awaitSettled(apis);
    const balancer = superviseBalancer({
      folder: join(dataDir, "nginx"),
      places: [
        { name: "api", port: ports.api, behind: ports.apis.map(({ port }) => port) },
        { name: "api_internal", port: ports.apiInternal, behind: ports.apis.map(({ internal }) => internal) },
        { name: "edge", port: ports.edge, behind: ports.edges.map(({ port }) => port) },
      ],
      streams: balanced
        ? [
            { name: "rtmp", port: ports.rtmp, behind: ports.ingests.map(({ rtmp }) => rtmp), isUdp: false },
            { name: "srt", port: ports.srt, behind: ports.ingests.map(({ srt }) => srt), isUdp: true },
          ]
        : [],
      onLine,
    });
    keep(await balancer);
    const edges = ports.edges.map(({ port, internal }, n) =>
      start(`edge-${n + 1}`, "apps/edge/src/main.ts", {
        PORT: String(port),
        INTERNAL_PORT: String(internal),
        EDGE_PUBLIC_URL: edgeUrls[n] ?? "",
        REDIS_URL: engines.redisUrl,
        PLAYBACK_SECRETS: secrets.playback,
        SPOOL_DIR: join(dataDir, `edge-${n + 1}`, "beacons"),
      }),
    );
    const ingests = ports.ingests.map(({ rtmp, srt, capture, internal }, n) =>
      start(`ingest-${n + 1}`, "apps/ingest/src/main.ts", {
        INTERNAL_PORT: String(internal),
        RTMP_HOST: "127.0.0.1",
        RTMP_PORT: String(rtmp),
        SRT_HOST: "127.0.0.1",
        SRT_PORT: String(srt),
        CAPTURE_HOST: "127.0.0.1",
        CAPTURE_PORT: String(capture),
      }),
    );
    const ofWorkers = {
      DATABASE_URL: engines.workerDatabaseUrl,
      MEDIA_STORE: engines.store.location,
      API_INTERNAL_URL: at(ports.apiInternal),
    };
    if (hosts) {
      for (const port of [ports.postgres, ports.apiInternal, engines.store.port]) await hosts.forward(port);
      for (const name of Object.keys(ofWorkers) as (keyof typeof ofWorkers)[])
        ofWorkers[name] = ofWorkers[name].replace("127.0.0.1", hosts.host);
    }
    const workers = Array.from({ length: count }, (_, n) =>
      start(
        `worker-${n + 1}`,
        "apps/worker/src/main.ts",
        {
          ...ofWorkers,
          PORT: "0",
          WORK_DIR: join(dataDir, `worker-${n + 1}`),
          WORKER_SLOTS: "1",
          ...workerEnv(n),
        },
        hosts?.through(n),
      ),
    );
    await awaitSettled([...edges, ...ingests, ...workers]);
    await hosts?.yieldToOthers();
    const administrator = await createAdministratorPassword(engines.databaseUrl, { isForced: false });
    // Processes that are started together become ready in any order.
    const byName = started.toSorted((one, other) => one.name.localeCompare(other.name, "en"));
    const members = new Map(byName.map((kept) => [kept.name, kept]));
    const find = (name: string) => {
      const kept = members.get(name);
      if (!kept) throw new Error(`There is no ${name}: ${[...members.keys()].join(", ")}`);
      return kept;
    };
    const untilAgain = async (name: string, deadPid: number | undefined) =>
      void (await eventually(() => find(name).pid() !== deadPid, {
        what: `${name} again`,
        limitMs: 120_000,
      }));
    return {
      installation: { apiUrl: at(ports.api), edgeUrl: at(ports.edge) },
      apiUrls: ports.apis.map(({ port }) => at(port)),
      edgeUrls,
      rtmpUrls,
      balanced,
      hasWorkerLimits: hosts?.hasCpuLimits ?? false,
      remarks: remarksOf({
        isRadosgw: engines.store.isRadosgw,
        isBalanced: balanced !== undefined,
        hosts,
        workerCores,
      }),
      databaseUrl: engines.databaseUrl,
      clickhouseUrl: engines.clickhouseUrl,
      administrator,
      members,
      rolling: [...members.keys()].filter((name) => /^(api|edge|ingest|worker)-/.test(name)),
      untilAgain,
      async kill(name) {
        const { pid, ended } = find(name).run();
        if (pid === undefined) return;
        process.kill(pid, "SIGKILL");
        await ended;
      },
      async replace(name) {
        const kept = find(name);
        const pid = kept.pid();
        await kept.run().stop();
        await untilAgain(name, pid);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface DetectedCluster {
  isRadosgw: boolean;
  isBalanced: boolean;
  hosts: { hasCpuLimits: boolean } | undefined;
  workerCores: WorkerCores;
}

const remarksOf = ({ isRadosgw, isBalanced, hosts, workerCores: { share } }: DetectedCluster): string[] => [
  "One analytics shard, of the embedded engine: a cluster needs a ClickHouse of today, and Debian's of 2018 does not support the statements.",
  isRadosgw
    ? "Media are in Debian's radosgw, in memory: they are lost when the cluster stops."
    : "Media are in a small S3 in the memory of this process: they are lost when the cluster stops. Debian's radosgw, ceph-mon, ceph-osd and ceph-common are not installed.",
  isBalanced
    ? "RTMP and SRT are balanced over both ingests."
    : "RTMP and SRT are not balanced, publishers choose an ingest: Debian's libnginx-mod-stream is not installed.",
  hosts
    ? `Workers are in network namespaces, ${hosts.hasCpuLimits ? `each limited to ${coresText(share)}` : "without limits of cores: this process cannot create cgroups"}.`
    : "Workers are plain processes: this process cannot create network namespaces.",
];

const coresText = (share: number) => (share === 1 ? "one core" : `${share} of a core`);

interface EngineOptions {
  dataDir: string;
  secrets: InstallationSecrets;
  ports: Awaited<ReturnType<typeof reservePorts>>;
  keep: <K extends SupervisedProcess>(kept: K) => K;
  undo: (() => Promise<void>)[];
  onLine: (name: string, line: string) => void;
}

async function startEngines(options: EngineOptions) {
  const { secrets, ports, keep, onLine, dataDir } = options;
  const redis = superviseServer({
    name: "redis",
    command: "/usr/bin/redis-server",
    args: ["--port", `${ports.redis}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    spawn: { cwd: dataDir },
    isUp: () => isListening(ports.redis),
    onLine,
  }).then(keep);
  const starting = [startDatabase(options), startAnalytics(options), startStore(options), redis] as const;
  await awaitSettled([...starting]);
  const [databaseUrl, clickhouseUrl, store] = await Promise.all(starting);
  const workerUrl = new URL(databaseUrl);
  workerUrl.username = workerRoleOf(databaseUrl);
  workerUrl.password = secrets.workerDatabase;
  return {
    databaseUrl,
    workerDatabaseUrl: workerUrl.href,
    clickhouseUrl,
    redisUrl: `redis://127.0.0.1:${ports.redis}`,
    store,
  };
}

async function startDatabase({ dataDir, secrets, ports, keep, undo, onLine }: EngineOptions) {
  const password = secrets.workerDatabase.slice(0, 32);
  const folder = join(dataDir, "postgres");
  const postgres = await superviseOwnPostgres({ folder, port: ports.postgres, password, onLine });
  undo.push(async () => postgres.close());
  keep(postgres.kept);
  return postgres.url;
}

async function startAnalytics({ dataDir, keep, onLine }: EngineOptions): Promise<string> {
  let address: Awaited<ReturnType<typeof startClickHouse>>["address"] | undefined;
  const kept = await supervise({
    name: "clickhouse",
    onLine,
    async start(signal) {
      const onLog = (line: string) => onLine("clickhouse", line);
      const folder = join(dataDir, "clickhouse");
      const running = await startClickHouse({ dataDir: folder, address, signal, onLog });
      address = running.address;
      return running;
    },
  });
  return keep(kept).run().url;
}

/** Starts Debian's radosgw if it is installed, and otherwise a small S3 server. */
async function startStore({ keep, undo, onLine, dataDir }: EngineOptions) {
  const isRadosgw = hasRadosgw();
  if (!isRadosgw) {
    const s3 = await startTestS3();
    undo.push(() => s3.close());
    return { location: s3.location, port: portOf(s3.endpoint), isRadosgw, ...s3.credentials };
  }
  const ceph = await startCeph();
  undo.push(() => ceph.close());
  const isUp = () =>
    fetch(ceph.endpoint).then(
      ({ ok }) => ok,
      () => false,
    );
  keep(
    await superviseServer({
      name: "radosgw",
      ...ceph.gateway,
      spawn: { cwd: dataDir },
      stopSignal: "SIGKILL",
      isUp,
      onLine,
    }),
  );
  const location = await ceph.addBucket("shoal");
  return { location, port: portOf(ceph.endpoint), isRadosgw, ...ceph.credentials };
}

const portOf = (url: string): number => Number(new URL(url).port);

async function reservePorts() {
  const all = await freePorts(7 + 2 * APIS + 2 * EDGES + 4 * INGESTS);
  const next = () => all.shift() ?? 0;
  const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
  return {
    api: next(),
    apiInternal: next(),
    edge: next(),
    rtmp: next(),
    srt: next(),
    postgres: next(),
    redis: next(),
    apis: many(APIS, () => ({ port: next(), internal: next() })),
    edges: many(EDGES, () => ({ port: next(), internal: next() })),
    ingests: many(INGESTS, () => ({ rtmp: next(), srt: next(), capture: next(), internal: next() })),
  };
}

/**
 * Waits until all starts have succeeded or failed, so the caller knows which processes it must stop.
 * @throws the first error.
 */
async function awaitSettled(starting: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(starting)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

async function readSecrets(dataDir: string): Promise<InstallationSecrets> {
  const path = join(dataDir, "secrets.json");
  const known = await readFile(path, "utf8").catch(() => undefined);
  if (known) return JSON.parse(known) as InstallationSecrets;
  const secret = () => randomBytes(32).toString("hex");
  const secrets = { internal: secret(), playback: `k1:${secret()}`, workerDatabase: secret() };
  await writeFile(path, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
