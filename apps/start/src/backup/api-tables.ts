import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { COMPILE_CACHE_FOLDER } from "../child.ts";
import { REPOSITORY_ROOT } from "../settings.ts";

const SCRIPT_PATH = join(REPOSITORY_ROOT, "apps/api/src/commands/make-tables.ts");
const TIMEOUT_MS = 600_000;
const MAX_BUFFER_BYTES = 16_000_000;

/** Returns the SQL with which this version creates the tables of its queue. */
export async function loadQueueTables(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT_PATH, "--describe"], {
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE_FOLDER, ...process.env },
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_BUFFER_BYTES,
  });
  return (JSON.parse(stdout) as { queueTables: string }).queueTables;
}

/** Creates the tables that a backup needs, with the api's command. */
export async function createTables(
  urls: { databaseUrl: string; clickhouseUrl: string; internalSecret: string },
  wanted: { migrations: string[]; queueTables: string },
): Promise<void> {
  const made = promisify(execFile)(process.execPath, [SCRIPT_PATH], {
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE_FOLDER,
      ...process.env,
      DATABASE_URL: urls.databaseUrl,
      CLICKHOUSE_URL: urls.clickhouseUrl,
      INTERNAL_SECRET: urls.internalSecret,
    },
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_BUFFER_BYTES,
  });
  made.child.stdin?.end(JSON.stringify(wanted));
  await made;
}
