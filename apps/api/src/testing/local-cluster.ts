import { inCluster } from "../platform/analytics-cluster.ts";
import { type Analytics, openAnalytics } from "../platform/clickhouse.ts";

/**
 * Opens a cluster of one shard in the embedded ClickHouse, which has no cluster configuration and no keeper: statements are those
 * of `inCluster`, without the parts that need them. Tables of shards are not replicated, and distributed tables use `remote()`
 * where `Distributed` uses the cluster's name.
 */
export function openLocalCluster(url: string): Analytics {
  const database = new URL(url).pathname.slice(1);
  const engine = openAnalytics(url);
  const local: Analytics = {
    ...engine,
    command: (params) => engine.command({ ...params, query: localStatement(params.query) }),
  };
  return inCluster(local, { name: "local", database });
}

const localStatement = (query: string): string =>
  // A distributed table has the columns of the tables that it reads.
  query.startsWith("ALTER") && !query.includes("_shard ")
    ? "SELECT 1"
    : query
        .replace(" ON CLUSTER 'local'", "")
        .replace(/Replicated(\w+)\('[^']*', '[^']*'(?:, )?/, "$1(")
        .replace(
          /AS \S+\s+ENGINE = Distributed\('local', '(\w+)', '(\w+)', [\s\S]*$/,
          "AS remote('127.0.0.1', '$1', '$2')",
        );
