import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClickHouseClient, createClient } from "@clickhouse/client";
import type { SessionMinuteRow } from "@shoal/contract/player";
import { acquireAnalytics, acquireDatabase } from "@shoal/testkit/engines";
import { createAuthRepository } from "../modules/accounts/auth/index.ts";
import { type AlertWatch, createAlertNews, createAlertWatch } from "../modules/insight/alerts/index.ts";
import { prepareAnalytics } from "../platform/analytics-tables.ts";
import { openAnalytics } from "../platform/clickhouse.ts";
import { type Database, openDatabase } from "../platform/database.ts";
import type { Realtime } from "../platform/realtime/realtime.ts";
import { migrateAt } from "../test-api.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A minute is judged this long after its end. */
const EVALUATED_AFTER_MS = 25_000;

interface SentMail {
  name: string;
  to: string;
  values: object;
}

/** Databases for a single test, which sets their clock, without an api that also checks alerts. */
export interface AlertHarness {
  db: Database;
  mails: SentMail[];
  /** The addresses to which no mail can be sent. */
  failingAddresses: Set<string>;
  /** The errors that the watches reported. */
  errors: unknown[];
  /** Clients whose browsers were notified. */
  mailed: string[];
  /** Opens the watch of another replica; `clickhouseUrl` can belong to an unavailable server. */
  openWatch(options?: { clickhouseUrl?: string }): AlertWatch;
  addClient(): Promise<string>;
  /** Adds a manager with an email address, who receives mails. */
  addManager(clientUuid: string): Promise<string>;
  /** Adds sessions of a minute, each with these counters. */
  watch(minute: number, clientUuid: string, of: WatchedMinute): Promise<void>;
  /** Adds an hour of the roll-up. */
  insertHour(row: Record<string, unknown>): Promise<void>;
  /** Adds an hour of traffic as measured by an edge. */
  insertMetered(row: Record<string, unknown>): Promise<void>;
  /** Runs a check when the minutes up to this one are over. */
  checkAfter(watch: AlertWatch, minute: number): Promise<void>;
  msOf(minute: number): number;
  close(): Promise<void>;
}

export interface WatchedMinute extends Partial<SessionMinuteRow> {
  sessions: number;
  video: string;
}

export async function openAlertHarness(): Promise<AlertHarness> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-alerts-"));
  const postgres = await acquireDatabase(folder, { name: "migrated", fill: migrateAt });
  const clickhouse = await acquireAnalytics(folder);
  const { db, close } = openDatabase(postgres.url, 6);
  const analytics = openAnalytics(clickhouse.url);
  const opened = [analytics];
  await prepareAnalytics(analytics);
  const writer = createClient({ url: clickhouse.url });
  // Noon of yesterday, so that the test does not cross the end of a month.
  const startMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;
  const msOf = (minute: number) => startMs + minute * MINUTE_MS;
  const [mails, mailed]: [SentMail[], string[]] = [[], []];
  const failingAddresses = new Set<string>();
  const errors: unknown[] = [];
  const news = createAlertNews({
    mails: {
      send: async (_, { mail: { name }, to, values }) => {
        if (failingAddresses.has(to)) throw new Error(`no mail to ${to}`);
        mails.push({ name, to, values });
      },
    },
    publicUrl: "https://shoal.example",
  });
  const emit = (clientUuid: string) => void mailed.push(clientUuid);
  const realtime = { emit: emit as Realtime["emit"] };
  return {
    db,
    mails,
    mailed,
    failingAddresses,
    errors,
    msOf,
    openWatch({ clickhouseUrl = clickhouse.url } = {}) {
      const asked = openAnalytics(clickhouseUrl);
      opened.push(asked);
      return createAlertWatch({
        db,
        analytics: asked,
        realtime,
        news,
        onError: (error) => errors.push(error),
      });
    },
    addClient: () => createAuthRepository(db).ensureClient(`client ${randomUUID()}`),
    addManager: (clientUuid) => addManager(db, clientUuid),
    watch: (minute, clientUuid, of) => insertMinute(writer, msOf(minute), { ...of, client_uuid: clientUuid }),
    async insertHour(row) {
      await writer.insert({ table: "video_hours", values: [row], format: "JSONEachRow" });
    },
    async insertMetered(row) {
      await writer.insert({ table: "metered_hours", values: [row], format: "JSONEachRow" });
    },
    checkAfter: (watch, minute) => watch.checkOnce(msOf(minute + 1) + EVALUATED_AFTER_MS),
    async close() {
      await writer.close();
      await Promise.all(opened.map((each) => each.close()));
      await close();
      await clickhouse.release();
      await postgres.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function insertMinute(
  writer: ClickHouseClient,
  atMs: number,
  { sessions, video, ...counters }: WatchedMinute,
): Promise<void> {
  const values = Array.from({ length: sessions }, () => ({
    video_uuid: video,
    session_uuid: randomUUID(),
    minute: atMs / 1_000,
    version: 1,
    ...counters,
  }));
  await writer.insert({ table: "session_minutes", values, format: "JSONEachRow" });
}

async function addManager(db: Database, clientUuid: string): Promise<string> {
  const email = `manager-${randomUUID()}@example.org`;
  const users = createAuthRepository(db);
  const userUuid = await users.addUser({
    clientUuid,
    username: email,
    email,
    passwordHash: "none",
    roles: ["manager"],
  });
  await db.updateTable("users").set({ email_verified_at: new Date() }).where("uuid", "=", userUuid).execute();
  return email;
}
