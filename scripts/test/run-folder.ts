import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readProcessStart } from "../../apps/start/src/left-overs.ts";
import { chooseScratch, SCRATCH_FOLDERS } from "./scratch.ts";

const FOLDER_PREFIX = "shoal-test-";
const OWNER_FILE = "owner.json";
/** How long a killed process may take to disappear, in ms. */
const END_TIMEOUT_MS = 10_000;

interface FolderOwner {
  pid: number;
  startedAt: string;
}

/**
 * Creates a folder for everything that a run writes. Its path is short, because the folder contains sockets. The database's user
 * can read it.
 */
export async function makeRunFolder(): Promise<string> {
  const folder = await mkdtemp(join(await chooseScratch(), FOLDER_PREFIX));
  await chmod(folder, 0o755);
  const owner: FolderOwner = { pid: process.pid, startedAt: (await readProcessStart(process.pid)) ?? "" };
  await writeFile(join(folder, OWNER_FILE), JSON.stringify(owner));
  return folder;
}

/** Ends a run's leftover processes and removes its folder. @returns the shortened commands of processes that were still running. */
export async function sweepRun(folder: string): Promise<string[]> {
  const left = await listProcesses(folder);
  for (const { pid } of left) killProcess(pid);
  for (const end = Date.now() + END_TIMEOUT_MS; Date.now() < end; await delay(50))
    if ((await listProcesses(folder)).length === 0) break;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return left.map(({ command }) => command.slice(0, 160));
}

/** Cleans up after runs whose own process was killed. */
export async function sweepAbandonedRuns(): Promise<void> {
  for (const scratch of SCRATCH_FOLDERS) {
    const names = await readdir(scratch).catch((): string[] => []);
    for (const name of names.filter((each) => each.startsWith(FOLDER_PREFIX)))
      await sweepWhenAbandoned(join(scratch, name));
  }
}

async function sweepWhenAbandoned(folder: string): Promise<void> {
  const text = await readFile(join(folder, OWNER_FILE), "utf8").catch(() => undefined);
  if (text === undefined) return;
  const { pid, startedAt } = JSON.parse(text) as FolderOwner;
  if ((await readProcessStart(pid)) !== startedAt) await sweepRun(folder);
}

/** Returns the processes with the run's mark in their initial environment, however they were started. */
async function listProcesses(folder: string): Promise<{ pid: number; command: string }[]> {
  const mark = `SHOAL_TEST_RUN=${folder}`;
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const found = pids.map(async (pid) => {
    const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
    if (pid === process.pid || !environment.split("\0").includes(mark)) return [];
    const command = await readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "");
    return [{ pid, command: command.replaceAll("\0", " ").trim() }];
  });
  return (await Promise.all(found)).flat();
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
