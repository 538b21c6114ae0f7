import { inCluster } from "../platform/analytics-cluster.ts";
import { type Analytics, openAnalytics } from "../platform/clickhouse.ts";

/**
 * A cluster of one shard in the embedded engine, which has no configuration of clusters and no keeper: statements are those of
 * `inCluster`, less what needs these two. Tables of shards are not replicated, and those that lead to them do it by `remote()`, as
 * `Distributed` does it by a cluster's name.
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
