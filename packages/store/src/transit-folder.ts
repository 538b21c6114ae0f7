import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isWriterDead, WRITER_NAME } from "./writer.ts";

const FOLDER_PREFIX = "shoal-transit.";

/**
 * Creates a folder for large objects that a command copies, and removes those that killed runs of this user left on this machine. A
 * source can take many gigabytes.
 */
export async function makeTransitFolder(root = tmpdir()): Promise<string> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(FOLDER_PREFIX) || !(await isWriterDead(name.slice(FOLDER_PREFIX.length)))) continue;
    const path = join(root, name);
    if ((await lstat(path).catch(() => undefined))?.uid === process.getuid?.())
      await rm(path, { recursive: true, force: true });
  }
  return mkdtemp(join(root, `${FOLDER_PREFIX}${WRITER_NAME}.`));
}
