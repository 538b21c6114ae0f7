import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import { AnalyticsTables, startClickHouse } from "@shoal/engines";
import { expect, onTestFinished, test } from "vitest";
import { BackupFolder } from "./backup-folder.ts";
import type { Manifest } from "./manifest.ts";
import { readIntoAnalytics } from "./rebuild-analytics.ts";

const BACKUP_ID = "20260101T000000Z";
const TABLE_COLUMNS = ["session_uuid", "minute", "version", "sec_server"];
const MINUTES_TABLE = { name: "session_minutes", columns: TABLE_COLUMNS };

/** Returns the rows of 60 minutes of a session. */
const minutesOf = (session: string, version = 1) =>
  Array.from({ length: 60 }, (_, minute) => ({
    session_uuid: session,
    minute,
    version,
    sec_server: version,
  }));
const linesOf = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

test("rows of a backup and of spools are added to existing ones, and the latest version of each row counts", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shoal-rebuild-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const engine = await startClickHouse({ dataDir: join(folder, "clickhouse") });
  onTestFinished(() => engine.stop());
  const client = createClient({ url: engine.url });
  onTestFinished(() => client.close());
  const columns = "session_uuid String, minute UInt32, version UInt64, sec_server UInt32";
  const order = "ENGINE = ReplacingMergeTree(version) ORDER BY (session_uuid, minute)";
  for (const name of ["session_minutes", "robot_minutes", "day_sums"])
    await client.command({ query: `CREATE TABLE ${name} (${columns}) ${order}` });
  const insert = (rows: object[]) =>
    client.insert({ table: MINUTES_TABLE.name, values: rows, format: "JSONEachRow" });
  const analytics = new AnalyticsTables(engine.url, { isEmbedded: true });

  await insert([...minutesOf("old"), ...minutesOf("changed")]);
  const passing = join(folder, "passing");
  await analytics.writeTo(passing, MINUTES_TABLE);
  const backups = await BackupFolder.open(join(folder, "backups"), undefined, { isNew: true });
  for (const name of ["session_minutes", "day_sums"])
    await backups.write(`${BACKUP_ID}/analytics/${name}`, createReadStream(passing), { isCompressed: true });
  const tables = [MINUTES_TABLE, { ...MINUTES_TABLE, name: "day_sums" }].map((table) => ({
    ...table,
    rows: 120,
  }));
  const manifest = { id: BACKUP_ID, analytics: { tables } } as Partial<Manifest> as Manifest;
  await analytics.empty("session_minutes");

  await insert(minutesOf("changed", 2));
  const spool = join(folder, "spool");
  await mkdir(join(spool, "robots"), { recursive: true });
  await writeFile(
    join(spool, "000000000000001-000001.jsonl"),
    `${linesOf(minutesOf("spooled"))}{"session_uuid":"torn`,
  );
  await writeFile(join(spool, "000000000000001-000002.jsonl.rejected"), "unreadable\n");
  await writeFile(join(spool, "robots", "000000000000001-000001.jsonl"), linesOf(minutesOf("robot")));
  const source = { backup: { folder: backups, manifest }, spools: [spool] };
  const read = async () => readIntoAnalytics(analytics, source, { workFolder: join(folder, "work") });
  await read();
  const rebuilt = await read();

  const answer = await client.query({
    query: `SELECT session_uuid AS session, toUInt32(count()) AS rows, toUInt32(max(version)) AS version
      FROM session_minutes FINAL GROUP BY session ORDER BY session`,
    format: "JSONEachRow",
  });
  expect(await answer.json()).toEqual([
    { session: "changed", rows: 60, version: 2 },
    { session: "old", rows: 60, version: 1 },
    { session: "spooled", rows: 60, version: 1 },
  ]);
  expect(await analytics.countRows("day_sums")).toBe(0);
  expect(rebuilt.map(({ name, spoolFiles }) => [name, spoolFiles])).toEqual([
    ["robot_minutes", 1],
    ["session_minutes", 1],
  ]);

  // The platform knows only the URL of an external server, so tables are sent through the connection.
  const external = new AnalyticsTables(engine.url, { isEmbedded: false });
  const robots = { ...MINUTES_TABLE, name: "robot_minutes" };
  await external.writeTo(passing, robots);
  await external.empty(robots.name);
  expect(await external.countRows(robots.name)).toBe(0);
  await external.readFrom(passing, robots);
  // The rows were read twice. When duplicates are written in one insert, ClickHouse merges them.
  expect(await external.countRows(robots.name)).toBe(60);

  const missing = { backup: undefined, spools: [join(folder, "nowhere")] };
  await expect(readIntoAnalytics(analytics, missing, { workFolder: folder })).rejects.toThrow(
    "cannot be read",
  );
});
