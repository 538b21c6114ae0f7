import { statfs } from "node:fs/promises";

/**
 * The space that media never use, because the databases and the beacons of viewers need it. It is larger than the reserve of a
 * supervisor for the databases, so media do not use that space once it is released.
 */
export const MIN_FREE_MEDIA_BYTES = 300_000_000;

/** Returns the free space for unprivileged users on the disk of a folder. */
export async function findFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The rate at which free space is assumed to shrink. No disk can be written faster. */
const MAX_FILL_BYTES_PER_MS = 4_000_000;
const MAX_CHECK_PAUSE_MS = 10_000;

/**
 * Returns the time until a disk must be checked again. In this time, the disk cannot be filled to the limit. The time is at least
 * `minMs`.
 * @example checkPauseMs(20e9, 1e9, 1_000) // 4_750
 */
export const checkPauseMs = (freeBytes: number, lowBytes: number, minMs: number): number =>
  Math.min(MAX_CHECK_PAUSE_MS, Math.max(minMs, (freeBytes - lowBytes) / MAX_FILL_BYTES_PER_MS));

/**
 * The share of the limit for uploads at which encodings wait. Uploads stop first, and the other half is left for encoding what has
 * arrived.
 */
const ENCODING_SHARE = 0.5;
/** The space that is kept for the results of running encodings. */
const ENCODING_RESERVE_BYTES = 100_000_000;

/**
 * Returns the limit below which encodings wait.
 * @param lowBytes the limit for uploads: the setting DISK_LOW_BYTES.
 */
export const encodingFloorOf = (lowBytes: number): number =>
  Math.max(lowBytes * ENCODING_SHARE, MIN_FREE_MEDIA_BYTES + ENCODING_RESERVE_BYTES);

/**
 * Returns whether a write failed because a disk or a quota is full, which is temporary.
 * @example isDiskFull(error) // true for ENOSPC of a file, and for PostgreSQL's equivalent
 */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return code === "ENOSPC" || code === "EDQUOT" || code === POSTGRES_DISK_FULL;
}

/** The error code of a full disk (PostgreSQL, appendix A). */
const POSTGRES_DISK_FULL = "53100";
