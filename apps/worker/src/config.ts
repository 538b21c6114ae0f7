import { availableParallelism, hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);

/** Every setting of the worker, read from the environment once. */
const Settings = z.object({
  /** The queue's role: it sees nothing but the queue. */
  DATABASE_URL: z.string().min(1),
  /** The media store: a folder, as a path or file:// URL, shared with api and edge. */
  MEDIA_STORE: z.string().min(1),
  /** Where progress is reported. */
  API_INTERNAL_URL: z.url(),
  INTERNAL_SECRET: z.string().min(16),
  /** Unfinished files; emptied of what dead workers left. On the media store's disk, finished files move instead of being copied. */
  WORK_DIR: z.string().default(join(tmpdir(), "shoal-worker")),
  /** Pieces encoded at once. One a core by default: each uses one thread, and first publications have a slot of their own. */
  WORKER_SLOTS: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
  /** How foreign files are locked up: see `detectSandbox`. `auto` takes bubblewrap where it works and says so where not. */
  SANDBOX: z.enum(["auto", "bwrap", "limited", "refuse"]).default("auto"),
  /** Names this worker's folders; two workers that share WORK_DIR need different ones. */
  WORKER_NAME: z
    .string()
    .regex(/^[A-Za-z0-9._-]+$/)
    .default(`${hostname()}-${process.pid}`.replace(/[^A-Za-z0-9._-]/g, "-")),
  /** /healthz, /readyz and /metrics; 0 takes a free port. */
  PORT: port.default(0),
  HOST: z.string().default("127.0.0.1"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).default("info"),
});
export type WorkerConfig = z.infer<typeof Settings>;

/** @throws Error that lists every fault at once. */
export function readConfig(env: NodeJS.ProcessEnv): WorkerConfig {
  const parsed = Settings.safeParse(env);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw new Error(`The worker's settings are wrong:\n${faults.join("\n")}`);
}
