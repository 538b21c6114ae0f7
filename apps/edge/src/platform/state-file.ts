import { open, readFile, rename } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { z } from "zod";

/** A file in which an edge stores state for its next run. */
export interface StateFile {
  path: string;
  onError: (error: unknown) => void;
}

/** Reads the state stored by the last run. An unreadable file counts as missing, and is reported to `onError`. */
export async function readStateFile<T>({ path, onError }: StateFile, schema: z.ZodType<T[]>): Promise<T[]> {
  try {
    return schema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") onError(error);
    return [];
  }
}

/** The number of entries written before other work gets a turn. At 4 kB each, they take 1 ms. */
export const WRITE_BATCH_SIZE = 50;

/**
 * Replaces the file atomically. Entries are serialised in small batches, each in its state at that moment: serialising 20 MB in one
 * go would block all other work for a quarter of a second.
 */
export async function writeStateFile(path: string, kept: readonly unknown[]): Promise<void> {
  const file = await open(`${path}.new`, "w");
  try {
    await file.writeFile("[");
    for (let from = 0; from < kept.length; from += WRITE_BATCH_SIZE) {
      const lines = kept.slice(from, from + WRITE_BATCH_SIZE).map((entry) => JSON.stringify(entry));
      await file.writeFile(`${from === 0 ? "" : ","}\n${lines.join(",\n")}`);
      await setImmediate();
    }
    await file.writeFile("\n]\n");
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
