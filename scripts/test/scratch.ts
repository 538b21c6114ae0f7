import { readFile, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";

/** Linux's file system in memory that all may write to. */
const IN_MEMORY = "/dev/shm";
/** Integration tests have 0.4 GB there at their height; the rest is for films, and for a test that goes wrong. */
const ROOM_BYTES = 6 * 2 ** 30;
/** Room, and what databases, ffmpeg and two browsers use beside it. */
const MEMORY_BYTES = ROOM_BYTES + 6 * 2 ** 30;

/** Where runs may have their folders, the one in memory first. */
export const SCRATCH_FOLDERS = [IN_MEMORY, tmpdir()] as const;

/**
 * Where a run's folder stands: in memory where there is plenty of it. Hundreds of clusters, stores and profiles are made
 * and thrown away; disks of virtual machines take a millisecond of a processor to make one file (measured on ext4: 1,500
 * in 1.66 s, in memory in 0.03 s), and a cluster of PostgreSQL has 1,500.
 */
export async function chooseScratch(): Promise<string> {
  const isRoomy = process.availableMemory() >= MEMORY_BYTES && (await freeBytes()) >= ROOM_BYTES;
  const mounts = await readFile("/proc/mounts", "utf8").catch(() => "");
  return isRoomy && runsPrograms(mounts) ? IN_MEMORY : tmpdir();
}

const freeBytes = () =>
  statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );

/**
 * Containers often forbid programs there, and a copy of the database's is sometimes needed.
 * @param mounts as `/proc/mounts` has them; of several on one place the last one is seen.
 */
export function runsPrograms(mounts: string): boolean {
  const lines = mounts.split("\n").map((line) => line.split(" "));
  const [, , kind, flags = ""] = lines.findLast(([, place]) => place === IN_MEMORY) ?? [];
  return kind === "tmpfs" && !flags.split(",").includes("noexec");
}
