import { createHash } from "node:crypto";
import { Redis } from "ioredis";

/** The time after which a command without a reply fails, and Redis counts as unavailable. */
const COMMAND_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_RETRY_DELAY_MS = 2_000;

/** A Redis connection shared by several parts of a process. */
export interface SharedRedis {
  /** The client's commands fail immediately while Redis is unavailable. */
  client: Redis;
  /** The prefix of all keys and channels, which keeps installations on one Redis apart. */
  prefix: string;
  /** Opens another connection, whose commands wait until Redis is available. */
  openPatient(): Redis;
  close(): void;
}

export interface RedisOptions {
  url: string;
  /** The secret that all processes of an installation share. Every other installation has another one. */
  installationSecret: string;
  /** Called once at the start of each outage. */
  onAway(error: unknown): void;
  onBack(): void;
}

/**
 * Connects to Redis and reconnects after outages. An outage at the start is not an error: callers work without Redis until then.
 * @example const redis = openRedis({ url: "redis://localhost:6379", … });
 */
export function openRedis({ url, installationSecret, onAway, onBack }: RedisOptions): SharedRedis {
  const connection = {
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (times: number) => Math.min(times * 100, MAX_RETRY_DELAY_MS),
  };
  const client = new Redis(url, {
    ...connection,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  const patient = new Set<Redis>();
  let isAway = false;
  let isClosed = false;
  client.on("error", (error) => {
    if (isAway || isClosed) return;
    isAway = true;
    onAway(error);
  });
  client.on("close", () => {
    if (isAway || isClosed) return;
    isAway = true;
    onAway(new Error("Redis has closed the connection"));
  });
  client.on("ready", () => {
    if (isAway) onBack();
    isAway = false;
  });
  return {
    client,
    prefix: `shoal:${createHash("sha256").update(`redis ${installationSecret}`).digest("hex").slice(0, 12)}`,
    openPatient() {
      const other = new Redis(url, { ...connection, maxRetriesPerRequest: null });
      // Only the main connection reports outages, so each is reported once.
      other.on("error", () => undefined);
      patient.add(other);
      return other;
    },
    close() {
      isClosed = true;
      for (const each of [client, ...patient]) each.disconnect();
    },
  };
}
