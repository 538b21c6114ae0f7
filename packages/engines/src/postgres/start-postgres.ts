import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { access, chmod, chown, mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import {
  allowEntry,
  isReachableBy,
  packagedEngine,
  reachableEngine,
  restoreLibraryLinks,
} from "./binaries.ts";
import { endBackends, STOP_TIMEOUT_MS, stopLeftOver } from "./left-over.ts";
import { type EngineUser, engineUser } from "./owner.ts";

const OWNER_ROLE = "shoal";
const DATABASE_NAME = "shoal";
/** The maximum length of the folder's path. Linux allows 107 bytes for a socket's path, and PostgreSQL adds `/.s.PGSQL.5432`. */
const MAX_SOCKET_FOLDER_LENGTH = 90;

export interface PostgresOptions {
  /** The folder of the data. It is created if it does not exist. */
  dataDir: string;
  /** Whether fsync is turned off. Only for tests, whose data may be lost in a crash. */
  isThrowaway?: boolean;
  /** Called for each line of the server's log. */
  onLog?: ((line: string) => void) | undefined;
  /** Aborts the start and leaves nothing running. The next start recovers the database. */
  signal?: AbortSignal | undefined;
}

export interface RunningPostgres {
  /** The connection string for the owner of the `shoal` database. */
  url: string;
  /** Returns the connection string of another role or database of this server. */
  urlFor(role: { user: string; password: string; database?: string }): string;
  pid: number;
  /**
   * Requests a fast shutdown, and an immediate one if that takes too long. Resolves when the server, and the remains of a killed
   * one, have ended.
   */
  stop(): Promise<void>;
  /** Resolves if the server ends without having been stopped. */
  ended: Promise<void>;
}

/**
 * Starts PostgreSQL on a folder, reachable only through a unix socket. First ends the processes that a killed supervisor or server
 * has left on the same folder. Every start on a folder has the same URLs.
 * @throws Error with the server's output if it does not start, or the signal's reason; nothing is left running.
 * @example const db = await startPostgres({ dataDir: "data/postgres" }); await connect(db.url); await db.stop();
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const dataDir = resolve(options.dataDir);
  const user = engineUser();
  await mkdir(dirname(dataDir), { recursive: true, mode: 0o700 });
  if (user) await allowEntry(user, dirname(dataDir));
  if (user && !(await isReachableBy(user, dataDir)))
    throw new Error(`${dataDir} lies in a folder that the user PostgreSQL runs as cannot enter`);
  const needsCopy = user !== undefined && !(await isReachableBy(user, join(packagedEngine(), "bin")));
  const engine = await reachableEngine(resolve(dataDir, "..", "engine"), needsCopy);
  await restoreLibraryLinks(engine).catch(() => undefined);
  await makeFolder(dataDir, user);
  await stopLeftOver(dataDir);
  const password = await initialiseCluster(engine, dataDir, {
    user,
    isThrowaway: options.isThrowaway ?? false,
  });
  const socketDir = await makeSocketFolder(dataDir, user);
  const urlFor: RunningPostgres["urlFor"] = ({ user: name, password: secret, database = DATABASE_NAME }) =>
    `postgres://${name}:${secret}@/${database}?host=${encodeURIComponent(socketDir)}`;
  const url = urlFor({ user: OWNER_ROLE, password });
  const child = spawnServer({ engine, dataDir, socketDir, user, options });
  const server = handleOf(child, { dataDir, socketDir, url, urlFor });
  try {
    await waitUntilReady(child, options);
    await makeDatabase(urlFor({ user: OWNER_ROLE, password, database: "postgres" }));
    return server;
  } catch (error) {
    child.kill("SIGQUIT");
    await server.stop();
    throw error;
  }
}

function handleOf(
  child: ChildProcess,
  known: Pick<RunningPostgres, "url" | "urlFor"> & { dataDir: string; socketDir: string },
): RunningPostgres {
  const { dataDir, socketDir, url, urlFor } = known;
  const ended = new Promise<void>((resolveEnded) => child.once("exit", () => resolveEnded()));
  return {
    url,
    urlFor,
    pid: child.pid ?? 0,
    ended,
    async stop() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        child.kill("SIGINT");
        // A fast shutdown writes everything that has changed, which can take minutes on a busy disk. WAL recovers both.
        const timer = setTimeout(() => child.kill("SIGQUIT"), STOP_TIMEOUT_MS);
        await ended;
        clearTimeout(timer);
      }
      await endBackends(dataDir);
      await rm(socketDir, { recursive: true, force: true });
    },
  };
}

async function makeFolder(folder: string, user: EngineUser | undefined): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  if (user) await chown(folder, user.uid, user.gid);
}

async function makeSocketFolder(dataDir: string, user: EngineUser | undefined): Promise<string> {
  const near = resolve(dataDir, "..", "postgres-socket");
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  const folder = near.length <= MAX_SOCKET_FOLDER_LENGTH ? near : join(tmpdir(), `shoal-${hash}`);
  // A killed server leaves its lock file, and a zombie process still counts as holding it.
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder, user);
  return folder;
}

/** Creates the database cluster at the first start. @returns the owner's password, which is stored beside the cluster. */
async function initialiseCluster(
  engine: string,
  dataDir: string,
  { user, isThrowaway }: { user: EngineUser | undefined; isThrowaway: boolean },
): Promise<string> {
  const secretFile = resolve(dataDir, "..", "postgres.secret");
  const isMade = await access(join(dataDir, "PG_VERSION")).then(
    () => true,
    () => false,
  );
  if (isMade) return (await readFile(secretFile, "utf8")).trim();
  const password = randomBytes(24).toString("hex");
  await writeFile(secretFile, `${password}\n`, { mode: 0o600, flush: true });
  const passwordFile = join(tmpdir(), `shoal-initdb-${randomBytes(6).toString("hex")}`);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);
  try {
    await runInitdb({ engine, dataDir, passwordFile, user, isThrowaway });
  } finally {
    await rm(passwordFile, { force: true });
  }
  if (!isThrowaway) await syncFolder(dirname(dataDir));
  return password;
}

