import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startClickHouse } from "@shoal/engines";
import { eventually, freePorts } from "@shoal/testkit";
import {
  createClosedHoursStore,
  createDaySums,
} from "../../../apps/api/src/modules/insight/figures/index.ts";
import { openAnalytics } from "../../../apps/api/src/platform/clickhouse.ts";
import { openDatabase } from "../../../apps/api/src/platform/database.ts";
import { findEndpoints } from "../../../apps/start/src/endpoints.ts";
import { openPlatformLog, savedLogsOf, saveLogs } from "../../../harness/test-artifacts.ts";
import { clockAheadSettings } from "./set-clock.ts";

const START_SCRIPT = "apps/start/src/main.ts";
const SEED_SCRIPT = "scripts/seed.ts";
/** How long after the end of a day the API aggregates it, once the day's hours are closed. The seed covers three months. */
const SUMMED_AFTER_SEC = 3 * 3_600;
const SUMMED_PERIOD_SEC = 85 * 86_400;
const SUMS_TIMEOUT_MS = 600_000;

export interface SeededInstallation {
  apiUrl: string;
  /** How far the installation's clock is ahead of the machine's, in ms. */
  aheadMs: number;
  /** The folder that receives the installation's logs when it is closed, unless the test passed. */
  logsFolder: string;
  /** Waits until the API has aggregated the completed days, which happens some minutes after a seed. */
  awaitSums(): Promise<void>;
  /** Stops the installation. @param isWell whether the test passed; otherwise the logs are kept. */
  close(isWell?: boolean): Promise<void>;
}

/**
 * Makes a fresh installation as in the README: `npm start`, and `npm run seed` once the installation runs. Both have a shifted
 * clock. Only ClickHouse has the machine's clock, which no query uses.
 * @param at the time that the shifted clock shows at the start.
 */
export async function seedInstallation(at: Date): Promise<SeededInstallation> {
  const dataDir = await mkdtemp(join(tmpdir(), "shoal-seeded-"));
  // When the tests run as root, the database runs as another user.
  await chmod(dataDir, 0o755);
  const undo: (() => unknown)[] = [];
  const close = async (isWell = false) => {
    for (const step of undo.splice(0).reverse()) await step();
    if (!isWell) await saveLogs(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const log = openPlatformLog(dataDir);
    undo.push(log.close);
    const clickhouse = await startClickHouse({
      dataDir: join(dataDir, "clickhouse"),
      onLog: (line) => log.write("clickhouse", line),
    });
    undo.push(clickhouse.stop);
    const aheadMs = at.getTime() - Date.now();
    const { apiUrl, env } = await settingsOf(dataDir);
    const settings = { ...env, ...clockAheadSettings(aheadMs), CLICKHOUSE_URL: clickhouse.url };
    const platform = runScript(START_SCRIPT, settings, log.write);
    undo.push(() => platform.end());
    await platform.hasPrinted("Shoal runs.");
    const seed = runScript(SEED_SCRIPT, settings, log.write);
    undo.push(() => seed.end());
    await seed.succeeded();
    const { databaseUrl } = (await findEndpoints(dataDir)) ?? { databaseUrl: "" };
    const awaitSums = () => awaitSummedDays(databaseUrl, clickhouse.url);
    return { apiUrl, aheadMs, logsFolder: savedLogsOf(dataDir), awaitSums, close };
  } catch (error) {
    await close();
    throw new Error(`The installation was not seeded; its logs are in ${savedLogsOf(dataDir)}`, {
      cause: error,
    });
  }
}

/** Waits until the completed days are aggregated. The caller's clock must already be set to the installation's. */
async function awaitSummedDays(databaseUrl: string, clickhouseUrl: string): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, 1);
  const analytics = openAnalytics(clickhouseUrl);
  try {
    const sums = createDaySums(analytics, createClosedHoursStore(db).days);
    const toSec = Math.floor(Date.now() / 1_000) - SUMMED_AFTER_SEC;
    const isDone = async () =>
      (await sums.listDue({ fromSec: toSec - SUMMED_PERIOD_SEC, toSec })).length === 0;
    await eventually(isDone, { what: "the sums of days", limitMs: SUMS_TIMEOUT_MS, everyMs: 1_000 });
  } finally {
    await analytics.close();
    await close();
  }
}

async function settingsOf(dataDir: string) {
  const names = [
    "PORT",
    "EDGE_PORT",
    "INTERNAL_PORT",
    "EDGE_INTERNAL_PORT",
    "RTMP_PORT",
    "SRT_PORT",
    "CAPTURE_PORT",
  ];
  const ports = await freePorts(names.length);
  const env = Object.fromEntries(names.map((name, index) => [name, String(ports[index])]));
  return { apiUrl: `http://127.0.0.1:${env.PORT}`, env: { ...env, SHOAL_DATA: dataDir } };
}

/** Runs one of the project's scripts. */
function runScript(script: string, env: Record<string, string>, write: (name: string, line: string) => void) {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit") as Promise<[number | null]>;
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      write(script, line);
      for (const look of waiting) look();
    });
  const output = () => lines.join("\n");
  const failed = (code: number | null) => new Error(`${script} ended with ${code}:\n${output()}`);
  return {
    output,
    /** Waits until the script has printed a string. @throws Error if the script ends without printing it. */
    async hasPrinted(text: string): Promise<void> {
      const printed = new Promise<undefined>((resolve) => {
        const look = () => {
          if (output().includes(text)) resolve(undefined);
        };
        waiting.add(look);
        look();
      });
      const end = await Promise.race([printed, ended]);
      if (end) throw failed(end[0]);
    },
    async succeeded(): Promise<void> {
      const [code] = await ended;
      if (code !== 0) throw failed(code);
    },
    end: () => endProcess(child, ended),
  };
}

async function endProcess(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
  await ended;
}
