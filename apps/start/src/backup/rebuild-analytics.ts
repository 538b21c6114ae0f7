import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isSpoolFile, SPOOL_FOLDERS } from "@shoal/contract/stored-data";
import type { AnalyticsTables } from "@shoal/engines";
import type { BackupFolder } from "./backup-folder.ts";
import type { Manifest } from "./manifest.ts";
import { restoreTables } from "./restore-tables.ts";

/** Tables that are recreated from `session_hours`, because their later rows do not replace earlier ones. */
const REBUILT_TABLES = new Set(["day_sums", "day_rows"]);

export interface RebuiltTable {
  name: string;
  /** The number of rows in the table after the rebuild. */
  rows: number;
  spoolFiles: number;
}

export interface RebuildSource {
  /** A complete backup; undefined to load only the spools. */
  backup: { folder: BackupFolder; manifest: Manifest } | undefined;
  /** The spool folders of edges. Their files are kept, since edges deliver them too. A repeated row counts once. */
  spools: readonly string[];
}

/**
 * Loads the rows of a backup and of spools into the tables of ClickHouse. Existing rows stay, since these tables keep the latest
 * version of each row.
 * @throws Error naming a spool that cannot be read, or a table of the backup that ClickHouse lacks.
 */
export async function readIntoAnalytics(
  analytics: AnalyticsTables,
  { backup, spools }: RebuildSource,
  { workFolder, onStep = () => undefined }: { workFolder: string; onStep?: (step: string) => void },
): Promise<RebuiltTable[]> {
  const files = await listSpools(spools);
  if (backup) {
    const { folder, manifest } = backup;
    const tables = manifest.analytics.tables.filter(({ name }) => !REBUILT_TABLES.has(name));
    await restoreTables({ folder, id: manifest.id }, analytics, { tables, workFolder, before: onStep });
  }
  onStep("spool");
  for (const { table, path } of files) {
    const lines = await readFileIfExists(path);
    if (lines) await analytics.insertLines(table, lines);
  }
  const rebuilt: RebuiltTable[] = [];
  for (const { name } of (await analytics.describe()).tables)
    if (!REBUILT_TABLES.has(name))
      rebuilt.push({
        name,
        rows: await analytics.countRows(name),
        spoolFiles: files.filter(({ table }) => table === name).length,
      });
  return rebuilt;
}

/** Reads a file. Returns undefined if the edge has delivered it in the meantime. */
const readFileIfExists = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });

/** Lists the files of spools. @throws Error naming a spool that does not exist. */
async function listSpools(spools: readonly string[]): Promise<{ table: string; path: string }[]> {
  const found: { table: string; path: string }[] = [];
  for (const spool of spools)
    for (const [table, folder] of Object.entries(SPOOL_FOLDERS)) {
      const path = join(spool, folder);
      const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
        // All spool folders except the first one are created together with their first row.
        if (error.code === "ENOENT" && folder !== "") return [];
        throw new Error(`The spool ${path} cannot be read: ${error.message}`);
      });
      for (const name of names.filter(isSpoolFile).toSorted()) found.push({ table, path: join(path, name) });
    }
  return found;
}
