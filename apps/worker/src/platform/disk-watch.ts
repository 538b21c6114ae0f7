import { checkPauseMs } from "@shoal/store";

/** The interval of checks while the disk is nearly full. With more room, checks are less frequent. */
const POLL_INTERVAL_MS = 1_000;
/** How many times `lowBytes` must be free before work resumes, so that returned work does not fill the disk again immediately. */
const RESUME_FACTOR = 1.2;

export interface DiskWatch {
  /** Whether space is low. If so, no work starts, and running work is returned to the queue. */
  readonly isLow: boolean;
  /** Aborted when the disk runs low. A new signal replaces it once there is room again. */
  readonly signal: AbortSignal;
  /**
   * Checks the disk immediately.
   * @returns whether space is low.
   */
  check(): Promise<boolean>;
  stop(): void;
}

export interface DiskWatchOptions {
  /** Functions that return the free bytes of the disks for media and for work. The disk with less room decides. */
  rooms: readonly (() => Promise<number>)[];
  /** The free bytes below which work pauses. */
  lowBytes: number;
  onChange: (isLow: boolean, freeBytes: number) => void;
  onError: (error: unknown) => void;
}

/** Monitors the disk space for encodings, which stop before the disk is full. Interrupted encodings are repeated. */
export function watchDisk({ rooms, lowBytes, onChange, onError }: DiskWatchOptions): DiskWatch {
  let isLow = false;
  let running = new AbortController();
  let pauseMs = POLL_INTERVAL_MS;
  async function check(): Promise<boolean> {
    const freeBytes = Math.min(...(await Promise.all(rooms.map((findFree) => findFree()))));
    pauseMs = checkPauseMs(freeBytes, isLow ? freeBytes : lowBytes, POLL_INTERVAL_MS);
    const isLowNow = freeBytes < (isLow ? lowBytes * RESUME_FACTOR : lowBytes);
    if (isLowNow === isLow) return isLow;
    isLow = isLowNow;
    if (isLow) running.abort(new Error("The disk is almost full"));
    else running = new AbortController();
    onChange(isLow, freeBytes);
    return isLow;
  }
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const checkAgain = () => {
    if (isStopped) return;
    timer = setTimeout(() => void check().catch(onError).finally(checkAgain), pauseMs);
  };
  checkAgain();
  return {
    get isLow() {
      return isLow;
    },
    get signal() {
      return running.signal;
    },
    check,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
