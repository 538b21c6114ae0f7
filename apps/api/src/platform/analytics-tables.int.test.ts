import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import { acquireAnalytics } from "@shoal/testkit/engines";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLocalCluster } from "../testing/local-cluster.ts";
import { moveOldRows, prepareAnalytics } from "./analytics-tables.ts";
import { openAnalytics } from "./clickhouse.ts";

let folder: string;
let engine: Awaited<ReturnType<typeof acquireAnalytics>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-test-"));
  engine = await acquireAnalytics(folder);
});
afterAll(async () => {
  await engine.release();
  await rm(folder, { recursive: true, force: true });
});

/** The table of earlier versions: a partition was a month, and seconds were floating-point numbers. */
const MONTHLY_TABLE_DDL = `CREATE TABLE session_minutes (
    client_uuid String, video_uuid String, session_uuid String, minute DateTime('UTC'), version UInt64,
    sec_server Float64, sec_peer Float64, sec_rebuf_http Float64, sec_rebuf_p2p Float64,
    bytes_server UInt64, bytes_peer UInt64, bytes_up UInt64, kbps_seconds Float64, sec_best_quality Float64,
    views UInt8, attempts UInt8, startup_ms Float64, peers UInt16, errors UInt32,
    country LowCardinality(String), network_prefix String, device LowCardinality(String), network LowCardinality(String),
    page_host LowCardinality(String) DEFAULT ''
  ) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(minute)
  ORDER BY (client_uuid, video_uuid, session_uuid, minute)`;

test("moveOldRows moves all session minutes of an earlier version to daily partitions, even after an interruption", async () => {
  const client = createClient({ url: engine.url });
  const analytics = openAnalytics(engine.url);
  const read = async (query: string) => (await client.query({ query, format: "JSONEachRow" })).json();
  try {
    const nowSec = Math.floor(Date.now() / 60_000) * 60;
    const values = Array.from({ length: 40 }, (_, day) => ({
      client_uuid: "c",
      video_uuid: "film",
      session_uuid: randomUUID(),
      version: 1,
      page_host: "example.org",

      minute: nowSec - day * 86_400,
      sec_server: 59.987,
      startup_ms: day === 0 ? 1e9 : 500,
      views: 1,
    }));
    await client.command({ query: MONTHLY_TABLE_DDL });
    await client.insert({ table: "session_minutes", values, format: "JSONEachRow" });
    // The state after an api was killed between renaming the old table and moving its rows.
    await client.command({ query: "RENAME TABLE session_minutes TO session_minutes_before" });
    for (let start = 0; start < 2; start += 1) {
      await prepareAnalytics(analytics);
      await moveOldRows(analytics);
    }
    const sums = `SELECT toUInt32(count()) AS n, sum(sec_server) AS sec, max(startup_ms) AS startup, any(page_host) AS host
      FROM session_minutes FINAL`;
    expect(await read(sums)).toEqual([{ n: 40, sec: 2_399.48, startup: 600_000, host: "example.org" }]);
    const tables =
      "SELECT name, partition_key, sorting_key FROM system.tables WHERE name LIKE 'session_minutes%'";
    expect(await read(tables)).toEqual([
      {
        name: "session_minutes",
        partition_key: "toYYYYMMDD(minute)",
        sorting_key: "client_uuid, toStartOfHour(minute), video_uuid, session_uuid, minute",
      },
    ]);
  } finally {
    await analytics.close();
    await client.close();
  }
});

test("prepareAnalytics adds missing columns and settings, and alters nothing if none is missing", async () => {
  const analytics = openAnalytics(engine.url);
  const altered: string[] = [];
  const watched: typeof analytics = {
    ...analytics,
    command(options) {
      if (options.query.startsWith("ALTER")) altered.push(options.query);
      return analytics.command(options);
    },
  };
  try {
    await prepareAnalytics(watched);
    expect(altered).toEqual([]);
    await analytics.command({ query: "ALTER TABLE metered_hours DROP COLUMN address_percent" });
    await analytics.command({ query: "ALTER TABLE outro_sessions RESET SETTING fsync_after_insert" });
    await prepareAnalytics(watched);
    expect(altered.map((query) => query.split(" ", 3).join(" "))).toEqual([
      "ALTER TABLE metered_hours",
      "ALTER TABLE outro_sessions",
    ]);
    await prepareAnalytics(watched);
    expect(altered).toHaveLength(2);
  } finally {
    await analytics.close();
  }
});

test("prepareAnalytics creates and updates the tables of a cluster, which are read like those of a single server", async () => {
  const other = await acquireAnalytics(join(folder, "cluster"));
  const analytics = openLocalCluster(other.url);
  const altered: string[] = [];
  const watched: typeof analytics = {
    ...analytics,
    command(options) {
      altered.push(options.query);
      return analytics.command(options);
    },
  };
  const read = async (query: string) => (await analytics.query({ query, format: "JSONEachRow" })).json();
  try {
    await prepareAnalytics(analytics);
    const values = ["('a', 1, 1)", "('a', 2, 3)", "('b', 1, 5)"].map((row) =>
      row.replace(")", ", toStartOfHour(now()))"),
    );
    await analytics.command({
      query: `INSERT INTO session_minutes (client_uuid, version, views, minute) VALUES ${values.join(", ")}`,
    });
    await analytics.command({
      query: `INSERT INTO link_hours (client_uuid, hour, version, views)
        SELECT client_uuid, minute, 1, views FROM session_minutes FINAL
        WHERE client_uuid IN (SELECT client_uuid FROM session_minutes FINAL WHERE views > 0)`,
    });
    const views =
      "SELECT client_uuid AS client, toUInt32(sum(views)) AS n FROM link_hours FINAL GROUP BY client ORDER BY client";
    expect(await read(views)).toEqual([
      { client: "a", n: 3 },
      { client: "b", n: 5 },
    ]);
    await analytics.command({
      query: "ALTER TABLE link_hours DELETE WHERE client_uuid = {client:String} SETTINGS mutations_sync = 1",
      query_params: { client: "a" },
    });
    expect(await read(views)).toEqual([{ client: "b", n: 5 }]);
    await prepareAnalytics(watched);
    expect(altered).toEqual([]);
  } finally {
    await analytics.close();
    await other.release();
  }
});
