import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { AnalyticsTable, AnalyticsTables } from "@shoal/engines";
import type { BackupFolder } from "./backup-folder.ts";
import { analyticsFile, type Manifest } from "./manifest.ts";

/** Made again from `session_hours`: their rows are not replaced by later ones. */
const MADE_AGAIN = new Set(["day_sums", "day_rows"]);

/** The folders of an edge's spool, by table. */
const SPOOLS = {
  session_minutes: "",
  robot_minutes: "robots",
  outro_sessions: "outros",
  metered_hours: "metered",
  cdn_hours: "cdn",
} as const;
const SPOOL_FILE = /^\d+-\d+\.jsonl$/;

export interface RebuiltTable {
  name: string;
  /** Rows of the table afterwards. */
  rows: number;
  spoolFiles: number;
}

export interface RebuildSource {
  /** A complete backup; undefined without one. */
  backup: { folder: BackupFolder; manifest: Manifest } | undefined;
  /** The spool folders of edges. Their files stay: an edge delivers them itself, and a row that comes twice counts once. */
  spools: readonly string[];
}

/**
 * Reads what a backup and spools hold into the tables of the analytics engine. Rows that are there stay: all these tables keep the latest
 * version of a row.
 * @throws Error naming a spool that cannot be read, or a table of the backup for which there is no place.
 */
export async function readIntoAnalytics(
  analytics: AnalyticsTables,
  { backup, spools }: RebuildSource,
  { workFolder, onStep = () => undefined }: { workFolder: string; onStep?: (step: string) => void },
): Promise<RebuiltTable[]> {
  const present = new Map((await analytics.describe()).tables.map((table) => [table.name, table]));
  const files = await listSpools(spools);
  if (backup) await readBackup(analytics, backup, { present, workFolder, onStep });
  onStep("spool");
  for (const { table, path } of files) await analytics.insertLines(table, await readFile(path));
  const rebuilt: RebuiltTable[] = [];
  for (const name of present.keys())
    if (!MADE_AGAIN.has(name))
      rebuilt.push({
        name,
        rows: await analytics.countRows(name),
        spoolFiles: files.filter(({ table }) => table === name).length,
      });
  return rebuilt;
}

async function readBackup(
  analytics: AnalyticsTables,
  { folder, manifest }: NonNullable<RebuildSource["backup"]>,
  options: {
    present: ReadonlyMap<string, AnalyticsTable>;
    workFolder: string;
    onStep: (step: string) => void;
  },
): Promise<void> {
  const { present, workFolder, onStep } = options;
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const passing = join(workFolder, "passing.native");
  for (const table of manifest.analytics.tables) {
    if (MADE_AGAIN.has(table.name)) continue;
    const lacking = table.columns.filter((column) => !present.get(table.name)?.columns.includes(column));
    if (lacking.length > 0)
      throw new Error(`The analytics engine has no place for ${table.name}: ${lacking.join(", ")}`);
    onStep(table.name);
    const rows = folder.read(`${manifest.id}/${analyticsFile(table)}`, { isCompressed: true });
    await pipeline(rows, createWriteStream(passing, { mode: 0o600 }));
    await analytics.readFrom(passing, table);
    await rm(passing, { force: true });
  }
}

/** @throws Error naming a spool that does not exist. */
async function listSpools(spools: readonly string[]): Promise<{ table: string; path: string }[]> {
  const found: { table: string; path: string }[] = [];
  for (const spool of spools)
    for (const [table, folder] of Object.entries(SPOOLS)) {
      const path = join(spool, folder);
      const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
        // Each folder but the first is made with its first row.
        if (error.code === "ENOENT" && folder !== "") return [];
        throw new Error(`The spool ${path} cannot be read: ${error.message}`);
      });
      for (const name of names.filter((each) => SPOOL_FILE.test(each)).toSorted())
        found.push({ table, path: join(path, name) });
    }
  return found;
}
