import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "@clickhouse/client";
import { expect, onTestFinished, test } from "vitest";
import type { InstallationEndpoints } from "../../apps/start/src/endpoints.ts";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { makeSupervisedInstallation } from "../../harness/supervised.ts";
import { runBackupCommand } from "../support/backups.ts";

const DAY_SEC = 86_400;
const MINUTES_PER_DAY = 60;
const CLIENT_UUID = "7c1d0000-0000-4000-8000-000000000001";

const todaySec = () => Math.floor(Date.now() / 1_000 / DAY_SEC) * DAY_SEC;
const toIsoDay = (agoDays: number) =>
  new Date((todaySec() - agoDays * DAY_SEC) * 1_000).toISOString().slice(0, 10);

/** Returns the session minutes of an hour of playback, the given number of days ago. */
const minutesOf = (agoDays: number) =>
  Array.from({ length: MINUTES_PER_DAY }, (_, n) => ({
    client_uuid: CLIENT_UUID,
    video_uuid: "film",
    session_uuid: `session-${agoDays}`,
    minute: todaySec() - agoDays * DAY_SEC + n * 60,
    version: Date.now(),
    sec_server: 60,
    views: n === 0 ? 1 : 0,
  }));

async function runRebuild(dataDir: string, ...args: string[]): Promise<string> {
  const script = join(REPOSITORY_ROOT, "scripts/analytics-rebuild.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    env: { ...process.env, SHOAL_DATA: dataDir },
  });
  return stdout;
}

const engineOf = async (dataDir: string) => {
  const endpoints = JSON.parse(
    await readFile(join(dataDir, "endpoints.json"), "utf8"),
  ) as InstallationEndpoints;
  return createClient({ url: endpoints.clickhouseUrl });
};

/** Reads the seconds viewed and the views of each day from hourly and from daily aggregates, as the analytics pages do. */
async function figuresOf(dataDir: string): Promise<unknown> {
  const engine = await engineOf(dataDir);
  const read = async (query: string) => (await engine.query({ query, format: "JSONEachRow" })).json();
  try {
    return {
      hours:
        await read(`SELECT toString(toDate(hour)) AS day, toUInt32(sum(ms_server)) AS ms, toUInt32(sum(views)) AS views
        FROM session_hours FINAL GROUP BY day ORDER BY day`),
      sums: await read(`SELECT toString(toDate(slot)) AS day, toUInt32(sum(ms_server)) AS ms, toUInt32(sum(views)) AS views
        FROM day_sums WHERE dimension = 'whole' GROUP BY day ORDER BY day`),
    };
  } finally {
    await engine.close();
  }
}

async function insertMinutes(dataDir: string, ...daysAgo: number[]): Promise<void> {
  const engine = await engineOf(dataDir);
  await engine.insert({
    table: "session_minutes",
    values: daysAgo.flatMap(minutesOf),
    format: "JSONEachRow",
  });
  await engine.close();
}

test("a lost analytics engine is rebuilt from a backup and a spool, and the days that neither contains are named", async () => {
  const own = await makeSupervisedInstallation();
  onTestFinished(own.dispose);
  const { dataDir } = own.installation;
  const backups = await mkdtemp(join(tmpdir(), "shoal-rebuild-"));
  onTestFinished(() => rm(backups, { recursive: true, force: true }));
  const first = await own.start();
  await insertMinutes(dataDir, 1, 2, 3, 4);
  expect(await runRebuild(dataDir)).toContain("All days that had figures have figures.");
  const before = await figuresOf(dataDir);
  await runBackupCommand("backup", [backups], { SHOAL_DATA: dataDir });
  // This day is aggregated after the backup, so losing ClickHouse loses its aggregates.
  await insertMinutes(dataDir, 6);
  await runRebuild(dataDir);
  await first.interrupt();

  await rm(join(dataDir, "clickhouse"), { recursive: true });
  const lines = minutesOf(5).map((row) => `${JSON.stringify(row)}\n`);
  await writeFile(join(dataDir, "beacons", "000000000000001-000001.jsonl"), `${lines.join("")}{"torn`);
  const output = await runRebuild(dataDir, backups);
  expect(output).toContain(`session_minutes: ${5 * MINUTES_PER_DAY} rows, 1 files of spools`);
  expect(output).toContain(`Without figures, although they had some or may have had some: ${toIsoDay(6)}`);
  await own.start();
  const ofDay = { day: toIsoDay(5), ms: 60_000 * MINUTES_PER_DAY, views: 1 };
  const { hours, sums } = before as Record<"hours" | "sums", object[]>;
  expect(hours).toHaveLength(4);
  expect(await figuresOf(dataDir)).toEqual({ hours: [ofDay, ...hours], sums: [ofDay, ...sums] });
});
