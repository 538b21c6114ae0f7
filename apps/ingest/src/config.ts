import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { CAPTURE_PORT, RTMP_PORT, RTMPS_PORT, SRT_PORT } from "@shoal/contract";
import { portsSetting } from "@shoal/safe-fetch";
import { z } from "zod";

const portNumber = z.coerce.number().int().min(0).max(65_535);

/** Parses a path; an empty value counts as unset. */
const filePath = z
  .string()
  .transform((text) => text || undefined)
  .optional();

/** Parses addresses or CIDRs, separated by commas. */
const networkList = z.string().transform((text, context) => {
  const list = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  for (const network of list) {
    const [address = "", bits = "0"] = network.split("/");
    const most = isIP(address) === 6 ? 128 : 32;
    if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most)
      context.addIssue(`${JSON.stringify(network)} is no address or CIDR`);
  }
  return list;
});

/** Every setting of the ingest, read from the environment once. */
export const IngestSettings = z.object({
  /** Internal URL of the api, which maps stream keys to lives. */
  API_INTERNAL_URL: z.url(),
  /** Secret of the installation, the same for all of its processes. */
  INTERNAL_SECRET: z.string().min(16),
  /** The media store, shared with api, edge and worker: a folder, as a path or file:// URL, or an s3:// address. */
  MEDIA_STORE: z.string().min(1),
  /** The store that `npm run store:move` copies from: objects missing from MEDIA_STORE are read there. */
  MEDIA_STORE_FROM: z.string().optional(),
  /** Access key of an s3:// store; a folder needs none. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  /** The secret of that access key. */
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Session token of access keys that expire. */
  S3_SESSION_TOKEN: z.string().optional(),
  /** The RTMP port; 0 chooses a free one. */
  RTMP_PORT: portNumber.default(RTMP_PORT),
  /** By default, every address of this machine, since encoders connect from anywhere. */
  RTMP_HOST: z.string().default("0.0.0.0"),
  /**
   * Certificate of RTMPS with its chain, a PEM file that is read again within a minute when it changes. Without it, RTMPS is
   * off.
   */
  RTMPS_CERT_FILE: filePath,
  /** Key of that certificate, a PEM file. */
  RTMPS_KEY_FILE: filePath,
  /** The RTMPS port; 0 chooses a free one. */
  RTMPS_PORT: portNumber.default(RTMPS_PORT),
  /** By default, every address of this machine, as for RTMP. */
  RTMPS_HOST: z.string().default("0.0.0.0"),
  /** UDP port on which encoders publish by SRT; 0 chooses a free one. */
  SRT_PORT: portNumber.default(SRT_PORT),
  /** By default, every address of this machine, as for RTMP. */
  SRT_HOST: z.string().default("0.0.0.0"),
  /** The WebSocket port for recordings of browsers; 0 chooses a free one. */
  CAPTURE_PORT: portNumber.default(CAPTURE_PORT),
  /** By default, every address of this machine, as for the ports of encoders. */
  CAPTURE_HOST: z.string().default("0.0.0.0"),
  /**
   * Addresses or CIDRs, separated by commas, of proxies that forward connections to the RTMP, RTMPS and capture ports and begin
   * each with a header of the PROXY protocol, version 1 or 2. Without this setting, all publishers behind a proxy share the
   * limit of one network.
   */
  PROXY_PROTOCOL_FROM: networkList.default([]),
  /**
   * Addresses or CIDRs, separated by commas, of proxies in front of the capture port whose X-Forwarded-For is trusted. None by
   * default, because callers could forge it.
   */
  TRUSTED_PROXIES: networkList.default([]),
  /** The dashboard's origin. Recordings from pages of other origins are rejected. */
  API_PUBLIC_URL: z.url().transform((text) => new URL(text).origin),
  /** Whether lives may be fetched from this machine and private networks, and restreamed to them, as for the api. */
  FETCH_ALLOW_PRIVATE: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
  /**
   * Ports of restreaming targets, or `any`, as for the api: RTMP and RTMPS, and 80 and 443, which platforms offer to encoders
   * behind firewalls.
   */
  RELAY_PORTS: portsSetting("80,443,1935,1936"),
  /** Ports of servers that lives are fetched from, or `any`, since routers may forward any port to a camera. */
  SOURCE_PORTS: portsSetting("any"),
  /**
   * How untrusted media are sandboxed: `auto` uses bubblewrap where it works and otherwise limits resources; `limited` only
   * limits resources; `bwrap` and `refuse` require bubblewrap.
   */
  SANDBOX: z.enum(["auto", "bwrap", "limited", "refuse"]).default("auto"),
  /** Cores for all lives together. A live that needs more than are left is rejected, unless it is the only one. */
  LIVE_CORES: z.coerce
    .number()
    .positive()
    .default(availableParallelism() * 0.85),
  /** Memory for each live's finished segments; older ones are read from the media store. */
  LIVE_MEMORY_BYTES: z.coerce.number().int().min(1_000_000).default(32_000_000),
  /** TCP port for edges and the operator: lives, /healthz, /readyz and /metrics; 0 chooses a free one. */
  INTERNAL_PORT: portNumber.default(0),
  /** Address of that port. The public must not reach it. */
  INTERNAL_HOST: z.string().default("127.0.0.1"),
  /** The URL at which edges reach this ingest. By default, the address that this process listens on. */
  ADVERTISED_URL: z
    .url()
    .transform((text) => text.replace(/\/$/, ""))
    .optional(),
  /**
   * How long publishers are still accepted after the process receives the signal to stop, while readiness fails. Behind a load
   * balancer, set the time that it needs to notice the failure, so that disconnected publishers reach another ingest.
   */
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  /** Least severe log lines to write. */
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).default("info"),
  /** The OTLP collector for traces over HTTP, such as `http://127.0.0.1:4318`. Without it, tracing is off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Share of traces that are kept, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});
export type IngestConfig = z.infer<typeof IngestSettings>;

/** The option that runs a check even if individual settings are invalid, so that all errors are reported together. */
const runAlways = { when: () => true };
const CheckedSettings = IngestSettings.refine(
  (settings) => settings.RTMPS_KEY_FILE || !settings.RTMPS_CERT_FILE,
  {
    path: ["RTMPS_KEY_FILE"],
    message: "is required with RTMPS_CERT_FILE",
    ...runAlways,
  },
).refine((settings) => settings.RTMPS_CERT_FILE || !settings.RTMPS_KEY_FILE, {
  path: ["RTMPS_CERT_FILE"],
  message: "is required with RTMPS_KEY_FILE",
  ...runAlways,
});

/**
 * Reads the settings from the environment.
 * @throws Error that lists all errors together.
 */
export function readConfig(env: NodeJS.ProcessEnv): IngestConfig {
  const parsed = CheckedSettings.safeParse(env);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw new Error(`The ingest's settings are wrong:\n${faults.join("\n")}`);
}
