import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acquireDatabase, type TestDatabase } from "@shoal/testkit/engines";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { migrate, openDatabase } from "./database.ts";

let folder: string;
let postgres: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-database-"));
  await chmod(folder, 0o755);
  postgres = await acquireDatabase(folder);
});
afterAll(async () => {
  await postgres?.release();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Returns the seconds after which PostgreSQL ends a session whose host has lost its power. The values in force would be 0 here,
 * since tests connect through a socket file.
 */
async function findDeadPeerSec(db: ReturnType<typeof openDatabase>["db"]): Promise<number> {
  const { rows } = await sql<{ idle: number; interval: number; count: number }>`SELECT
      max(reset_val::int) FILTER (WHERE name = 'tcp_keepalives_idle') AS idle,
      max(reset_val::int) FILTER (WHERE name = 'tcp_keepalives_interval') AS interval,
      max(reset_val::int) FILTER (WHERE name = 'tcp_keepalives_count') AS count
    FROM pg_settings WHERE name LIKE 'tcp_keepalives%'`.execute(db);
  const [{ idle, interval, count } = { idle: 0, interval: 0, count: 0 }] = rows;
  return idle + interval * count;
}

test("PostgreSQL ends the sessions of a host that no longer answers, with their locks, within a minute", async () => {
  const { db, close } = openDatabase(postgres.url, 1);
  onTestFinished(close);
  const sec = await findDeadPeerSec(db);
  expect(sec).toBeGreaterThan(0);
  expect(sec).toBeLessThanOrEqual(60);
});

test("the same applies behind a pooler, which accepts no settings of a connection", async () => {
  const { db, close } = openDatabase(postgres.url, 1, postgres.url);
  onTestFinished(close);
  await migrate(db, { only: [] });
  // A role's settings apply only to connections that are opened after they were set.
  const later = openDatabase(postgres.url, 1, postgres.url);
  onTestFinished(later.close);
  const sec = await findDeadPeerSec(later.db);
  expect(sec).toBeGreaterThan(0);
  expect(sec).toBeLessThanOrEqual(60);
});
