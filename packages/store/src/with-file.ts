import { type FileHandle, open } from "node:fs/promises";

/** Opens a file for as long as it is used. (`await using` says the same, but the check of the architecture cannot read it yet.) */
export async function withFile<T>(
  path: string,
  flags: string,
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path, flags);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
