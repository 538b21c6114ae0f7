/**
 * `npm run analytics:rebuild [-- BACKUPS] [--backup ID] [--key FILE] [--spool DIR …]`: after the loss of ClickHouse's data, restores what a
 * backup and the spools of edges contain, and computes the roll-ups again, whether the installation is running or stopped.
 */
import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { AnalyticsTables } from "@shoal/engines";
import { BackupFolder } from "../apps/start/src/backup/backup-folder.ts";
import { findLostDays } from "../apps/start/src/backup/lost-days.ts";
import { openEngines } from "../apps/start/src/backup/open-engines.ts";
import { readIntoAnalytics } from "../apps/start/src/backup/rebuild-analytics.ts";
import { readVerifiedManifest } from "../apps/start/src/backup/restore-backup.ts";
import { parseKey } from "../apps/start/src/backup/sealed-bytes.ts";
import { findDataDir, REPOSITORY_ROOT, spoolDirOf } from "../apps/start/src/settings.ts";

const COMMAND_PATH = join(REPOSITORY_ROOT, "apps/api/src/commands/rebuild-roll-ups.ts");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: "string" },
    backup: { type: "string" },
    spool: { type: "string", multiple: true },
  },
});

async function openBackup(path: string) {
  const keyFile = values.key ?? process.env.BACKUP_KEY_FILE;
  const folder = await BackupFolder.open(path, keyFile ? await parseKey(keyFile) : undefined);
  const ids = await folder.list();
  const id = values.backup ?? ids.at(-1);
  if (id === undefined || !ids.includes(id)) throw new Error(`No backup ${id ?? ""} in ${path}`);
  return { folder, manifest: await readVerifiedManifest(folder, id) };
}

/** Returns the folder of the spool that `npm start` uses, if it exists. */
async function findOwnSpool(dataDir: string): Promise<string[]> {
  const path = spoolDirOf(dataDir);
  return stat(path).then(
    () => [path],
    () => [],
  );
}

async function rebuildAnalytics(path: string | undefined): Promise<void> {
  const backup = path === undefined ? undefined : await openBackup(path);
  const dataDir = await findDataDir();
  const spools = values.spool ?? (await findOwnSpool(dataDir));
  const engines = await openEngines(dataDir, { isRunning: true });
  const run = async (...args: string[]) => {
    const env = {
      ...process.env,
      DATABASE_URL: engines.databaseUrl,
      CLICKHOUSE_URL: engines.clickhouseUrl,
    };
    return (await promisify(execFile)(process.execPath, [COMMAND_PATH, ...args], { env })).stdout;
  };
  try {
    await run("--tables");
    const analytics = new AnalyticsTables(engines.clickhouseUrl, {
      isEmbedded: engines.isClickHouseEmbedded,
    });
    const tables = await readIntoAnalytics(
      analytics,
      { backup, spools },
      { workFolder: join(dataDir, "work"), onStep: (step) => console.log(step) },
    );
    console.log("roll-ups");
    const days = JSON.parse(await run()) as { known: string[]; present: string[] };
    console.log("");
    for (const { name, rows, spoolFiles } of tables)
      console.log(`${name}: ${rows} rows${spoolFiles > 0 ? `, ${spoolFiles} files of spools` : ""}`);
    const lost = findLostDays(days, { backedUpAt: backup?.manifest.startedAt, now: new Date() });
    if (lost.length === 0) console.log("All days that had figures have figures.");
    else console.log(`Without figures, although they had some or may have had some: ${lost.join(", ")}`);
  } finally {
    await engines.close();
  }
}

try {
  await rebuildAnalytics(positionals[0]);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
// Idle connections would keep the process alive for some seconds.
process.exit();
