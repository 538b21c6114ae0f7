import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isStarted } from "./left-overs.ts";
import { writeWholeFile } from "./whole-file.ts";

const ENDPOINTS_FILE = "endpoints.json";
const POLL_INTERVAL_MS = 200;
/** How long to wait for a start in progress, in ms. On a slow machine, the first start takes a minute to create its databases. */
const START_TIMEOUT_MS = 180_000;

/**
 * The addresses of a running installation and its engines, with their actual ports. The file contains passwords, so only its owner
 * can read it.
 */
export interface InstallationEndpoints {
  apiUrl: string;
  databaseUrl: string;
  clickhouseUrl: string;
  supervisorPid: number;
}

export async function recordEndpoints(dataDir: string, endpoints: InstallationEndpoints): Promise<void> {
  await writeWholeFile(join(dataDir, ENDPOINTS_FILE), JSON.stringify(endpoints));
}

export async function deleteEndpoints(dataDir: string): Promise<void> {
  await rm(join(dataDir, ENDPOINTS_FILE), { force: true });
}

/**
 * Finds the addresses of the installation in a folder. Waits if a start is in progress.
 * @param onWait called once if it has to wait.
 * @throws Error if the installation is not running in time.
 */
export async function awaitEndpoints(
  dataDir: string,
  onWait: () => void,
  withinMs = START_TIMEOUT_MS,
): Promise<InstallationEndpoints | undefined> {
  const end = Date.now() + withinMs;
  for (let hasWaited = false; ; hasWaited = true) {
    const found = await findEndpoints(dataDir);
    if (found || !(await isStarted(dataDir))) return found;
    if (Date.now() > end)
      throw new Error(`Shoal has been starting for ${withinMs / 1000} s: look at what npm start prints`);
    if (!hasWaited) onWait();
    await delay(POLL_INTERVAL_MS);
  }
}

/** Finds the addresses of a running installation; undefined if none runs in this folder. */
export async function findEndpoints(dataDir: string): Promise<InstallationEndpoints | undefined> {
  const text = await readFile(join(dataDir, ENDPOINTS_FILE), "utf8").catch(() => undefined);
  if (!text) return undefined;
  const endpoints = parseEndpoints(text);
  if (!endpoints) return undefined;
  const command = await readFile(`/proc/${endpoints.supervisorPid}/cmdline`, "utf8").catch(() => "");
  return command.includes("apps/start/src/main.ts") ? endpoints : undefined;
}

/**
 * Parses the addresses. Returns undefined if the file is incomplete, as older versions could leave it if they died while writing.
 */
function parseEndpoints(text: string): InstallationEndpoints | undefined {
  try {
    return JSON.parse(text) as InstallationEndpoints;
  } catch {
    return undefined;
  }
}
