import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;

/** The address of an embedded ClickHouse, on loopback. */
export interface ClickHouseAddress {
  port: number;
  password: string;
}

export interface ClickHouseOptions {
  /** The folder of the data. It is created if it does not exist. */
  dataDir: string;
  /**
   * The address of an earlier start, which keeps clients that know its URL working. Without it, a free port and a new password are
   * chosen.
   */
  address?: ClickHouseAddress | undefined;
  /** Called for each line that the engine prints. */
  onLog?: ((line: string) => void) | undefined;
  /** Aborts the start and leaves nothing running. */
  signal?: AbortSignal | undefined;
}

export interface RunningClickHouse {
  /** The HTTP URL with user, password and database, in the form that ClickHouse clients expect. */
  url: string;
  /** The address of the engine. The next start with the same address has the same URL. */
  address: ClickHouseAddress;
  pid: number;
  stop(): Promise<void>;
  /** Resolves if the process ends without having been stopped. */
  ended: Promise<void>;
}

/**
 * Starts the embedded analytics engine on a folder: chDB behind ClickHouse's HTTP interface on loopback.
 * @example const clickhouse = await startClickHouse({ dataDir: "data/clickhouse" });
 * @throws Error if it does not respond within 30 s, or the signal's reason; nothing is left running.
 */
export async function startClickHouse(options: ClickHouseOptions): Promise<RunningClickHouse> {
  await mkdir(options.dataDir, { recursive: true });
  const password = options.address?.password ?? randomBytes(24).toString("hex");
  const child = fork(fileURLToPath(new URL("./process.ts", import.meta.url)), {
    env: {
      ...process.env,
      SHOAL_CLICKHOUSE_DATA: resolve(options.dataDir),
      SHOAL_CLICKHOUSE_PASSWORD: password,
      SHOAL_CLICKHOUSE_PORT: String(options.address?.port ?? 0),
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const { onLog } = options;
  if (onLog && child.stderr) createInterface({ input: child.stderr }).on("line", onLog);
  const ended = new Promise<void>((resolveEnded) => child.once("exit", () => resolveEnded()));
  const port = await portOf(child, options.signal).catch(async (error: unknown) => {
    await endProcess(child, ended, "SIGKILL");
    throw options.signal?.aborted ? options.signal.reason : error;
  });
  return {
    url: `http://default:${password}@127.0.0.1:${port}/shoal`,
    address: { port, password },
    pid: child.pid ?? 0,
    ended,
    stop: () => endProcess(child, ended, "SIGTERM"),
  };
}

async function portOf(child: ChildProcess, givenUp: AbortSignal | undefined): Promise<number> {
  let errors = "";
  child.stderr?.on("data", (text: Buffer) => {
    errors = (errors + text.toString()).slice(-2_000);
  });
  const failed = once(child, "exit").then(() => {
    throw new Error(`The embedded ClickHouse ended at its start: ${errors}`);
  });
  const late = AbortSignal.timeout(START_TIMEOUT_MS);
  const ready = once(child, "message", { signal: givenUp ? AbortSignal.any([late, givenUp]) : late });
  failed.catch(() => undefined);
  const [message] = await Promise.race([ready, failed]);
  return (message as { port: number }).port;
}

async function endProcess(
  child: ChildProcess,
  ended: Promise<void>,
  signal: "SIGTERM" | "SIGKILL",
): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
