import { readFile, rename, writeFile } from "node:fs/promises";
import type { z } from "zod";

/** A file in which an edge keeps for its next run what it remembers. */
export interface KeptFile {
  path: string;
  onError: (error: unknown) => void;
}

/** What the last run kept; a file that cannot be read is as good as none, and told. */
export async function readKept<T>({ path, onError }: KeptFile, schema: z.ZodType<T[]>): Promise<T[]> {
  try {
    return schema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") onError(error);
    return [];
  }
}

/** Replaces the file whole: who reads it sees what was kept before, or this. */
export async function writeKept(path: string, kept: readonly unknown[]): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(kept));
  await rename(`${path}.new`, path);
}
