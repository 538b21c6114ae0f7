import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { MAX_UPLOAD_BYTES } from "@shoal/contract";
import { portsSetting } from "@shoal/safe-fetch";
import { z } from "zod";

const portNumber = z.coerce.number().int().min(0).max(65_535);

/** Every setting of the worker, read from the environment once. */
export const WorkerSettings = z.object({
  /** PostgreSQL, with a role that can only access the queue. */
  DATABASE_URL: z.string().min(1),
  /** The media store, shared with api and edge: a folder, as a path or file:// URL, or an s3:// address. */
  MEDIA_STORE: z.string().min(1),
  /** The store that `npm run store:move` copies from: objects missing from MEDIA_STORE are read there. */
  MEDIA_STORE_FROM: z.string().optional(),
  /** Access key of an s3:// store; a folder needs none. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  /** The secret of that access key. */
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Session token of access keys that expire. */
  S3_SESSION_TOKEN: z.string().optional(),
  /** Disk cache, in WORK_DIR, for sources in an s3:// store, which consecutive pieces of a video read again. */
  MEDIA_CACHE_BYTES: z.coerce.number().int().min(0).default(10_000_000_000),
  /** The URL for progress reports. */
  API_INTERNAL_URL: z.url(),
  /** Secret of the installation, the same for all of its processes. */
  INTERNAL_SECRET: z.string().min(16),
  /**
   * Folder for unfinished files. The worker removes files of dead workers. If the folder is on the media store's disk, finished
   * files are moved instead of copied.
   */
  WORK_DIR: z.string().default(join(tmpdir(), "shoal-worker")),
  /** Pieces encoded at the same time. One per core: each piece uses one thread, and first publications have a separate slot. */
  WORKER_SLOTS: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
  /** Files fetched from URLs at the same time. Fetches wait for the network and need hardly any CPU. */
  FETCH_SLOTS: z.coerce.number().int().min(1).max(256).default(4),
  /** Whether users' URLs may point to this machine and to private networks. */
  FETCH_ALLOW_PRIVATE: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
  /** Ports of users' URLs, or `any`. By default only those of web servers. */
  FETCH_PORTS: portsSetting("80,443,8080,8443"),
  /** Maximum size of a fetched file. By default, it equals the maximum size of an upload. */
  FETCH_MAX_BYTES: z.coerce.number().int().min(1).default(MAX_UPLOAD_BYTES),
  /** Maximum length of one fetch run; the queue takes a job back after 6 hours. */
  FETCH_MAX_MINUTES: z.coerce.number().int().min(1).max(350).default(300),
  /** Time limit for the DNS lookup, the connection and TLS together. */
  FETCH_CONNECT_SEC: z.coerce.number().int().min(1).max(600).default(15),
  /** Time limit for a pause without a byte. It is long, because a server may need a while to prepare a file. */
  FETCH_IDLE_SEC: z.coerce.number().int().min(1).max(3_600).default(60),
  /** Free disk space below which fetches wait, as uploads do at the api. Encodings wait at half of it. */
  DISK_LOW_BYTES: z.coerce.number().int().min(0).default(2_000_000_000),
  /**
   * How untrusted files are sandboxed: `auto` uses bubblewrap where it works and otherwise limits resources; `limited` only
   * limits resources; `bwrap` and `refuse` require bubblewrap.
   */
  SANDBOX: z.enum(["auto", "bwrap", "limited", "refuse"]).default("auto"),
  /** TCP port of /healthz, /readyz and /metrics; 0 chooses a free one. */
  PORT: portNumber.default(0),
  /** Address of that port. */
  HOST: z.string().default("127.0.0.1"),
  /** Least severe log lines to write. */
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).default("info"),
  /** The OTLP collector for traces over HTTP, such as `http://127.0.0.1:4318`. Without it, tracing is off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Share of traces that are kept, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});
export type WorkerConfig = z.infer<typeof WorkerSettings>;

/**
 * Reads the settings from the environment.
 * @throws Error that lists all errors together.
 */
export function readConfig(env: NodeJS.ProcessEnv): WorkerConfig {
  const parsed = WorkerSettings.safeParse(env);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw new Error(`The worker's settings are wrong:\n${faults.join("\n")}`);
}
