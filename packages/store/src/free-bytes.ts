import { statfs } from "node:fs/promises";

/**
 * The part of the disk that media never take: the databases need it, and viewing counters. More than a supervisor holds in
 * reserve for the databases, so that media do not take that once it is released.
 */
export const MEDIA_FLOOR_BYTES = 300_000_000;

/** The free bytes for ordinary users on the disk of a folder. */
export async function findFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Faster than any disk is written. */
const FILLED_BYTES_PER_MS = 4_000_000;
const CHECK_PAUSE_MAX_MS = 10_000;

/**
 * The time until a disk has to be checked again: before it can have been filled to the limit, and no more often than `minMs`.
 * @example checkPauseMs(20e9, 1e9, 1_000) // 4_750
 */
export const checkPauseMs = (freeBytes: number, lowBytes: number, minMs: number): number =>
  Math.min(CHECK_PAUSE_MAX_MS, Math.max(minMs, (freeBytes - lowBytes) / FILLED_BYTES_PER_MS));

/** Uploads stop first; what had arrived by then has the other half to be encoded in. */
const ENCODING_SHARE = 0.5;
/** Results of the encodings that run are stored all the same. */
const ENCODING_SPARE_BYTES = 100_000_000;

/**
 * Encodings wait while less is free.
 * @param lowBytes below which uploads stop: the setting DISK_LOW_BYTES.
 */
export const encodingFloorOf = (lowBytes: number): number =>
  Math.max(lowBytes * ENCODING_SHARE, MEDIA_FLOOR_BYTES + ENCODING_SPARE_BYTES);

/**
 * Whether a write failed because a disk, or what a user may take of it, is full. It passes when someone makes room.
 * @example isDiskFull(error) // true for ENOSPC of a file, and for what PostgreSQL says of its own
 */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return code === "ENOSPC" || code === "EDQUOT" || code === POSTGRES_DISK_FULL;
}

/** PostgreSQL, appendix A. */
const POSTGRES_DISK_FULL = "53100";
