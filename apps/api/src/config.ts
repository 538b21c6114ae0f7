import { z } from "zod";

const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  );
const url = z.url().transform((text) => text.replace(/\/$/, ""));

/** Settings of the api process: name, unit and reason of each default. */
const Settings = z.object({
  /** Loopback: a proxy in front terminates TLS. */
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** Where browsers reach the dashboard; mails and links use it. */
  API_PUBLIC_URL: url,
  /** Where browsers reach the edge; iframe codes use it. */
  EDGE_PUBLIC_URL: url,
  /** CIDRs of proxies whose X-Forwarded-For is believed; none by default. */
  TRUSTED_PROXIES: list,
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgres:// URL"),
  /** Connections to PostgreSQL: its default of 100 serves five replicas. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(90).default(15),
  CLICKHOUSE_URL: url,
  MEDIA_STORE: z.string().min(1),
  /** Shared by our own processes. */
  INTERNAL_SECRET: z.string().min(32),
  /** Password of the role that workers use; it sees the queue alone. */
  WORKER_DATABASE_PASSWORD: z.string().min(16),
  /** Below this many free bytes new uploads and encodings are refused, so that the database keeps its room. */
  DISK_LOW_BYTES: z.coerce.number().int().min(0).default(2_000_000_000),
  /** Hours a session lives without use. */
  SESSION_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(24 * 365)
    .default(24 * 14),
  /** Folder with the built dashboard; empty serves none. */
  DASHBOARD_DIR: z.string().default(""),
  SUPPORT_EMAIL: z.email().default("support@shoal.example"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});
export type Config = z.output<typeof Settings>;

/**
 * Reads the settings of the process.
 * @throws Error that lists every fault at once.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const result = Settings.safeParse(env);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The api cannot start, these settings are wrong:\n${faults.join("\n")}`);
}
