import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buffer, text } from "node:stream/consumers";
import { promisify } from "node:util";
import { createClient } from "@clickhouse/client";
import { openSnapshot } from "@shoal/engines";
import { openEngines } from "../../apps/start/src/backup/open-engines.ts";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";

type BackupCommand = "backup" | "restore";
const scriptOf = (command: BackupCommand) => join(REPOSITORY_ROOT, "scripts", `${command}.ts`);

/** Runs `npm run backup` or `npm run restore`. @returns the program's output. @throws Error with the output if the program fails. */
export async function runBackupCommand(
  command: BackupCommand,
  args: string[],
  env: Record<string, string>,
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [scriptOf(command), ...args], {
    env: { ...process.env, ...env },
  });
  return stdout;
}

/** Makes a backup and kills it once it reports the start of the given step. */
export async function killAtStep(
  step: string,
  command: BackupCommand,
  args: string[],
  env: Record<string, string>,
): Promise<void> {
  const child = spawn(process.execPath, [scriptOf(command), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === step) child.kill("SIGKILL");
  });
  const [code] = (await ended) as [number | null];
  if (code !== null) throw new Error(`${command} ended with ${code} before "${step}"`);
}

/** Reads everything that a stopped installation stores: all objects, and all rows regardless of their order. */
export async function readContentOf(dataDir: string, env: NodeJS.ProcessEnv = {}) {
  const engines = await openEngines(dataDir, { isRunning: false, env });
  try {
    const snapshot = await openSnapshot(engines.databaseUrl);
    const tables: Record<string, string> = {};
    for (const table of snapshot.tables) {
      const lines = (await text(snapshot.rowsOf(table).stream)).split("\n").sort();
      tables[`${table.schema}.${table.name}`] = `${lines.length - 1} rows, ${computeHash(lines.join("\n"))}`;
    }
    await snapshot.close();
    const analytics = await countRowsIn(engines.clickhouseUrl);
    const media: Record<string, string> = {};
    for await (const { name } of engines.store.list())
      media[name] = computeHash(await buffer(engines.store.stream(name)));
    return { tables, sequences: snapshot.sequences, analytics, media };
  } finally {
    await engines.close();
  }
}

/** Counts the rows of each table that queries see. Merges may not have removed all superseded rows. */
async function countRowsIn(url: string): Promise<Record<string, string>> {
  const client = createClient({ url });
  const runQuery = async <Row>(query: string) =>
    (await client.query({ query, format: "JSONEachRow" })).json<Row>();
  try {
    const columns = await runQuery<{ table: string; engine: string; name: string; type: string }>(
      `SELECT table, t.engine AS engine, c.name AS name, c.type AS type FROM system.columns c
        JOIN system.tables t ON t.name = c.table AND t.database = c.database WHERE c.database = 'shoal'`,
    );
    const found: Record<string, string> = {};
    for (const [table, of] of Object.entries(Object.groupBy(columns, (column) => column.table))) {
      const values = of?.map(({ name, type }) =>
        type.startsWith("AggregateFunction") ? `finalizeAggregation(${name})` : name,
      );
      const isFinal = of?.[0]?.engine.startsWith("Replacing") ?? false;
      const [row] = await runQuery<{ rows: string; hash: string }>(
        `SELECT count() AS rows, toString(sum(cityHash64(${values?.join(", ")}))) AS hash FROM ${table} ${isFinal ? "FINAL" : ""}`,
      );
      found[table] = `${row?.rows} rows, ${row?.hash}`;
    }
    return found;
  } finally {
    await client.close();
  }
}

const computeHash = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);