/** Writes the directory entries of new files to disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function runInitdb(init: {
  engine: string;
  dataDir: string;
  passwordFile: string;
  user: EngineUser | undefined;
  isThrowaway: boolean;
}): Promise<void> {
  const { engine, dataDir, passwordFile, user, isThrowaway } = init;
  const flags = [
    `--pgdata=${dataDir}`,
    `--username=${OWNER_ROLE}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(isThrowaway ? ["--no-sync"] : []),
  ];
  const child = spawn(join(engine, "bin", "initdb"), flags, {
    ...user,
    cwd: dataDir,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => {
      output += text.toString();
    });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`initdb failed (${code}): ${output.slice(-2_000)}`);
}

/** Settings for servers whose data need not survive a crash, and of which several run on one machine. */
const THROWAWAY_SETTINGS = {
  max_connections: "200",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
};

function spawnServer(start: {
  engine: string;
  dataDir: string;
  socketDir: string;
  user: EngineUser | undefined;
  options: PostgresOptions;
}): ChildProcess {
  const { engine, dataDir, socketDir, user, options } = start;
  const settings = {
    listen_addresses: "",
    unix_socket_directories: socketDir,
    max_connections: "100",
    // The size of the buffer cache. It holds the indexes that lists of 100,000 videos scan, with their rows. A page read from the
    // operating system costs several times as much.
    shared_buffers: "512MB",
    ...(options.isThrowaway ? THROWAWAY_SETTINGS : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return spawn(join(engine, "bin", "postgres"), ["-D", dataDir, ...flags], {
    ...user,
    cwd: dataDir,
    // Ctrl-C in a terminal reaches the whole process group, but the supervisor decides when the database stops.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
}

function waitUntilReady(
  child: ChildProcess,
  { onLog = () => undefined, signal }: PostgresOptions,
): Promise<void> {
  return new Promise((ready, fail) => {
    let tail = "";
    if (child.stderr) createInterface({ input: child.stderr }).on("line", onLog);
    const giveUp = () => fail(signal?.reason);
    if (signal?.aborted) giveUp();
    signal?.addEventListener("abort", giveUp, { once: true });
    child.on("error", fail);
    child.on("exit", (code) => fail(new Error(`PostgreSQL ended at its start (${code}): ${tail}`)));
    child.stderr?.on("data", (text: Buffer) => {
      tail = (tail + text.toString()).slice(-2_000);
      if (tail.includes("database system is ready to accept connections")) ready();
    });
  });
}

async function makeDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE_NAME]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(DATABASE_NAME)}`);
  } finally {
    await client.end();
  }
}
