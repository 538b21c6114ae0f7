import { createReadStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { AnalyticsTables, openSnapshot } from "@shoal/engines";
import type { MediaStore } from "@shoal/store";
import { MediaBackup, type MediaPass } from "./back-up-media.ts";
import { type BackupFolder, explainFullDisk, formatBackupId, type StoredFile } from "./backup-folder.ts";
import {
  analyticsFileOf,
  bytesOf,
  databaseFileOf,
  MANIFEST_FILE,
  type Manifest,
  MEDIA_INDEX_FILE,
  mediaFileOf,
  readIndex,
  SECRETS_FILE,
} from "./manifest.ts";
import { findCompleteSources } from "./sources.ts";

/**
 * The name of the lock of `FiguresMirror`, which must not change aggregates between the database snapshot and the copy of the
 * analytics.
 */
const FIGURES_LOCK = 7_201;

export interface BackupSource {
  /** The URL of PostgreSQL for connections that keep their own session. */
  databaseUrl: string;
  clickhouseUrl: string;
  /** Whether ClickHouse is embedded. If so, its tables pass through a file that the engine writes. */
  isClickHouseEmbedded: boolean;
  store: MediaStore;
  /** The address of the media, without credentials. */
  storeAddress: string;
  /** The secrets in the format of `npm start`; undefined if there are none to back up. */
  secrets: string | undefined;
  /** The SQL with which this version creates the tables of its queue. */
  queueTables: string;
}

export interface BackupOptions {
  isMediaCopied: boolean;
  now?: Date;
  /** Called at the start of each step. */
  onStep?: (step: string) => void;
}

export interface BackupResult {
  manifest: Manifest;
  media: MediaPass;
}

/**
 * Makes a backup while the platform runs. It contains the database at one moment and everything that the database refers to. The
 * next backup removes the remains of an interrupted one.
 * @throws Error that names the folder when its disk is full.
 */
export async function makeBackup(
  folder: BackupFolder,
  source: BackupSource,
  options: BackupOptions,
): Promise<BackupResult> {
  const unlock = await folder.lock();
  try {
    return await makeBackupLocked(folder, source, options);
  } catch (error) {
    throw explainFullDisk(error, folder.path);
  } finally {
    await unlock();
  }
}

async function makeBackupLocked(
  folder: BackupFolder,
  source: BackupSource,
  { isMediaCopied, now = new Date(), onStep = () => undefined }: BackupOptions,
): Promise<BackupResult> {
  const id = formatBackupId(now);
  const earlier = await folder.list();
  if (earlier.includes(id)) throw new Error(`There is a backup of this second: ${id}`);
  const unfinished = await folder.begin(id);
  const files: Record<string, StoredFile> = {};
  const write = async (name: string, bytes: AsyncIterable<Uint8Array>, isCompressed = true) => {
    files[name] = await folder.write(`${id}/${name}`, bytes, { isCompressed, at: `${unfinished}/${name}` });
  };
  const media = new MediaBackup(folder, source.store, { id, unfinished, isCopied: isMediaCopied });
  for (const last of earlier.slice(-1)) await media.learnFrom(last);
  onStep("media");
  const copyMedia = async () => media.pass(await findCompleteSources(source.databaseUrl));
  const first = await copyMedia();
  const snapshot = await openSnapshot(source.databaseUrl, [FIGURES_LOCK]);
  let database: Manifest["database"];
  let analytics: Awaited<ReturnType<typeof backUpAnalytics>>;
  try {
    onStep("analytics");
    analytics = await backUpAnalytics(folder, source, unfinished, write);
    await snapshot.unlock();
    onStep("database");
    const migrations = await snapshot.query<{ name: string }>(
      "SELECT name FROM kysely_migration ORDER BY name",
    );
    const tables: Manifest["database"]["tables"] = [];
    for (const table of snapshot.tables) {
      const { stream, rows } = snapshot.rowsOf(table);
      await write(databaseFileOf(table), stream);
      tables.push({ ...table, rows: rows() });
    }
    database = {
      migrations: migrations.map(({ name }) => name),
      queueTables: source.queueTables,
      tables,
      sequences: [...snapshot.sequences],
    };
  } finally {
    await snapshot.close();
  }
  onStep("media that came meanwhile");
  const second = await copyMedia();
  await write(MEDIA_INDEX_FILE, media.index());
  if (source.secrets !== undefined) await write(SECRETS_FILE, bytesOf(source.secrets));
  const manifest: Manifest = {
    format: 1,
    id,
    startedAt: now.toISOString(),
    endedAt: new Date().toISOString(),
    servers: { database: snapshot.serverVersion, analytics: analytics.version },
    database,
    analytics: { tables: analytics.tables },
    media: {
      kind: isMediaCopied ? "copied" : "referred",
      store: source.storeAddress,
      objects: media.objects.length,
      bytes: media.objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    },
    hasSecrets: source.secrets !== undefined,
    files,
  };
  const text = bytesOf(JSON.stringify(manifest));
  await folder.write(`${id}/${MANIFEST_FILE}`, text, {
    isCompressed: true,
    at: `${unfinished}/${MANIFEST_FILE}`,
  });
  await folder.finish(unfinished, id);
  return {
    manifest,
    media: {
      copied: first.copied + second.copied,
      copiedBytes: first.copiedBytes + second.copiedBytes,
      there: media.objects.length - first.copied - second.copied,
    },
  };
}

async function backUpAnalytics(
  folder: BackupFolder,
  { clickhouseUrl, isClickHouseEmbedded }: BackupSource,
  unfinished: string,
  write: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>,
) {
  const analytics = new AnalyticsTables(clickhouseUrl, { isEmbedded: isClickHouseEmbedded });
  const { version, tables } = await analytics.describe();
  const done: Manifest["analytics"]["tables"] = [];
  // This file is not encrypted, so it is removed before the backup is complete, or together with an interrupted backup.
  const passing = join(folder.path, unfinished, "passing.native");
  for (const table of tables) {
    const rows = await analytics.writeTo(passing, table);
    await write(analyticsFileOf(table), createReadStream(passing));
    await rm(passing, { force: true });
    done.push({ ...table, rows });
  }
  return { version, tables: done };
}

/** Finds the secrets of an installation: in its data folder, or in the environment if its processes are started individually. */
export async function findSecrets(dataDir: string): Promise<string | undefined> {
  return readFile(join(dataDir, "secrets.json"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
}

/** Removes all but the latest backups, and the media that no remaining backup refers to. */
export async function pruneBackups(
  folder: BackupFolder,
  kept: number,
): Promise<{ backups: string[]; media: number }> {
  const unlock = await folder.lock();
  try {
    return await removeOldBackupsLocked(folder, kept);
  } finally {
    await unlock();
  }
}

async function removeOldBackupsLocked(
  folder: BackupFolder,
  kept: number,
): Promise<{ backups: string[]; media: number }> {
  const all = await folder.list();
  const old = all.slice(0, Math.max(0, all.length - kept));
  const wanted = new Set<string>();
  for (const id of all.slice(old.length))
    for await (const object of readIndex(folder, id)) wanted.add(mediaFileOf(id, object));
  for (const id of old) await folder.remove(id);
  let media = 0;
  for await (const file of folder.listMedia())
    if (!wanted.has(file)) {
      await folder.remove(file);
      media++;
    }
  return { backups: old, media };
}
