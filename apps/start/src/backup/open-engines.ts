import { join } from "node:path";
import { startClickHouse, startPostgres } from "@shoal/engines";
import { type MediaStore, openMediaStore } from "@shoal/store";
import { awaitEndpoints } from "../endpoints.ts";

export interface OpenEngines {
  /** The URL of PostgreSQL for connections that keep their own session. */
  databaseUrl: string;
  clickhouseUrl: string;
  isClickHouseEmbedded: boolean;
  store: MediaStore;
  /** The address of the media store, without its credentials. */
  storeAddress: string;
  /** Stops the engines, if this call started them. */
  close(): Promise<void>;
}

/**
 * Opens the engines of an installation. These are the ones that the environment names, or those of a running platform; otherwise it
 * starts the embedded engines.
 * @param isRunning whether to look for the engines of a running platform.
 */
export async function openEngines(
  dataDir: string,
  { isRunning, env = process.env }: { isRunning: boolean; env?: NodeJS.ProcessEnv },
): Promise<OpenEngines> {
  const running = isRunning ? await awaitEndpoints(dataDir, () => undefined) : undefined;
  const undo: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of undo.splice(0).reverse()) await stop();
  };
  try {
    const startDatabase = async () => {
      const postgres = await startPostgres({ dataDir: join(dataDir, "postgres") });
      undo.push(() => postgres.stop());
      return postgres.url;
    };
    const startAnalytics = async () => {
      const clickhouse = await startClickHouse({ dataDir: join(dataDir, "clickhouse") });
      undo.push(() => clickhouse.stop());
      return clickhouse.url;
    };
    const named = env.DATABASE_DIRECT_URL || env.DATABASE_URL;
    const databaseUrl = named || running?.databaseUrl || (await startDatabase());
    const clickhouseUrl = env.CLICKHOUSE_URL || running?.clickhouseUrl || (await startAnalytics());
    const storeAddress = env.MEDIA_STORE || join(dataDir, "media");
    const store = await openMediaStore(storeAddress, { from: env.MEDIA_STORE_FROM, settings: env });
    return {
      databaseUrl,
      clickhouseUrl,
      isClickHouseEmbedded: !env.CLICKHOUSE_URL,
      store,
      storeAddress,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Finds the secrets of processes that are started individually. `npm start` keeps its secrets in its data folder instead. */
export function findSecretsIn(env: NodeJS.ProcessEnv): string | undefined {
  const { INTERNAL_SECRET, PLAYBACK_SECRETS, WORKER_DATABASE_PASSWORD } = env;
  if (!INTERNAL_SECRET || !PLAYBACK_SECRETS) return undefined;
  const secrets = {
    internal: INTERNAL_SECRET,
    playback: PLAYBACK_SECRETS,
    workerDatabase: WORKER_DATABASE_PASSWORD ?? "",
  };
  return `${JSON.stringify(secrets, null, 2)}\n`;
}
