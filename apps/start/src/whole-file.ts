import { rename, rm, writeFile } from "node:fs/promises";

/**
 * Writes a file that is there whole or not at all, whenever the machine dies and however full the disk is; for its owner alone.
 * @throws the disk's error; the file is then as it was.
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
