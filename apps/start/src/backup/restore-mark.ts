import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeWholeFile } from "../whole-file.ts";

/** The name of a file that marks a data folder with an unfinished restore. It contains the id of the backup. */
const MARK_FILE = "restore.unfinished";

export const markRestore = (dataDir: string, id: string): Promise<void> =>
  writeWholeFile(join(dataDir, MARK_FILE), id);

export const removeMark = (dataDir: string): Promise<void> => rm(join(dataDir, MARK_FILE), { force: true });

export const findMark = (dataDir: string): Promise<string | undefined> =>
  readFile(join(dataDir, MARK_FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });

/**
 * Asserts that no restore into the data folder is unfinished.
 * @throws Error if a restore into the data folder was interrupted.
 */
export async function assertRestored(dataDir: string): Promise<void> {
  const id = await findMark(dataDir);
  if (id !== undefined)
    throw new Error(`The restore of ${id} into ${dataDir} was interrupted: run npm run restore again`);
}
