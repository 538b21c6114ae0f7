import { createHash } from "node:crypto";
import { Redis } from "ioredis";

/** A command that is answered later than this waits for a Redis that is away. */
const COMMAND_MS = 1_000;
const CONNECT_MS = 5_000;
const RETRY_MAX_MS = 2_000;

/** A connection to Redis that several parts of a process use. */
export interface SharedRedis {
  /** Commands fail at once while Redis is away. */
  client: Redis;
  /** Begins every key and channel: those of several installations on one Redis do not meet. */
  prefix: string;
  /** Another connection, whose commands wait until Redis is there. */
  openPatient(): Redis;
  close(): void;
}

export interface RedisOptions {
  url: string;
  /** All processes of one installation have it, and no other installation. */
  installationSecret: string;
  /** Told once when Redis goes away, and once when it is back. */
  onAway(error: unknown): void;
  onBack(): void;
}

/**
 * Connects to Redis, and again whenever it was away. A Redis that is away at the start is no fault: what needs it goes on without.
 * @example const redis = openRedis({ url: "redis://localhost:6379", … });
 */
export function openRedis({ url, installationSecret, onAway, onBack }: RedisOptions): SharedRedis {
  const connection = {
    connectTimeout: CONNECT_MS,
    retryStrategy: (times: number) => Math.min(times * 100, RETRY_MAX_MS),
  };
  const client = new Redis(url, {
    ...connection,
    commandTimeout: COMMAND_MS,
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
      // The first connection tells that Redis is away.
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
