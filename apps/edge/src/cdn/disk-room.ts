import { statfs } from "node:fs/promises";

const POLL_INTERVAL_MS = 500;
/** The bytes that nginx may write until the next check, and those that other processes need. */
const FLOOR_BYTES = 300_000_000;

/** Whether the disk of the cache has room; true while this is unknown. */
export class DiskRoom {
  readonly #dir: string;
  readonly #floorBytes: number;
  #hasRoom = true;
  #timer: NodeJS.Timeout | undefined;
  constructor(dir: string, floorBytes = FLOOR_BYTES) {
    this.#dir = dir;
    this.#floorBytes = floorBytes;
  }

  get hasRoom(): boolean {
    return this.#hasRoom;
  }

  async start(): Promise<void> {
    await this.look();
    this.#timer = setInterval(() => void this.look(), POLL_INTERVAL_MS);
    this.#timer.unref();
  }

  async look(): Promise<void> {
    const found = await statfs(this.#dir).catch(() => undefined);
    this.#hasRoom = found === undefined || found.bavail * found.bsize >= this.#floorBytes;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
