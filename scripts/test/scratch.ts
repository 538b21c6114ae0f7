import { readFile, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";

/** The folder of Linux's in-memory file system, which all users can write. */
const IN_MEMORY_FOLDER = "/dev/shm";
/** The disk space that a run needs. Integration tests use up to 0.4 GB; generated media and misbehaving tests may need more. */
const DISK_SPACE_BYTES = 6 * 2 ** 30;
/** The memory that a run needs. It consists of the space above, and of the memory of databases, ffmpeg and two browsers. */
const MEMORY_LIMIT_BYTES = DISK_SPACE_BYTES + 6 * 2 ** 30;

/** The possible locations of run folders, with the location in memory first. */
export const SCRATCH_FOLDERS = [IN_MEMORY_FOLDER, tmpdir()] as const;

/**
 * Chooses the location of a run's folder, which is in memory if there is enough. Hundreds of clusters, stores and profiles are
 * created and deleted. On a virtual machine's disk, creating a file costs a millisecond of CPU (measured on ext4: 1,500 files in
 * 1.66 s, in memory in 0.03 s), and a PostgreSQL cluster has 1,500.
 */
export async function chooseScratch(): Promise<string> {
  const isRoomy = process.availableMemory() >= MEMORY_LIMIT_BYTES && (await freeBytes()) >= DISK_SPACE_BYTES;
  const mounts = await readFile("/proc/mounts", "utf8").catch(() => "");
  return isRoomy && runsPrograms(mounts) ? IN_MEMORY_FOLDER : tmpdir();
}

const freeBytes = () =>
  statfs(IN_MEMORY_FOLDER).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );

/**
 * Returns whether programs can be started from memory. Containers often mount it without permission to execute, and sometimes a
 * copy of the database's programs is needed there.
 * @param mounts the contents of `/proc/mounts`; of several mounts on one path the last one applies.
 */
export function runsPrograms(mounts: string): boolean {
  const lines = mounts.split("\n").map((line) => line.split(" "));
  const [, , kind, flags = ""] = lines.findLast(([, place]) => place === IN_MEMORY_FOLDER) ?? [];
  return kind === "tmpfs" && !flags.split(",").includes("noexec");
}
