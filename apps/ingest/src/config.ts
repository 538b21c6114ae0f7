import { CAPTURE_PORT } from "@shoal/contract";
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);

/** Every setting of the ingest, read from the environment once. */
const Settings = z.object({
  /** Where it is asked which live a stream key is for. */
  API_INTERNAL_URL: z.url(),
  INTERNAL_SECRET: z.string().min(16),
  /** The media store: a folder, as a path or file:// URL, shared with api, edge and worker. */
  MEDIA_STORE: z.string().min(1),
  /** Where encoders publish by RTMP; 0 takes a free port. */
  RTMP_PORT: port.default(1_935),
  /** By default every address of this machine: encoders come from anywhere. */
  RTMP_HOST: z.string().default("0.0.0.0"),
  /** Where browsers send what they record, by WebSocket; 0 takes a free port. */
  CAPTURE_PORT: port.default(CAPTURE_PORT),
  /** By default every address of this machine, as for encoders. */
  CAPTURE_HOST: z.string().default("0.0.0.0"),
  /** The dashboard's: pages of no other origin may send. */
  API_PUBLIC_URL: z.url().transform((text) => new URL(text).origin),
  /** How foreign media are locked up: see `detectSandbox`. */
  SANDBOX: z.enum(["auto", "bwrap", "limited", "refuse"]).default("auto"),
  /** What is remembered of each live's finished segments; older ones are read from the media store. */
  LIVE_MEMORY_BYTES: z.coerce.number().int().min(1_000_000).default(32_000_000),
  /** For edges and the operator: lives, /healthz, /readyz and /metrics; 0 takes a free port. */
  INTERNAL_PORT: port.default(0),
  INTERNAL_HOST: z.string().default("127.0.0.1"),
  /** Under which edges reach that; by default as this process listens. */
  ADVERTISED_URL: z
    .url()
    .transform((text) => text.replace(/\/$/, ""))
    .optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).default("info"),
});
export type IngestConfig = z.infer<typeof Settings>;

/** @throws Error that lists every fault at once. */
export function readConfig(env: NodeJS.ProcessEnv): IngestConfig {
  const parsed = Settings.safeParse(env);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw new Error(`The ingest's settings are wrong:\n${faults.join("\n")}`);
}
