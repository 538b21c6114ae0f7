import { statfs } from "node:fs/promises";
import { checkPauseMs } from "@shoal/store";

/** The interval of checks while the disk is nearly full. With more room, checks are less frequent. */
const POLL_INTERVAL_MS = 500;
/**
 * Free bytes below which the disk counts as full. nginx may write this much until the next check, and other processes need room
 * too.
 */
const MIN_FREE_BYTES = 300_000_000;

/** Monitors whether the disk of the cache has room. Reports room until the first measurement. */
export class DiskSpaceMonitor {
  readonly #dir: string;
  readonly #floorBytes: number;
  #hasRoom = true;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  constructor(dir: string, floorBytes = MIN_FREE_BYTES) {
    this.#dir = dir;
    this.#floorBytes = floorBytes;
  }

  get hasRoom(): boolean {
    return this.#hasRoom;
  }

  async start(): Promise<void> {
    const pauseMs = await this.measure();
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.start(), pauseMs);
    this.#timer.unref();
  }

  /** Measures the free space. @returns the pause until the next check, in milliseconds. */
  async measure(): Promise<number> {
    const found = await statfs(this.#dir).catch(() => undefined);
    const freeBytes = found ? found.bavail * found.bsize : this.#floorBytes;
    this.#hasRoom = freeBytes >= this.#floorBytes;
    return checkPauseMs(freeBytes, this.#floorBytes, POLL_INTERVAL_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}
