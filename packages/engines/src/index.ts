export {
  type ClickHouseAddress,
  type RunningClickHouse,
  startClickHouse,
} from "./clickhouse/start-clickhouse.ts";
export { type PostgresOptions, type RunningPostgres, startPostgres } from "./postgres/start-postgres.ts";
