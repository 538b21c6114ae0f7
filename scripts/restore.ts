/**
 * `npm run restore -- DIR [--backup ID] [--key FILE] [--secrets FILE]`: restores a backup into an empty data folder
 * (`SHOAL_DATA`), and into the engines named by `DATABASE_URL`, `CLICKHOUSE_URL` and `MEDIA_STORE` instead of the embedded
 * ones.
 */
import { parseArgs } from "node:util";
import { createTables } from "../apps/start/src/backup/api-tables.ts";
import { BackupFolder } from "../apps/start/src/backup/backup-folder.ts";
import { openEngines } from "../apps/start/src/backup/open-engines.ts";
import {
  assertFolderFree,
  readSecretsOf,
  readVerifiedManifest,
  restoreBackup,
} from "../apps/start/src/backup/restore-backup.ts";
import { markRestore, removeMark } from "../apps/start/src/backup/restore-mark.ts";
import type { RestoredMedia } from "../apps/start/src/backup/restore-media.ts";
import { parseKey } from "../apps/start/src/backup/sealed-bytes.ts";
import { guardFolder } from "../apps/start/src/guard-folder.ts";
import { findDataDir, type InstallationSecrets } from "../apps/start/src/settings.ts";

const MAX_SHOWN_NAMES = 20;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: "string" },
    backup: { type: "string" },
    secrets: { type: "string" },
  },
});

async function restoreInstallation(path: string): Promise<void> {
  const keyFile = values.key ?? process.env.BACKUP_KEY_FILE;
  const folder = await BackupFolder.open(path, keyFile ? await parseKey(keyFile) : undefined);
  const ids = await folder.list();
  const id = values.backup ?? ids.at(-1);
  if (id === undefined || !ids.includes(id)) throw new Error(`No backup ${id ?? ""} in ${path}`);
  console.log(`checks ${id}`);
  const manifest = await readVerifiedManifest(folder, id);
  const secrets = await readSecretsOf(folder, manifest, values.secrets);
  const { internal } = JSON.parse(secrets) as InstallationSecrets;
  const dataDir = await findDataDir();
  await assertFolderFree(dataDir, id);
  await guardFolder(dataDir);
  await markRestore(dataDir, id);
  const engines = await openEngines(dataDir, { isRunning: false });
  try {
    const { databaseUrl, clickhouseUrl } = engines;
    const { media } = await restoreBackup(
      folder,
      manifest,
      {
        ...engines,
        dataDir,
        makeTables: (wanted) =>
          createTables({ databaseUrl, clickhouseUrl, internalSecret: internal }, wanted),
      },
      { secrets, onStep: (step) => console.log(step) },
    );
    reportMedia(media, engines.storeAddress);
  } finally {
    await engines.close();
  }
  await removeMark(dataDir);
  console.log(`\n${id} is restored into ${dataDir}. npm start goes on from there.`);
}

function reportMedia(media: RestoredMedia, store: string): void {
  console.log(`${media.restored} media objects restored, ${media.there} were there already`);
  printNames(media.faults, "in the backup cannot be used");
  printNames(media.missing, `are missing: neither the backup nor ${store} has them`);
  printNames(media.different, `in ${store} have another size than in the backup, and were left as they are`);
  printNames(media.more, `in ${store} are not in the backup, and were left as they are`);
}

function printNames(names: readonly string[], what: string): void {
  if (names.length === 0) return;
  console.log(`${names.length} media objects ${what}:`);
  for (const name of names.slice(0, MAX_SHOWN_NAMES)) console.log(`  ${name}`);
  if (names.length > MAX_SHOWN_NAMES) console.log(`  and ${names.length - MAX_SHOWN_NAMES} more`);
}

const [path] = positionals;
try {
  if (!path) throw new Error("npm run restore -- DIR [--backup ID] [--key FILE] [--secrets FILE]");
  await restoreInstallation(path);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
process.exit();
