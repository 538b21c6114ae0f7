import { randomBytes } from "node:crypto";
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { checkPauseMs, findFreeBytes, MIN_FREE_MEDIA_BYTES } from "@shoal/store";

const RESERVE_FILE = "reserve";
/**
 * The size of the reserve, in bytes: about twelve segments of PostgreSQL's log, and ClickHouse's merges. Media leave more than this
 * free.
 */
const RESERVE_FILE_BYTES = 200_000_000;
/**
 * The free space below which the reserve is released, in bytes. PostgreSQL ends when it has no space for the next 16 MB of its log.
 */
const RELEASE_THRESHOLD_BYTES = 60_000_000;
/**
 * The free space above which the reserve is created again, in bytes. The reserve thus takes only space that media could not use.
 */
const CREATION_THRESHOLD_BYTES = RESERVE_FILE_BYTES + 2 * MIN_FREE_MEDIA_BYTES;
/** The interval of checks while the disk is nearly full. With more room, checks are less frequent. */
const POLL_INTERVAL_MS = 500;
const WRITE_STEP_BYTES = 4_000_000;

export interface ReserveOptions {
  dataDir: string;
  onLine: (name: string, line: string) => void;
}

/**
 * Maintains a file that is deleted when the disk is full, so that the databases can continue. Media never use the last
 * `MIN_FREE_MEDIA_BYTES`, but other programs on the machine may.
 * @returns a function that stops the maintenance; the file stays for the next start.
 */
export function maintainReserve({ dataDir, onLine }: ReserveOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const path = join(dataDir, RESERVE_FILE);
  /**
   * Checks the free space.
   * @returns the pause until the next check, in ms.
   */
  async function check(): Promise<number> {
    const isThere = (await sizeOf(path)) >= RESERVE_FILE_BYTES;
    const freeBytes = await findFreeBytes(dataDir);
    if (isThere && freeBytes < RELEASE_THRESHOLD_BYTES) {
      await rm(path, { force: true });
      onLine("start", "The disk is full: the databases go on with what was reserved for them; make room");
    } else if (!isThere && freeBytes > CREATION_THRESHOLD_BYTES) await createReserve(path, signal);
    return checkPauseMs(freeBytes, RELEASE_THRESHOLD_BYTES, POLL_INTERVAL_MS);
  }
  async function run(): Promise<void> {
    let fault = "";
    while (!signal.aborted) {
      let pauseMs = POLL_INTERVAL_MS;
      try {
        pauseMs = await check();
        fault = "";
      } catch (error) {
        if (signal.aborted) return;
        if (String(error) !== fault) onLine("start", `The reserve could not be kept: ${String(error)}`);
        fault = String(error);
      }
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  const running = run();
  return () => {
    stopping.abort();
    return running;
  };
}

/** Writes the reserve with random bytes, because some file systems do not store zeros. An incomplete reserve does not count. */
async function createReserve(path: string, signal: AbortSignal): Promise<void> {
  const bytes = randomBytes(WRITE_STEP_BYTES);
  const file = await open(path, "w", 0o600);
  try {
    for (let done = 0; done < RESERVE_FILE_BYTES; done += WRITE_STEP_BYTES) {
      signal.throwIfAborted();
      await file.write(bytes);
    }
    await file.datasync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
