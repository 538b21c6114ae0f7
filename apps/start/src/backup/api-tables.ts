import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { COMPILED } from "../child.ts";
import { ROOT } from "../settings.ts";

const SCRIPT = join(ROOT, "apps/api/src/commands/make-tables.ts");
const TIMEOUT_MS = 600_000;
const MAX_BUFFER_BYTES = 16_000_000;

/** Returns the SQL with which this version creates the tables of its queue. */
export async function queueTables(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, "--describe"], {
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_BUFFER_BYTES,
  });
  return (JSON.parse(stdout) as { queueTables: string }).queueTables;
}

/** Creates the tables of a backup, with the api's command. */
export async function makeTables(
  urls: { databaseUrl: string; clickhouseUrl: string; internalSecret: string },
  wanted: { migrations: string[]; queueTables: string },
): Promise<void> {
  const made = promisify(execFile)(process.execPath, [SCRIPT], {
    env: {
      NODE_COMPILE_CACHE: COMPILED,
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
