import { CAPTURE_PATH, CAPTURE_PORT, IceServersSetting, TRASH_DAYS } from "@shoal/contract";
import { DIRECT_PATH } from "@shoal/contract/player";
import type { PlaceFiles } from "@shoal/places";
import { portsSetting } from "@shoal/safe-fetch";
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
/** A setting that is left empty counts as not set. */
const optionalSetting = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value || undefined, schema.optional());
/** Parses `attempts/seconds`: how many attempts are allowed in how many seconds. */
const limitSetting = (attempts: number, windowSec: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}\/[1-9]\d{0,5}$/, "must be attempts/seconds, as in 10/900")
    .default(`${attempts}/${windowSec}`)
    .transform((text) => {
      const [count = attempts, seconds = windowSec] = text.split("/").map(Number);
      return { attempts: count, windowSec: seconds };
    });
const urlSetting = z.url().transform((text) => text.replace(/\/$/, ""));
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
/** Parses `region=URL[,region=URL…]` into the addresses. */
const edgeUrls = list.transform((edges, context) =>
  edges.map((edge) => {
    const given = urlSetting.safeParse(edge.slice(edge.indexOf("=") + 1));
    if (!given.success) context.addIssue(`${JSON.stringify(edge)} is no region=URL`);
    return given.data ?? "";
  }),
);

