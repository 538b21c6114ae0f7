import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;

export interface RunningClickHouse {
  /** HTTP URL with user, password and database, as ClickHouse clients take it. */
  url: string;
  pid: number;
  stop(): Promise<void>;
  /** Resolves when the process ended by itself. */
  ended: Promise<void>;
}

/**
 * Starts the embedded analytics engine on a folder: chDB behind ClickHouse's HTTP interface on loopback.
 * @example const clickhouse = await startClickHouse({ dataDir: "data/clickhouse" });
 * @throws Error when it does not answer within 30 s.
 */
export async function startClickHouse({ dataDir }: { dataDir: string }): Promise<RunningClickHouse> {
  await mkdir(dataDir, { recursive: true });
  const password = randomBytes(24).toString("hex");
  const child = fork(fileURLToPath(new URL("./process.ts", import.meta.url)), {
    env: { ...process.env, SHOAL_CLICKHOUSE_DATA: resolve(dataDir), SHOAL_CLICKHOUSE_PASSWORD: password },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const port = await portOf(child);
  const ended = once(child, "exit").then(() => undefined);
  return {
    url: `http://default:${password}@127.0.0.1:${port}/shoal`,
    pid: child.pid ?? 0,
    ended,
    stop: () => stop(child, ended),
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  let errors = "";
  child.stderr?.on("data", (text: Buffer) => {
    errors = (errors + text.toString()).slice(-2_000);
  });
  const failed = once(child, "exit").then(() => {
    throw new Error(`The embedded ClickHouse ended at its start: ${errors}`);
  });
  const ready = once(child, "message", { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  failed.catch(() => undefined);
  const [message] = await Promise.race([ready, failed]);
  return (message as { port: number }).port;
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
