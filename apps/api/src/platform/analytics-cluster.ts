import { type Analytics, type AnalyticsCluster, type AnalyticsOptions, openAnalytics } from "./clickhouse.ts";

/**
 * All rows of a client are on one shard, so that joins and replacements find them there, and queries about one client use only that shard.
 * Written rows can be read immediately: inserts wait for the shard, and all queries use the first available replica.
 */
const CLUSTER_SETTINGS = {
  insert_distributed_sync: 1,
  parallel_distributed_insert_select: "0",
  distributed_product_mode: "local",
  optimize_skip_unused_shards: 1,
  load_balancing: "in_order",
} as const;

/** Returns the name of the local table on each shard. */
export const shardTable = (table: string): string => `${table}_shard`;

function clusterOf(name: string | undefined, url: string): AnalyticsCluster | undefined {
  if (name === undefined) return undefined;
  return { name, database: decodeURIComponent(new URL(url).pathname.slice(1)) || "default" };
}

/** Opens ClickHouse, a single server or a cluster. @param cluster the value of `CLICKHOUSE_CLUSTER`. */
export function openAnalyticsIn(
  url: string,
  cluster: string | undefined,
  options: AnalyticsOptions = {},
): Analytics {
  const found = clusterOf(cluster, url);
  const analytics = openAnalytics(url, options);
  return found ? inCluster(analytics, found) : analytics;
}

/** Returns the client of a cluster, for which callers write statements as for a single server. */
export function inCluster(analytics: Analytics, cluster: AnalyticsCluster): Analytics {
  const withSettings = <P extends { clickhouse_settings?: object }>(params: P) => ({
    ...params,
    clickhouse_settings: { ...CLUSTER_SETTINGS, ...params.clickhouse_settings },
  });
  return {
    ...analytics,
    cluster,
    query: ((params: Parameters<Analytics["query"]>[0]) =>
      analytics.query(withSettings(params))) as Analytics["query"],
    async command(params) {
      let result: Awaited<ReturnType<Analytics["command"]>> | undefined;
      for (const query of clusterStatements(params.query, cluster))
        result = await analytics.command(withSettings({ ...params, query }));
      if (!result) throw new Error("No statement");
      return result;
    },
  };
}

const CREATE_TABLE_PATTERN =
  /^CREATE TABLE IF NOT EXISTS (\w+) \(([\s\S]*)\)\s+ENGINE = (\w*MergeTree)(?:\((\w*)\))?([\s\S]*)$/;
const ALTER_TABLE_PATTERN = /^ALTER TABLE (\w+)\s+([\s\S]*)$/;

/**
 * Translates a statement for a single server into statements for a cluster: each table becomes a replicated local table on each
 * shard, and a distributed table under the original name.
 * @throws Error for a change of tables that is not supported on a cluster.
 */
export function clusterStatements(query: string, { name, database }: AnalyticsCluster): string[] {
  const on = `ON CLUSTER ${quoteText(name)}`;
  const text = query.trim();
  const [, made, columns = "", engine, version, rest = ""] = CREATE_TABLE_PATTERN.exec(text) ?? [];
  if (made) {
    const path = "'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'";
    const args = version ? `${path}, ${version}` : path;
    const place = `${quoteText(name)}, ${quoteText(database)}, ${quoteText(shardTable(made))}`;
    return [
      `CREATE TABLE IF NOT EXISTS ${shardTable(made)} ${on} (${columns}) ENGINE = Replicated${engine}(${args})${rest}`,
      // Copies only the columns: indexes and projections belong to the local tables. The database is named, as each server
      // executes the statement itself.
      `CREATE TABLE IF NOT EXISTS ${made} ${on} AS ${quoteName(database)}.${shardTable(made)}
        ENGINE = Distributed(${place}, cityHash64(client_uuid))`,
    ];
  }
  const [, altered, action = ""] = ALTER_TABLE_PATTERN.exec(text) ?? [];
  if (altered) {
    const ofShards = `ALTER TABLE ${shardTable(altered)} ${on} ${action}`;
    if (action.startsWith("ADD COLUMN")) return [ofShards, `ALTER TABLE ${altered} ${on} ${action}`];
    if (action.startsWith("MODIFY SETTING")) return [ofShards];
    // Changes rows on all replicas of all shards, not only on the queried one.
    if (/^(DELETE|UPDATE) /.test(action))
      return [ofShards.replace(/SETTINGS mutations_sync = 1$/, "SETTINGS mutations_sync = 2")];
  }
  if (!text.startsWith("INSERT INTO ")) throw new Error(`Not known in a cluster: ${text.slice(0, 100)}`);
  return [query];
}

const quoteText = (text: string) => `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
const quoteName = (text: string) => `\`${text.replaceAll(/[\\`]/g, "\\$&")}\``;
