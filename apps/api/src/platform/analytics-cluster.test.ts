import { SESSION_MINUTES_DDL } from "@shoal/contract/stored-data";
import { expect, it } from "vitest";
import { clusterStatements, inCluster } from "./analytics-cluster.ts";
import type { Analytics } from "./clickhouse.ts";

const cluster = { name: "shoal", database: "figures" };
const translate = (query: string) => clusterStatements(query, cluster);
const collapseSpaces = (text = "") => text.replaceAll(/\s+/g, " ");

it("CREATE TABLE becomes a replicated table on each shard and a distributed one over all", () => {
  const [shard, all, ...others] = translate(
    `CREATE TABLE IF NOT EXISTS t (
       client_uuid String CODEC(ZSTD(1)), n UInt8 DEFAULT (1 + 2), version UInt64,
       PROJECTION by_n (SELECT * ORDER BY n)
     ) ENGINE = ReplacingMergeTree(version) ORDER BY client_uuid SETTINGS a = 1`,
  );
  expect(others).toEqual([]);
  expect(collapseSpaces(shard)).toBe(
    "CREATE TABLE IF NOT EXISTS t_shard ON CLUSTER 'shoal' ( client_uuid String CODEC(ZSTD(1)), n UInt8 DEFAULT (1 + 2), version UInt64," +
      " PROJECTION by_n (SELECT * ORDER BY n) ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}'," +
      " '{replica}', version) ORDER BY client_uuid SETTINGS a = 1",
  );
  expect(collapseSpaces(all)).toBe(
    "CREATE TABLE IF NOT EXISTS t ON CLUSTER 'shoal' AS `figures`.t_shard" +
      " ENGINE = Distributed('shoal', 'figures', 't_shard', cityHash64(client_uuid))",
  );
});

it("engines without a version and the tables of edges are translated too", () => {
  expect(translate("CREATE TABLE IF NOT EXISTS t (a String) ENGINE = MergeTree ORDER BY a")[0]).toContain(
    "ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}') ORDER BY a",
  );
  expect(translate(SESSION_MINUTES_DDL)).toHaveLength(2);
});

it("ALTER changes columns of both tables, and settings and rows of local tables only, on all replicas", () => {
  expect(translate("ALTER TABLE t ADD COLUMN IF NOT EXISTS a UInt8")).toEqual([
    "ALTER TABLE t_shard ON CLUSTER 'shoal' ADD COLUMN IF NOT EXISTS a UInt8",
    "ALTER TABLE t ON CLUSTER 'shoal' ADD COLUMN IF NOT EXISTS a UInt8",
  ]);
  expect(translate("ALTER TABLE t MODIFY SETTING a = 1")).toEqual([
    "ALTER TABLE t_shard ON CLUSTER 'shoal' MODIFY SETTING a = 1",
  ]);
  expect(translate("ALTER TABLE t DELETE WHERE a = {a:String} SETTINGS mutations_sync = 1")).toEqual([
    "ALTER TABLE t_shard ON CLUSTER 'shoal' DELETE WHERE a = {a:String} SETTINGS mutations_sync = 2",
  ]);
  expect(translate("ALTER TABLE t UPDATE a = 0 WHERE 1")).toEqual([
    "ALTER TABLE t_shard ON CLUSTER 'shoal' UPDATE a = 0 WHERE 1",
  ]);
});

it("inserts stay unchanged, and statements that are not supported on a cluster are rejected", () => {
  expect(translate("INSERT INTO t SELECT * FROM u FINAL")).toEqual(["INSERT INTO t SELECT * FROM u FINAL"]);
  for (const query of ["RENAME TABLE t TO u", "DROP TABLE t", "ALTER TABLE t DROP COLUMN a"])
    expect(() => translate(query)).toThrow("Not known in a cluster");
});

it("statements have settings with which written rows can be read immediately", async () => {
  const queries: { query: string; clickhouse_settings?: object }[] = [];
  const one = {
    query: async (params: (typeof queries)[number]) => void queries.push(params),
    command: async (params: (typeof queries)[number]) => {
      queries.push(params);
      return { query_id: String(queries.length) };
    },
  } as unknown as Analytics;
  const analytics = inCluster(one, cluster);
  await analytics.query({ query: "SELECT 1", clickhouse_settings: { max_threads: 1 } });
  await analytics.command({ query: "ALTER TABLE t ADD COLUMN a UInt8" });
  expect(queries.map(({ query }) => query)).toEqual([
    "SELECT 1",
    "ALTER TABLE t_shard ON CLUSTER 'shoal' ADD COLUMN a UInt8",
    "ALTER TABLE t ON CLUSTER 'shoal' ADD COLUMN a UInt8",
  ]);
  expect(queries[0]?.clickhouse_settings).toMatchObject({
    insert_distributed_sync: 1,
    load_balancing: "in_order",
    max_threads: 1,
  });
});
