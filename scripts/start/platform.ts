import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type RunningClickHouse, type RunningPostgres, startClickHouse, startPostgres } from "@shoal/engines";
import { administratorPassword, type OneTimePassword } from "./administrator.ts";
import { type Child, startChild } from "./child.ts";
import { forgetEndpoints, noteEndpoints } from "./endpoints.ts";
import { forgetProcesses, noteProcesses, stopLeftOvers } from "./left-overs.ts";
import { findMailDir, type Installation, ROOT, slotsPerWorker } from "./settings.ts";

export interface Platform {
  installation: Installation;
  databaseUrl: string;
  clickhouseUrl: string;
  /** Only when this start made the administrator. */
  administrator: OneTimePassword | undefined;
  children: readonly Child[];
  stop(): Promise<void>;
}

export interface PlatformOptions {
  installation: Installation;
  isWatching?: boolean;
  /** For tests: data that may be lost with the machine. */
  isThrowaway?: boolean;
  /** Given up before it is through: what has started by then is stopped. */
  signal?: AbortSignal;
  onLine: (name: string, line: string) => void;
}

const WORKER_ROLE = "shoal_worker";

/**
 * Starts everything on one machine: the embedded engines that no URL replaces, then api, edge and workers.
 * @throws Error when something does not start, or the signal's reason; nothing runs any more then.
 * @example const platform = await startPlatform({ installation: await readInstallation(), onLine: console.log });
 */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { installation, signal } = options;
  await stopLeftOvers(installation.dataDir);
  await noteProcesses(installation.dataDir, [process.pid]);
  const undo: (() => Promise<void>)[] = [() => forgetProcesses(installation.dataDir)];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const postgres = await startDatabase(options, undo);
    signal?.throwIfAborted();
    const clickhouse = await startAnalytics(installation, undo);
    signal?.throwIfAborted();
    const databaseUrl = postgres?.url ?? String(process.env.DATABASE_URL);
    const administrator = await administratorPassword(databaseUrl, { isForced: false });
    const engines = {
      postgres,
      clickhouseUrl: clickhouse?.url ?? String(process.env.CLICKHOUSE_URL),
      databaseUrl,
    };
    const children: Child[] = [];
    for (const child of processesOf(installation, engines)) {
      const running = await startChild({
        ...child,
        isWatching: options.isWatching ?? false,
        onLine: options.onLine,
      });
      children.push(running);
      undo.push(() => running.stop());
      signal?.throwIfAborted();
    }
    const pids = children.flatMap((child) => child.pid() ?? []);
    await noteProcesses(installation.dataDir, [
      process.pid,
      ...pids,
      ...(clickhouse ? [clickhouse.pid] : []),
    ]);
    undo.push(() => forgetEndpoints(installation.dataDir));
    const { clickhouseUrl } = engines;
    await noteEndpoints(installation.dataDir, { databaseUrl, clickhouseUrl, supervisorPid: process.pid });
    signal?.throwIfAborted();
    return { installation, databaseUrl, clickhouseUrl, administrator, children, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startDatabase(
  { installation, isThrowaway = false }: PlatformOptions,
  undo: (() => Promise<void>)[],
) {
  if (process.env.DATABASE_URL) return undefined;
  const postgres = await startPostgres({ dataDir: join(installation.dataDir, "postgres"), isThrowaway });
  undo.push(() => postgres.stop());
  return postgres;
}

async function startAnalytics(
  installation: Installation,
  undo: (() => Promise<void>)[],
): Promise<RunningClickHouse | undefined> {
  if (process.env.CLICKHOUSE_URL) return undefined;
  const clickhouse = await startClickHouse({ dataDir: join(installation.dataDir, "clickhouse") });
  undo.push(() => clickhouse.stop());
  return clickhouse;
}

interface Engines {
  postgres: RunningPostgres | undefined;
  databaseUrl: string;
  clickhouseUrl: string;
}

/** The processes in the order of their start, each with its settings. */
function processesOf(installation: Installation, engines: Engines) {
  const { dataDir, secrets, workers } = installation;
  const shared = {
    MEDIA_STORE: process.env.MEDIA_STORE ?? join(dataDir, "media"),
    INTERNAL_SECRET: secrets.internal,
    CLICKHOUSE_URL: engines.clickhouseUrl,
    API_PUBLIC_URL: installation.apiUrl,
    EDGE_PUBLIC_URL: installation.edgeUrl,
    API_INTERNAL_URL: `http://127.0.0.1:${installation.apiPort}`,
  };
  const api = {
    name: "api",
    script: "apps/api/src/main.ts",
    env: {
      ...shared,
      PORT: String(installation.apiPort),
      DATABASE_URL: engines.databaseUrl,
      WORKER_DATABASE_PASSWORD: secrets.workerDatabase,
      DASHBOARD_DIR: join(ROOT, "apps/dashboard/dist"),
      // SMTP_URL, MAIL_FROM, SUPPORT_EMAIL and GITHUB_… come with the environment that every process inherits.
      MAIL_DIR: findMailDir(installation) ?? "",
    },
  };
  const edge = {
    name: "edge",
    script: "apps/edge/src/main.ts",
    env: {
      ...shared,
      PORT: String(installation.edgePort),
      PLAYBACK_SECRETS: secrets.playback,
      SPOOL_DIR: join(dataDir, "beacons"),
    },
  };
  return [
    api,
    edge,
    ...Array.from({ length: workers }, (_, index) => workerOf(installation, engines, shared, index + 1)),
  ];
}

function workerOf(
  installation: Installation,
  engines: Engines,
  shared: Record<string, string>,
  number: number,
) {
  const name = installation.workers > 1 ? `worker-${number}` : "worker";
  return {
    name,
    script: "apps/worker/src/main.ts",
    env: {
      ...shared,
      PORT: "0",
      DATABASE_URL: workerDatabaseUrl(engines, installation.secrets.workerDatabase),
      WORK_DIR: join(installation.dataDir, "work"),
      WORKER_SLOTS: String(process.env.WORKER_SLOTS ?? slotsPerWorker(installation.workers)),
    },
  };
}

/** Workers sign in with a role that sees the queue alone. */
function workerDatabaseUrl({ postgres, databaseUrl }: Engines, password: string): string {
  if (postgres) return postgres.urlFor({ user: WORKER_ROLE, password });
  const url = new URL(databaseUrl);
  url.username = WORKER_ROLE;
  url.password = password;
  return url.href;
}

/** Makes the folders that processes expect. */
export async function prepareFolders({ dataDir }: Installation): Promise<void> {
  for (const name of ["media", "work", "beacons"]) await mkdir(join(dataDir, name), { recursive: true });
}
