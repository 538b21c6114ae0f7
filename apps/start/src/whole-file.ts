import { rename, rm, writeFile } from "node:fs/promises";

/**
 * Writes a file atomically: it is either complete or unchanged, even if the machine crashes or the disk is full. Only its owner can
 * read it.
 * @throws the disk's error, in which case the file is unchanged.
 */
export async function writeWholeFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.new`;
  try {
    await writeFile(unfinished, text, { mode: 0o600, flush: true });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
