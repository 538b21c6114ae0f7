import { type FileHandle, open } from "node:fs/promises";

/** Opens a file for the duration of a call. (`await using` would do the same, but the architecture check cannot parse it.) */
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
