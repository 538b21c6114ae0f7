import { statfs } from "node:fs/promises";

/** What an ordinary user may still write on the disk of a folder. */
export async function findFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Whether a write failed because a disk, or what a user may take of it, is full. It passes when somebody makes room.
 * @example isDiskFull(error) // true for ENOSPC of a file, and for what PostgreSQL says of its own
 */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return code === "ENOSPC" || code === "EDQUOT" || code === POSTGRES_DISK_FULL;
}

/** PostgreSQL, appendix A. */
const POSTGRES_DISK_FULL = "53100";