/** The settings of the api process, with the units and the reasons for the defaults. */
export const Settings = z.object({
  /** The address that serves browsers. Loopback by default, because a proxy in front terminates TLS. */
  HOST: z.string().default("127.0.0.1"),
  /** TCP port of HOST; 0 picks a free port. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /**
   * A second address, for edges, workers and the operator: `/internal`, `/readyz` and `/metrics`. The public must not reach it.
   */
  INTERNAL_HOST: z.string().default("127.0.0.1"),
  /** TCP port of INTERNAL_HOST; 0 picks a free port. */
  INTERNAL_PORT: z.coerce.number().int().min(0).max(65_535).default(8082),
  /** Where browsers reach the dashboard. Emails and links contain it. */
  API_PUBLIC_URL: urlSetting,
  /** The URL at which browsers reach the edge. Embed codes contain this URL. */
  EDGE_PUBLIC_URL: urlSetting,
  /**
   * The URL at which browsers reach CDN entries, if it differs from the edges' URL. Custom host names of entries point to
   * it.
   */
  CDN_PUBLIC_URL: optionalSetting(urlSetting),
  /**
   * All edges, as `region=URL[,region=URL…]`. The value must be the same as at the edges. Any of them may hold the room of a direct
   * live, so all are queried for viewers.
   */
  EDGE_CLUSTER: edgeUrls,
  /**
   * Origins of pages that may call the api and its socket (CORS), separated by commas, such as `https://intranet.example.org`.
   * Credentials travel in a header, never in a cookie.
   */
  API_ALLOWED_ORIGINS: list.pipe(z.array(z.url().refine(isOrigin, "must be an origin, without a path"))),
  /**
   * Addresses or CIDRs, separated by commas, of proxies whose X-Forwarded-For is trusted. None by default, because callers
   * could forge it.
   */
  TRUSTED_PROXIES: list,
  /** Where encoders publish by RTMP, as the dashboard shows it. By default the edge's host at RTMP's port. */
  RTMP_PUBLIC_URL: optionalSetting(
    z.string().regex(/^rtmps?:\/\/[^/]+\/[^/]+$/, "must be an rtmp://host:port/live URL"),
  ),
  /** The URL for publishing by RTMPS, if the ingest has a certificate. The dashboard shows both URLs. */
  RTMPS_PUBLIC_URL: optionalSetting(
    z.string().regex(/^rtmps:\/\/[^/]+\/[^/]+$/, "must be an rtmps://host:port/live URL"),
  ),
  /** Where encoders publish by SRT. By default the edge's host at SRT's port; `none` where that port is closed. */
  SRT_PUBLIC_URL: optionalSetting(
    z.string().regex(/^(srt:\/\/[^/?#]+|none)$/, "must be an srt://host:port URL, or none"),
  ),
  /**
   * The URL to which browsers send their recordings. By default the edge's host with the ingest's port, with TLS if the
   * dashboard uses it.
   */
  CAPTURE_PUBLIC_URL: optionalSetting(
    z.string().regex(/^wss?:\/\/[^/]+\/[^/]+$/, "must be a wss://host:port/capture URL"),
  ),
  /**
   * An mmdb file of countries that replaces the built-in one. The access simulation reads it, so it must be the same file as at the
   * edges.
   */
  COUNTRY_DB: z.string().optional(),
  /** An mmdb file of autonomous systems (providers) that replaces the built-in one. It must be the same file as at the edges. */
  ASN_DB: z.string().optional(),
  /** A list of networks that count as VPNs. It must be the same list as at the edges. */
  VPN_NETWORKS: z.string().optional(),
  /** PostgreSQL: a `postgres://` URL. */
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgres:// URL"),
  /**
   * PostgreSQL itself, if DATABASE_URL leads to a transaction pooler such as PgBouncer. Used for everything that needs a
   * session, such as notifications, locks and migrations.
   */
  DATABASE_DIRECT_URL: optionalSetting(z.string().regex(/^postgres(ql)?:\/\//, "must be a postgres:// URL")),
  /** Connections to PostgreSQL. With 15, PostgreSQL's default limit of 100 is enough for five replicas. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(90).default(15),
  CLICKHOUSE_URL: urlSetting,
  /**
   * A redis:// or rediss:// URL of Redis 6.2 or newer, through which replicas notify each other's sockets and share rate-limit
   * counts. If it is not set, replicas use PostgreSQL for both.
   */
  REDIS_URL: optionalSetting(z.string().regex(/^rediss?:\/\//, "must be a redis:// or rediss:// URL")),
  /**
   * The name of a ClickHouse cluster, as in `remote_servers` of ClickHouse's configuration. Tables are then replicated and
   * distributed over the cluster's shards. See docs/operate/analytics.md.
   */
  CLICKHOUSE_CLUSTER: optionalSetting(z.string().regex(/^[\w.-]+$/, "must be a cluster's name")),
  /** The media store: a folder, as a path or file:// URL, or s3://bucket/prefix?endpoint=…&region=…&pathStyle=1. */
  MEDIA_STORE: z.string().min(1),
  /** The store that `npm run store:move` copies from. Media that MEDIA_STORE does not have yet is read from it. */
  MEDIA_STORE_FROM: z.string().optional(),
  /** Access key of an s3:// store; a folder needs none. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  /** The secret of S3_ACCESS_KEY_ID. */
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Session token of access keys that expire. */
  S3_SESSION_TOKEN: z.string().optional(),
  /** The secret with which Shoal's own processes authenticate to each other. */
  INTERNAL_SECRET: z.string().min(32),
  /**
   * The database role of workers, which sees only the queue. Roles are global to a PostgreSQL server, so installations that share
   * a server need different roles. By default `shoal_worker` for a database `shoal`, and the database's name with `_worker` for
   * another.
   */
  WORKER_DATABASE_ROLE: optionalSetting(z.string().max(63)),
  /**
   * Password of WORKER_DATABASE_ROLE, which the api creates. If it is not set, the operator creates the role, and the api grants
   * it access to the queue.
   */
  WORKER_DATABASE_PASSWORD: optionalSetting(z.string().min(16)),
  /** Uploads stop when less free space than this remains, and encoding stops at half of it, to leave space for the database. */
  DISK_LOW_BYTES: z.coerce.number().int().min(0).default(2_000_000_000),
  /** How long an idle session stays valid. Every session ends after 90 days at the latest. */
  SESSION_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(24 * 365)
    .default(24 * 14),
  /** The folder of the built dashboard. If it is empty, no dashboard is served. */
  DASHBOARD_DIR: z.string().default(""),
  /** The support address that screens and mails show. */
  SUPPORT_EMAIL: z.email().default("support@shoal.example"),
  /** Mail server: `smtp://user:password@host:587` or `smtps://…:465`. */
  SMTP_URL: optionalSetting(z.string().regex(/^smtps?:\/\//, "must be an smtp:// or smtps:// URL")),
  /** If SMTP_URL is not set, each mail is written to this folder as an .eml file. */
  MAIL_DIR: optionalSetting(z.string()),
  /** The sender address of mails. */
  MAIL_FROM: z.string().regex(/@/, "must hold an e-mail address").default("Shoal <no-reply@shoal.example>"),
  /** An OAuth app at GitHub, for signing in; its callback is `API_PUBLIC_URL/redirect`. */
  GITHUB_CLIENT_ID: optionalSetting(z.string()),
  /** The secret of the OAuth app at GitHub. */
  GITHUB_CLIENT_SECRET: optionalSetting(z.string()),
  /** URL of GitHub, or of GitHub Enterprise. */
  GITHUB_URL: urlSetting.default("https://github.com"),
  /** URL of the API of GitHub Enterprise. */
  GITHUB_API_URL: urlSetting.default("https://api.github.com"),
  /** URL of Vimeo's API, from which imports read. */
  VIMEO_API_URL: urlSetting.default("https://api.vimeo.com"),
  /** URL of Mux's API, from which imports read. */
  MUX_API_URL: urlSetting.default("https://api.mux.com"),
  /** Where Mux serves files and captions. */
  MUX_STREAM_URL: urlSetting.default("https://stream.mux.com"),
  /** An account at Stripe, with which clients pay by card and direct debit. If it is not set, they pay by transfer. */
  STRIPE_SECRET_KEY: optionalSetting(z.string()),
  /** Secret of the endpoint `API_PUBLIC_URL/api/payments/stripe`, with which Stripe signs events. */
  STRIPE_WEBHOOK_SECRET: optionalSetting(z.string()),
  /** Days after an invoice was due until the client's CDN entries stop, after a last notice. 0 turns this off. */
  SUSPEND_CDN_AFTER_DAYS: z.coerce.number().int().min(0).max(365).default(0),
  /** URL of Stripe's API, for tests. */
  STRIPE_API_URL: urlSetting.default("https://api.stripe.com"),
  /** Failed sign-ins by account and address together: few enough that no weak password is guessed. */
  LIMIT_SIGN_IN_PER_PAIR: limitSetting(10, 900),
  /**
   * Failed sign-ins by account, from any address. Browsers in which the user has signed in before are neither counted nor delayed.
   */
  LIMIT_SIGN_IN_PER_ACCOUNT: limitSetting(100, 3_600),
  /** Failed sign-ins by address (IPv6: /64). Users of an office behind one address mistype more often. */
  LIMIT_SIGN_IN_PER_ADDRESS: limitSetting(50, 900),
  /**
   * Wrong second factors by user, counted separately for sign-ins with a password, from known browsers and at the provider. Six digits
   * and three valid codes leave 1 chance in 33,000 per quarter of an hour.
   */
  LIMIT_CODES_PER_ACCOUNT: limitSetting(10, 900),
  /**
   * Mails that a caller can cause, by account. The same limit applies to scheduled deletions of a client, by client, since each of
   * them is mailed to all of the client's managers.
   */
  LIMIT_MAILS_PER_ACCOUNT: limitSetting(5, 3_600),
  /** Mails that a caller can cause, by address. */
  LIMIT_MAILS_PER_ADDRESS: limitSetting(20, 3_600),
  /**
   * Mails that managers send to other people, such as invitations, by client. LIMIT_MAILS_PER_ACCOUNT applies to each recipient.
   */
  LIMIT_INVITATIONS_PER_CLIENT: limitSetting(200, 3_600),
  /** Attempts with invalid links, by address. */
  LIMIT_LINKS_PER_ADDRESS: limitSetting(30, 900),
  /** Calls by API key: 100 per second, ten times as many as the largest backends make. */
  LIMIT_CALLS_PER_KEY: limitSetting(6_000, 60),
  /** Calls by user, across all sessions. A page makes 30 when it opens, an upload on a fast line 25 a second. */
  LIMIT_CALLS_PER_USER: limitSetting(30_000, 60),
  /** Calls by guest of a review link. A page makes 20 when it opens, and one for each comment that arrives. */
  LIMIT_CALLS_PER_GUEST: limitSetting(6_000, 60),
  /** How long the audit log is kept: a year, plus a month in which that year can be reviewed. */
  LOG_DAYS: z.coerce.number().int().min(1).max(36_500).default(400),
  /** How long the trash keeps a deleted video. */
  TRASH_DAYS: z.coerce.number().int().min(1).max(3_650).default(TRASH_DAYS),
  /**
   * How fast the doctor's daily run reads media to compare them with their checksums, for four hours at most; 0 turns this off.
   */
  DOCTOR_CHECK_MB_PER_SEC: z.coerce.number().min(0).max(1_000).default(4),
  /** How long an unfinished upload is kept for its browser to resume. */
  UPLOAD_KEPT_HOURS: z.coerce.number().positive().max(8_760).default(24),
  /**
   * Memory for upload chunks being received: three each for 17 people on slow connections. When it is full, the client that
   * holds most of it has to send a chunk again.
   */
  UPLOAD_MEMORY_BYTES: z.coerce.number().int().min(20_000_000).max(8_000_000_000).default(256_000_000),
  /** Memory for all other bodies that are read whole: images, captions, large JSON. Enough for at least three of the largest. */
  BODY_MEMORY_BYTES: z.coerce.number().int().min(60_000_000).max(8_000_000_000).default(128_000_000),
  /** Memory for answers until callers have read them. When it is full, connections of the caller that holds most are closed. */
  ANSWER_MEMORY_BYTES: z.coerce.number().int().min(40_000_000).max(8_000_000_000).default(128_000_000),
  /** Whether URLs that users give may lead to this machine and to private networks, as at the workers. */
  FETCH_ALLOW_PRIVATE: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
  /** Ports of URLs that users give, or `any`. The value must be the same as at the workers. */
  FETCH_PORTS: portsSetting("80,443,8080,8443"),
  /** Ports of servers to which lives are restreamed, or `any`. The value must be the same as at the ingest. */
  RELAY_PORTS: portsSetting("80,443,1935,1936"),
  /** STUN and TURN servers, as at the edge: a JSON list. None by default, so that no third party learns who the viewers are. */
  ICE_SERVERS: IceServersSetting.default([]),
  /**
   * How long calls are still accepted after the process was asked to stop, while readiness fails. Behind a load balancer, this is
   * the time that it needs to notice.
   */
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(500),
  /** Least severe log lines to write. */
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** Collector of traces, by OTLP over HTTP, such as `http://127.0.0.1:4318`. If it is not set, nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Share of traces that are kept, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});
/** Cross-field checks run even if single settings are invalid, so that all errors are reported together. */
const ALWAYS_CHECKED = { when: () => true };
const CheckedSettings = Settings.refine((settings) => settings.SMTP_URL || settings.MAIL_DIR, {
  path: ["MAIL_DIR"],
  message: "is needed while SMTP_URL is not set",
  ...ALWAYS_CHECKED,
})
  .refine((settings) => settings.GITHUB_CLIENT_SECRET || !settings.GITHUB_CLIENT_ID, {
    path: ["GITHUB_CLIENT_SECRET"],
    message: "is needed with GITHUB_CLIENT_ID",
    ...ALWAYS_CHECKED,
  })
  .refine((settings) => settings.GITHUB_CLIENT_ID || !settings.GITHUB_CLIENT_SECRET, {
    path: ["GITHUB_CLIENT_ID"],
    message: "is needed with GITHUB_CLIENT_SECRET",
    ...ALWAYS_CHECKED,
  })
  .refine((settings) => settings.STRIPE_WEBHOOK_SECRET || !settings.STRIPE_SECRET_KEY, {
    path: ["STRIPE_WEBHOOK_SECRET"],
    message: "is needed with STRIPE_SECRET_KEY",
    ...ALWAYS_CHECKED,
  })
  .refine((settings) => settings.STRIPE_SECRET_KEY || !settings.STRIPE_WEBHOOK_SECRET, {
    path: ["STRIPE_SECRET_KEY"],
    message: "is needed with STRIPE_WEBHOOK_SECRET",
    ...ALWAYS_CHECKED,
  });
export type Config = z.output<typeof CheckedSettings>;

export const placeFilesOf = (config: Config): PlaceFiles => ({
  countryDb: config.COUNTRY_DB,
  asnDb: config.ASN_DB,
  vpnNetworks: config.VPN_NETWORKS,
});

/** Returns the URL of PostgreSQL itself, which supports sessions. */
export const directUrlOf = (config: Pick<Config, "DATABASE_URL" | "DATABASE_DIRECT_URL">): string =>
  config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;

/** Returns the address to which browsers send their recordings. A page with TLS cannot connect without TLS. */
export function captureUrlOf(
  config: Pick<Config, "CAPTURE_PUBLIC_URL" | "API_PUBLIC_URL" | "EDGE_PUBLIC_URL">,
): string {
  const scheme = config.API_PUBLIC_URL.startsWith("https") ? "wss" : "ws";
  const { hostname } = new URL(config.EDGE_PUBLIC_URL);
  return config.CAPTURE_PUBLIC_URL ?? `${scheme}://${hostname}:${CAPTURE_PORT}${CAPTURE_PATH}`;
}

/** Returns the WebSocket address for pages that publish a direct live. Every edge redirects to the edge that has the room. */
export const roomUrlOf = (config: Pick<Config, "EDGE_PUBLIC_URL">): string =>
  `${config.EDGE_PUBLIC_URL.replace(/^http/, "ws")}${DIRECT_PATH}`;

/** Returns the addresses at which the api calls edges: their public ones, which edges also use among themselves. */
export const edgeUrlsOf = ({
  EDGE_PUBLIC_URL: own,
  EDGE_CLUSTER: all,
}: Pick<Config, "EDGE_PUBLIC_URL" | "EDGE_CLUSTER">): string[] => (all.length > 0 ? all : [own]);

/** Returns the WebSocket origins of all edges that may have the room of a direct live. */
export const roomOriginsOf = (config: Pick<Config, "EDGE_PUBLIC_URL" | "EDGE_CLUSTER">): string[] => [
  ...new Set(
    [config.EDGE_PUBLIC_URL, ...config.EDGE_CLUSTER].map((edge) =>
      new URL(edge).origin.replace(/^http/, "ws"),
    ),
  ),
];

/**
 * Reads the settings of the process.
 * @throws Error that lists all invalid settings.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const result = CheckedSettings.safeParse(env);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The api cannot start, these settings are wrong:\n${faults.join("\n")}`);
}
