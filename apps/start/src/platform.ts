import { administratorPassword, type OneTimePassword } from "./administrator.ts";
import { assertRestored } from "./backup/restore-mark.ts";
import { keepChild } from "./child.ts";
import { keepReserve } from "./disk-reserve.ts";
import { forgetEndpoints, noteEndpoints } from "./endpoints.ts";
import { keepClickHouse, keepPostgres, workerDatabaseUrl } from "./engines.ts";
import { guardFolder } from "./guard-folder.ts";
import type { Kept } from "./keep-running.ts";
import { forgetProcesses, noteProcesses, stopLeftOvers } from "./left-overs.ts";
import { keepNginx } from "./nginx.ts";
import { type EngineUrls, processesOf } from "./processes.ts";
import type { Installation } from "./settings.ts";

export interface Platform {
  installation: Installation;
  databaseUrl: string;
  clickhouseUrl: string;
  /** Only when this start made the administrator. */
  administrator: OneTimePassword | undefined;
  children: readonly Kept[];
  /** The embedded ones, by the names `postgres` and `clickhouse`. */
  engines: readonly Kept[];
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

/** The processes started so far, and how to stop them. */
interface Started {
  children: Kept[];
  engines: Kept[];
  undo: (() => Promise<void>)[];
  /** Writes down what runs, one time after the other. */
  note(): Promise<void>;
}

/**
 * Starts everything on one machine: the embedded engines that no URL replaces, then api, edge and workers. Each of them
 * is started again when it ends by itself.
 * @throws Error when something does not start, or the signal's reason; nothing runs any more then.
 * @example const platform = await startPlatform({ installation: await readInstallation(), onLine: console.log });
 */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { installation, signal } = options;
  const { dataDir } = installation;
  await assertRestored(dataDir);
  await stopLeftOvers(dataDir, (fault) => options.onLine("start", fault));
  const started = nothingStarted(options);
  await started.note();
  const stop = () => stopAll(started);
  try {
    const urls = await startEngines(options, started);
    const { databaseUrl, clickhouseUrl } = urls;
    await startProcesses(options, urls, started);
    startCdn(options, started);
    await started.note();
    started.undo.push(() => forgetEndpoints(dataDir));
    const { apiUrl } = installation;
    await noteEndpoints(dataDir, { apiUrl, databaseUrl, clickhouseUrl, supervisorPid: process.pid });
    signal?.throwIfAborted();
    // Last: the password is printed once, after the start has succeeded.
    const administrator = await administratorPassword(databaseUrl, { isForced: false });
    const { children, engines } = started;
    return { installation, databaseUrl, clickhouseUrl, administrator, children, engines, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function nothingStarted({ installation: { dataDir }, onLine }: PlatformOptions): Started {
  const children: Kept[] = [];
  const engines: Kept[] = [];
  let noted = Promise.resolve();
  // PostgreSQL does not end with its supervisor; its own file tells the next start of it.
  const pidsOf = (kept: readonly Kept[]) =>
    kept.flatMap((each) => (each.name === "postgres" ? [] : (each.pid() ?? [])));
  const note = () => {
    noted = noted
      .then(() => noteProcesses(dataDir, [process.pid, ...pidsOf(children), ...pidsOf(engines)]))
      // The installation runs without it: the note is for a start after a kill, and a full disk prevents it.
      .catch((error: unknown) => onLine("start", `What runs could not be written down: ${String(error)}`));
    return noted;
  };
  return { children, engines, undo: [() => noted.then(() => forgetProcesses(dataDir))], note };
}

/** Processes end without engines that died: nobody waits for what comes again only to be stopped. */
async function stopAll({ engines, undo }: Started): Promise<void> {
  for (const engine of engines) engine.letEnd();
  for (const step of undo.splice(0).reverse()) await step();
}

async function startEngines(options: PlatformOptions, started: Started): Promise<EngineUrls> {
  const { installation, isThrowaway = false, signal, onLine } = options;
  const told = { installation, isThrowaway, onLine, onAgain: () => void started.note() };
  const postgres = await keepPostgres(told);
  if (postgres) {
    if (!isThrowaway) started.undo.push(keepReserve({ dataDir: installation.dataDir, onLine }));
    keep(postgres, started.engines, started);
  }
  signal?.throwIfAborted();
  const clickhouse = await keepClickHouse(told);
  if (clickhouse) keep(clickhouse, started.engines, started);
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
  started: Started,
): Promise<void> {
  const onAgain = () => void started.note();
  for (const settings of processesOf(installation, urls)) {
    keep(await keepChild({ ...settings, isWatching, onLine, onAgain }), started.children, started);
    signal?.throwIfAborted();
  }
}

/** Nothing waits for it: it may start days later, with the first entry. */
function startCdn({ installation, onLine }: PlatformOptions, started: Started): void {
  const { cdnDir: dir, cdnHost: host, cdnPort: port, isCdnWanted: isWanted } = installation;
  const onRun = (kept: Kept) => {
    if (!started.engines.includes(kept)) started.engines.push(kept);
    void started.note();
  };
  started.undo.push(keepNginx({ dir, host, port, isWanted, onLine, onRun }));
}

function keep(kept: Kept, among: Kept[], { undo }: Started): void {
  among.push(kept);
  undo.push(() => kept.stop());
}

/** Makes the folders that processes expect, closed to other users of the machine. */
export const prepareFolders = ({ dataDir }: Installation): Promise<void> => guardFolder(dataDir);
