import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { AnalyticsTables } from "@shoal/engines";
import type { BackupFolder } from "./backup-folder.ts";
import { analyticsFileOf, type Manifest } from "./manifest.ts";

interface RestoreTablesOptions {
  tables: Manifest["analytics"]["tables"];
  workFolder: string;
  /** Called before the rows of a table are read. */
  before(name: string): Promise<void> | void;
}

/**
 * Inserts the rows of a backup's tables into ClickHouse.
 * @throws Error naming a table that ClickHouse does not have.
 */
export async function restoreTables(
  { folder, id }: { folder: BackupFolder; id: string },
  analytics: AnalyticsTables,
  { tables, workFolder, before }: RestoreTablesOptions,
): Promise<void> {
  const present = new Map((await analytics.describe()).tables.map((table) => [table.name, table]));
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const passing = join(workFolder, "passing.native");
  try {
    for (const table of tables) {
      const lacking = table.columns.filter((column) => !present.get(table.name)?.columns.includes(column));
      if (lacking.length > 0)
        throw new Error(`The analytics engine has no place for ${table.name}: ${lacking.join(", ")}`);
      await before(table.name);
      const rows = folder.read(`${id}/${analyticsFileOf(table)}`, { isCompressed: true });
      await pipeline(rows, createWriteStream(passing, { mode: 0o600 }));
      await analytics.readFrom(passing, table);
    }
  } finally {
    // The file contains decrypted rows, so it is removed in every case.
    await rm(passing, { force: true });
  }
}
