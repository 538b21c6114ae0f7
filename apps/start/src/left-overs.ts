import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { writeWholeFile } from "./whole-file.ts";

const RECORD_FILE = "processes.json";
const STOP_GRACE_MS = 15_000;

interface RecordedProcess {
  pid: number;
  /** The clock ticks from boot to the start of the process. They distinguish the process from a later one with the same pid. */
  startedAt: string;
}

/** Records the running processes for the next start, in case this one is killed. */
export async function recordProcesses(dataDir: string, pids: number[]): Promise<void> {
  const recorded = await Promise.all(
    pids.map(async (pid) => ({ pid, startedAt: (await readProcessStart(pid)) ?? "" })),
  );
  await writeWholeFile(join(dataDir, RECORD_FILE), JSON.stringify(recorded));
}

export async function deleteProcessRecords(dataDir: string): Promise<void> {
  await rm(join(dataDir, RECORD_FILE), { force: true });
}

/** Whether a platform is starting or running in this folder. */
export async function isStarted(dataDir: string): Promise<boolean> {
  const { recorded } = await readRecordedProcesses(dataDir);
  const [supervisor] = recorded;
  return supervisor !== undefined && (await isRunning(supervisor));
}

/**
 * Cleans up after an earlier start. Most of its processes end together with their supervisor, and this function ends the others.
 * @param onFault called for a record that cannot be read; the start continues as if there were none.
 * @throws Error if the supervisor itself is still running.
 */
export async function stopLeftOvers(dataDir: string, onFault: (fault: string) => void): Promise<void> {
  const { recorded, fault } = await readRecordedProcesses(dataDir);
  if (fault !== undefined) {
    onFault(fault);
    return deleteProcessRecords(dataDir);
  }
  const [supervisor, ...children] = recorded;
  if (!supervisor) return;
  if (supervisor.pid !== process.pid && (await isRunning(supervisor)))
    throw new Error(`Shoal already runs on ${dataDir} (process ${supervisor.pid})`);
  for (const end = Date.now() + STOP_GRACE_MS; Date.now() < end; await delay(100)) {
    const left = (await Promise.all(children.map(isRunning))).filter(Boolean);
    if (left.length === 0) break;
  }
  for (const child of children) if (await isRunning(child)) process.kill(child.pid, "SIGKILL");
  await deleteProcessRecords(dataDir);
}

/** Reads the record of processes. It may be incomplete if an older version died while writing it. */
async function readRecordedProcesses(
  dataDir: string,
): Promise<{ recorded: RecordedProcess[]; fault?: string }> {
  const path = join(dataDir, RECORD_FILE);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (text === undefined) return { recorded: [] };
  const recorded = parseRecordedProcesses(text);
  return recorded
    ? { recorded }
    : { recorded: [], fault: `${path} cannot be read: what an earlier start left is not looked for` };
}

function parseRecordedProcesses(text: string): RecordedProcess[] | undefined {
  try {
    const recorded: unknown = JSON.parse(text);
    return Array.isArray(recorded) && recorded.every(isRecorded) ? recorded : undefined;
  } catch {
    return undefined;
  }
}

function isRecorded(value: unknown): value is RecordedProcess {
  const { pid, startedAt } = (value ?? {}) as Partial<RecordedProcess>;
  return Number.isInteger(pid) && typeof startedAt === "string";
}

async function isRunning({ pid, startedAt }: RecordedProcess): Promise<boolean> {
  return startedAt !== "" && (await readProcessStart(pid)) === startedAt;
}

/**
 * Returns the clock ticks from boot to the start of a process (field 22 of /proc/PID/stat); undefined if the process does not exist
 * or is dead.
 */
export async function readProcessStart(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields && fields[0] !== "Z" ? fields[19] : undefined;
}
