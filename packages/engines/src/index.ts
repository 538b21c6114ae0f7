export {
  type ClickHouseAddress,
  type RunningClickHouse,
  startClickHouse,
} from "./clickhouse/start-clickhouse.ts";
export { type AnalyticsTable, AnalyticsTables } from "./dump/analytics-dump.ts";
export {
  type DumpedSequence,
  type DumpedTable,
  END_OF_CLAIM,
  findClaim,
  loadDatabase,
  openSnapshot,
  queryDatabase,
} from "./dump/database-dump.ts";
export { type PostgresOptions, type RunningPostgres, startPostgres } from "./postgres/start-postgres.ts";
