import { join } from "node:path";
import { type ClickHouseAddress, type RunningPostgres, startClickHouse, startPostgres } from "@shoal/engines";
import { workerRoleOf } from "@shoal/lifecycle";
import type { Installation } from "./settings.ts";
import { type SupervisedProcess, supervise } from "./supervise.ts";

export interface EngineOptions {
  installation: Installation;
  /** Whether the engine may lose data in a crash. */
  isThrowaway?: boolean;
  /** Called with each line of output. The engines' logs have the names `postgres` and `clickhouse`. */
  onLine: (name: string, line: string) => void;
  onAgain: () => void;
}

/**
 * Runs the embedded PostgreSQL, and restarts it with the same URLs when it dies. Returns undefined if `DATABASE_URL` names another
 * server.
 */
export async function supervisePostgres({
  installation,
  isThrowaway = false,
  onLine,
  onAgain,
}: EngineOptions): Promise<SupervisedProcess<RunningPostgres> | undefined> {
  if (process.env.DATABASE_URL) return undefined;
  const dataDir = join(installation.dataDir, "postgres");
  const onLog = (line: string) => onLine("postgres", line);
  const start = (signal: AbortSignal) => startPostgres({ dataDir, isThrowaway, signal, onLog });
  return supervise({ name: "postgres", start, onLine, onAgain });
}

/**
 * Runs the embedded ClickHouse, and restarts it with the same URL when it dies. Returns undefined if `CLICKHOUSE_URL` names another
 * server.
 */
export async function superviseClickHouse({ installation, onLine, onAgain }: EngineOptions) {
  if (process.env.CLICKHOUSE_URL) return undefined;
  const dataDir = join(installation.dataDir, "clickhouse");
  let address: ClickHouseAddress | undefined;
  const onLog = (line: string) => onLine("clickhouse", line);
  const start = async (signal: AbortSignal) => {
    const running = await startClickHouse({ dataDir, address, signal, onLog });
    address = running.address;
    return running;
  };
  return supervise({ name: "clickhouse", start, onLine, onAgain });
}

/** Returns the URL with which workers sign in. Its role can only access the queue. */
export function workerDatabaseUrl(
  postgres: RunningPostgres | undefined,
  databaseUrl: string,
  password: string,
): string {
  if (postgres) return postgres.urlFor({ user: workerRoleOf(postgres.url), password });
  // The operator sets this variable if the database's owner may not create roles.
  if (process.env.WORKER_DATABASE_URL) return process.env.WORKER_DATABASE_URL;
  const url = new URL(process.env.DATABASE_DIRECT_URL || databaseUrl);
  url.username = encodeURIComponent(process.env.WORKER_DATABASE_ROLE || workerRoleOf(url.href));
  url.password = password;
  return url.href;
}
