import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { AnalyticsTables, END_OF_CLAIM, findClaim, loadDatabase } from "@shoal/engines";
import type { MediaStore } from "@shoal/store";
import { writeWholeFile } from "../whole-file.ts";
import type { BackupFolder } from "./backup-folder.ts";
import { databaseFileOf, type Manifest, readManifest, SECRETS_FILE } from "./manifest.ts";
import { findMark } from "./restore-mark.ts";
import { type RestoredMedia, restoreMedia } from "./restore-media.ts";
import { restoreTables } from "./restore-tables.ts";

export interface RestoreTarget {
  dataDir: string;
  databaseUrl: string;
  clickhouseUrl: string;
  isClickHouseEmbedded: boolean;
  store: MediaStore;
  /** Creates the tables of the version that made the backup. */
  makeTables(wanted: { migrations: string[]; queueTables: string }): Promise<void>;
}

export interface RestoreResult {
  manifest: Manifest;
  media: RestoredMedia;
}

/** The entries of a data folder that `npm start` creates and that a restore must not replace. */
const INSTALLATION_ENTRIES = new Set(["secrets.json", "postgres", "clickhouse"]);

/**
 * Checks that a restore into this folder may start.
 * @throws Error if the folder contains an installation, unless an interrupted restore of this backup created it.
 */
export async function assertFolderFree(dataDir: string, id: string): Promise<void> {
  const mark = await findMark(dataDir);
  if (mark === id) return;
  if (mark !== undefined)
    throw new Error(`A restore of ${mark} into ${dataDir} was interrupted: finish it first`);
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return [];
  });
  const there = names.filter((name) => INSTALLATION_ENTRIES.has(name));
  if (there.length > 0)
    throw new Error(`${dataDir} holds an installation (${there.join(", ")}): nothing is overwritten`);
}

/**
 * Reads the secrets of a backup.
 * @throws Error if the backup contains no secrets and no file with secrets is specified.
 */
export async function readSecretsOf(
  folder: BackupFolder,
  manifest: Manifest,
  file: string | undefined,
): Promise<string> {
  if (file !== undefined) return readFile(file, "utf8");
  if (!manifest.hasSecrets)
    throw new Error("This backup is without secrets: name the file secrets.json by --secrets FILE");
  const bytes = await buffer(folder.read(`${manifest.id}/${SECRETS_FILE}`, { isCompressed: true }) as never);
  return bytes.toString("utf8");
}

/** Reads and checks a backup, without media. @throws Error naming the first file that is missing or damaged. */
export async function readVerifiedManifest(folder: BackupFolder, id: string): Promise<Manifest> {
  const manifest = await readManifest(folder, id);
  for (const [name, file] of Object.entries(manifest.files)) {
    const fault = await folder.check(`${id}/${name}`, file);
    if (fault) throw new Error(`The backup ${id} is not whole: ${fault}`);
  }
  return manifest;
}

/**
 * Restores a backup into empty engines. Repeating the call continues an interrupted restore. Until the restore is complete, no
 * process starts on these engines.
 * @throws Error if one of the engines is not empty, in which case nothing is changed.
 */
export async function restoreBackup(
  folder: BackupFolder,
  manifest: Manifest,
  target: RestoreTarget,
  { secrets, onStep = () => undefined }: { secrets: string; onStep?: (step: string) => void },
): Promise<RestoreResult> {
  const { id } = manifest;
  const analytics = new AnalyticsTables(target.clickhouseUrl, { isEmbedded: target.isClickHouseEmbedded });
  const claim = await findClaim(target.databaseUrl, id, { isClaimed: false });
  if (claim === "taken") throw new Error("The database holds tables already: nothing is overwritten");
  if (claim === "empty") await assertNoRows(analytics);
  await findClaim(target.databaseUrl, id, { isClaimed: true });
  await writeWholeFile(join(target.dataDir, "secrets.json"), secrets);
  onStep("tables");
  const { migrations, queueTables } = manifest.database;
  await target.makeTables({ migrations, queueTables });
  onStep("analytics");
  const workFolder = join(target.dataDir, "work");
  await restoreTables({ folder, id }, analytics, {
    tables: manifest.analytics.tables,
    workFolder,
    before: (name) => analytics.empty(name),
  });
  onStep("media");
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const media = await restoreMedia(folder, id, { store: target.store, workFolder });
  onStep("database");
  // The database is restored last. Its last statement removes the claim, without which the api would start on the database.
  await loadDatabase(target.databaseUrl, {
    tables: manifest.database.tables,
    sequences: manifest.database.sequences,
    read: (table) => folder.read(`${id}/${databaseFileOf(table)}`, { isCompressed: true }),
    lastStatement: END_OF_CLAIM,
  });
  return { manifest, media };
}

async function assertNoRows(analytics: AnalyticsTables): Promise<void> {
  const { tables } = await analytics.describe();
  for (const { name } of tables)
    if ((await analytics.countRows(name)) > 0)
      throw new Error(`The analytics engine holds rows of ${name}: nothing is overwritten`);
}
