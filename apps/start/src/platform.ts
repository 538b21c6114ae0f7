import { describeFault } from "@shoal/lifecycle";
import { createAdministratorPassword, type OneTimePassword } from "./administrator.ts";
import { assertRestored } from "./backup/restore-mark.ts";
import { superviseChild } from "./child.ts";
import { maintainReserve } from "./disk-reserve.ts";
import { deleteEndpoints, recordEndpoints } from "./endpoints.ts";
import { superviseClickHouse, supervisePostgres, workerDatabaseUrl } from "./engines.ts";
import { guardFolder } from "./guard-folder.ts";
import { deleteProcessRecords, recordProcesses, stopLeftOvers } from "./left-overs.ts";
import { superviseNginx } from "./nginx.ts";
import { type EngineUrls, processesOf } from "./processes.ts";
import type { Installation } from "./settings.ts";
import { StopSteps } from "./stop-steps.ts";
import type { SupervisedProcess } from "./supervise.ts";

export interface Platform {
  installation: Installation;
  databaseUrl: string;
  clickhouseUrl: string;
  /** The administrator's password, if this start created the administrator; otherwise undefined. */
  administrator: OneTimePassword | undefined;
  children: readonly SupervisedProcess[];
  /** The embedded engines by name: `postgres` and `clickhouse`. */
  engines: readonly SupervisedProcess[];
  stop(): Promise<void>;
}

export interface PlatformOptions {
  installation: Installation;
  isWatching?: boolean;
  /** Whether the engines may lose data in a crash, for tests. */
  isThrowaway?: boolean;
  /** Aborts the start. Processes that have already started are stopped. */
  signal?: AbortSignal;
  onLine: (name: string, line: string) => void;
}

/** The processes started so far, and how to stop them. */
interface StartedParts {
  children: SupervisedProcess[];
  engines: SupervisedProcess[];
  stops: StopSteps;
  /** Records the running processes, with one write at a time. */
  recordRunning(): Promise<void>;
}

/**
 * Starts everything on one machine: the embedded engines that no URL replaces, and after them the api, edge and workers. Each
 * process is restarted when it ends on its own.
 * @throws Error when a process does not start, or the signal's reason; no process is left running.
 * @example const platform = await startPlatform({ installation: await readInstallation(), onLine: console.log });
 */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { installation, signal } = options;
  const { dataDir } = installation;
  await assertRestored(dataDir);
  await stopLeftOvers(dataDir, (fault) => options.onLine("start", fault));
  const started = createStartedParts(options);
  await started.recordRunning();
  const stop = () => stopAll(options, started);
  try {
    const urls = await startEngines(options, started);
    const { databaseUrl, clickhouseUrl } = urls;
    await startProcesses(options, urls, started);
    startCdn(options, started);
    await started.recordRunning();
    started.stops.add(() => deleteEndpoints(dataDir));
    const { apiUrl } = installation;
    await recordEndpoints(dataDir, { apiUrl, databaseUrl, clickhouseUrl, supervisorPid: process.pid });
    signal?.throwIfAborted();
    // The password is created last, because it is printed only once, after everything else has started.
    const administrator = await createAdministratorPassword(databaseUrl, { isForced: false });
    const { children, engines } = started;
    return { installation, databaseUrl, clickhouseUrl, administrator, children, engines, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function createStartedParts({ installation: { dataDir }, onLine }: PlatformOptions): StartedParts {
  const children: SupervisedProcess[] = [];
  const engines: SupervisedProcess[] = [];
  let recording = Promise.resolve();
  // PostgreSQL does not end with its supervisor. The next start finds it by PostgreSQL's own pid file.
  const pidsOf = (kept: readonly SupervisedProcess[]) =>
    kept.flatMap((each) => (each.name === "postgres" ? [] : (each.pid() ?? [])));
  const recordRunning = () => {
    recording = recording
      .then(() => recordProcesses(dataDir, [process.pid, ...pidsOf(children), ...pidsOf(engines)]))
      // A full disk may prevent writing the record. The installation works without the record, which is needed only after a kill.
      .catch((error: unknown) => onLine("start", `What runs could not be written down: ${String(error)}`));
    return recording;
  };
  const stops = new StopSteps();
  stops.add(() => recording.then(() => deleteProcessRecords(dataDir)));
  return { children, engines, stops, recordRunning };
}

/** Stops processes and engines. A process that waits for a dead engine must not delay the others. */
async function stopAll({ onLine }: PlatformOptions, { engines, stops }: StartedParts): Promise<void> {
  for (const engine of engines) engine.letEnd();
  await stops.run((error) => onLine("start", `Not everything stopped in order: ${describeFault(error)}`));
}

async function startEngines(options: PlatformOptions, started: StartedParts): Promise<EngineUrls> {
  const { installation, isThrowaway = false, signal, onLine } = options;
  const shared = { installation, isThrowaway, onLine, onAgain: () => void started.recordRunning() };
  const postgres = await supervisePostgres(shared);
  if (postgres) {
    if (!isThrowaway) started.stops.add(maintainReserve({ dataDir: installation.dataDir, onLine }));
    recordEngine(postgres, started);
  }
  signal?.throwIfAborted();
  const clickhouse = await superviseClickHouse(shared);
  if (clickhouse) recordEngine(clickhouse, started);
  signal?.throwIfAborted();
  const databaseUrl = postgres?.run().url ?? String(process.env.DATABASE_URL);
  return {
    databaseUrl,
    clickhouseUrl: clickhouse?.run().url ?? String(process.env.CLICKHOUSE_URL),
    workerDatabaseUrl: workerDatabaseUrl(postgres?.run(), databaseUrl, installation.secrets.workerDatabase),
  };
}

async function startProcesses(
  { installation, isWatching = false, signal, onLine }: PlatformOptions,
  urls: EngineUrls,
  started: StartedParts,
): Promise<void> {
  const onAgain = () => void started.recordRunning();
  for (const [index, settings] of processesOf(installation, urls).entries()) {
    const child = await superviseChild({ ...settings, isWatching, onLine, onAgain });
    started.children.push(child);
    const stop = () => child.stop();
    // The first process is the api. The others need it until they have ended, and end at the same time.
    if (index <= 1) started.stops.add(stop);
    else started.stops.addBeside(stop);
    signal?.throwIfAborted();
  }
}

/**
 * Starts the CDN once it has an entry. The platform's start does not wait for this, since the first entry may be added days later.
 */
function startCdn({ installation, onLine }: PlatformOptions, started: StartedParts): void {
  const { cdnDir: dir, cdnHost: host, cdnPort: port, isCdnWanted: isWanted } = installation;
  const onRun = (kept: SupervisedProcess) => {
    if (!started.engines.includes(kept)) started.engines.push(kept);
    void started.recordRunning();
  };
  started.stops.addBeside(superviseNginx({ dir, host, port, isWanted, onLine, onRun }));
}

function recordEngine(kept: SupervisedProcess, { engines, stops }: StartedParts): void {
  engines.push(kept);
  stops.add(() => kept.stop());
}

/** Creates the folders that processes expect, closed to other users of the machine. */
export const prepareFolders = ({ dataDir }: Installation): Promise<void> => guardFolder(dataDir);
