import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** Provides folders for the engines of a test file. Call `removeAll` in the file's `afterEach`. */
export function useFolders() {
  const made: string[] = [];
  return {
    async add(): Promise<string> {
      const path = await mkdtemp(join(tmpdir(), "shoal-engines-"));
      // When the tests run as root, the engine runs as another user.
      await chmod(path, 0o755);
      made.push(path);
      return path;
    },
    async removeAll(): Promise<void> {
      for (const path of made.splice(0)) await rm(path, { recursive: true, force: true });
    },
  };
}

export async function queryRows(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
