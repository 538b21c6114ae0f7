/**
 * `npm run backup -- DIR [--key FILE]`: backs up the installation, whether it is running or stopped. `--verify DIR` reads a
 * backup from end to end; `--new-key FILE` creates a key.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openMediaStore } from "@shoal/store";
import { loadQueueTables } from "../apps/start/src/backup/api-tables.ts";
import { BackupFolder } from "../apps/start/src/backup/backup-folder.ts";
import { findSecrets, makeBackup, pruneBackups } from "../apps/start/src/backup/make-backup.ts";
import { findSecretsIn, openEngines } from "../apps/start/src/backup/open-engines.ts";
import { createKeyText, parseKey } from "../apps/start/src/backup/sealed-bytes.ts";
import { verifyBackup } from "../apps/start/src/backup/verify-backup.ts";
import { findDataDir } from "../apps/start/src/settings.ts";

const USAGE = `npm run backup -- DIR [--key FILE] [--media copy|refer] [--keep 7]
npm run backup -- --verify DIR [--key FILE] [--backup 20260101T000000Z]
npm run backup -- --new-key FILE`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: "string" },
    media: { type: "string", default: "copy" },
    keep: { type: "string" },
    verify: { type: "boolean", default: false },
    backup: { type: "string" },
    "new-key": { type: "string" },
  },
});
const formatMegabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;

async function createKey(file: string): Promise<void> {
  await writeFile(file, createKeyText(), { mode: 0o600, flag: "wx", flush: true });
  console.log(`The key is in ${file}. Keep a copy elsewhere: nothing reads the backups without it.`);
}

async function runBackup(path: string): Promise<void> {
  if (values.media !== "copy" && values.media !== "refer") throw new Error(USAGE);
  const kept = values.keep === undefined ? undefined : Number(values.keep);
  if (kept !== undefined && !(Number.isInteger(kept) && kept > 0)) throw new Error(USAGE);
  const folder = await BackupFolder.open(path, await readGivenKey(), { isNew: true });
  const dataDir = await findDataDir();
  const engines = await openEngines(dataDir, { isRunning: true });
  try {
    const secrets = (await findSecrets(dataDir)) ?? findSecretsIn(process.env);
    const { manifest, media } = await makeBackup(
      folder,
      { ...engines, secrets: folder.key ? secrets : undefined, queueTables: await loadQueueTables() },
      { isMediaCopied: values.media === "copy", onStep: (step) => console.log(step) },
    );
    console.log(`\n${manifest.id} is in ${path}`);
    console.log(
      manifest.media.kind === "copied"
        ? `${media.copied} media objects copied (${formatMegabytes(media.copiedBytes)}), ${media.there} were there already`
        : `${manifest.media.objects} media objects are named; they stay in ${manifest.media.store}`,
    );
    if (!manifest.hasSecrets)
      console.log(
        folder.key
          ? "No secrets were found: keep INTERNAL_SECRET and PLAYBACK_SECRETS yourself."
          : `Without a key, secrets are not backed up: keep a copy of ${join(dataDir, "secrets.json")} yourself.`,
      );
  } finally {
    await engines.close();
  }
  if (kept !== undefined) await removeOldBackups(folder, kept);
}

async function removeOldBackups(folder: BackupFolder, kept: number): Promise<void> {
  const removed = await pruneBackups(folder, kept);
  if (removed.backups.length > 0)
    console.log(
      `Removed ${removed.backups.join(", ")}, and ${removed.media} media objects that no other names`,
    );
}

async function verifyFolder(path: string): Promise<void> {
  const folder = await BackupFolder.open(path, await readGivenKey());
  for (const name of await folder.listUnfinished())
    console.log(`${name} was interrupted: it is not a backup`);
  const ids = await folder.list();
  const id = values.backup ?? ids.at(-1);
  if (id === undefined || !ids.includes(id)) throw new Error(`No backup ${id ?? ""} in ${path}`);
  const store = await openMediaStore(process.env.MEDIA_STORE || join(await findDataDir(), "media"), {
    from: process.env.MEDIA_STORE_FROM,
    settings: process.env,
  });
  const { manifest, faults } = await verifyBackup(folder, id, store);
  for (const fault of faults) console.log(fault);
  if (faults.length > 0 || !manifest) {
    console.log(`\n${id} is not whole: ${faults.length} faults`);
    process.exitCode = 1;
    return;
  }
  const rows = manifest.database.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${id} is whole: ${rows} rows of ${manifest.database.tables.length} tables, ${manifest.analytics.tables.length} tables of analytics, ${manifest.media.objects} media objects (${formatMegabytes(manifest.media.bytes)})${manifest.hasSecrets ? ", secrets" : ", no secrets"}`,
  );
}

const readGivenKey = async () => {
  const file = values.key ?? process.env.BACKUP_KEY_FILE;
  return file ? parseKey(file) : undefined;
};

const [path] = positionals;
try {
  if (values["new-key"] !== undefined) await createKey(values["new-key"]);
  else if (!path) throw new Error(USAGE);
  else if (values.verify) await verifyFolder(path);
  else await runBackup(path);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
// Idle connections would keep the process alive for some seconds.
process.exit();
