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
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value || undefined, schema.optional());
/** `attempts/seconds`: how many attempts in how long. */
const limit = (attempts: number, windowSec: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}\/[1-9]\d{0,5}$/, "must be attempts/seconds, as in 10/900")
    .default(`${attempts}/${windowSec}`)
    .transform((text) => {
      const [count = attempts, seconds = windowSec] = text.split("/").map(Number);
      return { attempts: count, windowSec: seconds };
    });
const url = z.url().transform((text) => text.replace(/\/$/, ""));
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
/** `region=URL[,region=URL…]`: the addresses alone. */
const edgeUrls = list.transform((edges, context) =>
  edges.map((edge) => {
    const given = url.safeParse(edge.slice(edge.indexOf("=") + 1));
    if (!given.success) context.addIssue(`${JSON.stringify(edge)} is no region=URL`);
    return given.data ?? "";
  }),
);

/** Settings of the api process: name, unit and reason of each default. */
const Settings = z.object({
  /** Loopback: a proxy in front terminates TLS. */
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /**
   * A second address, for edges, workers and the operator: `/internal`, `/readyz` and `/metrics`. Nothing of it is for
   * browsers; between machines, it must be one that the public does not reach.
   */
  INTERNAL_HOST: z.string().default("127.0.0.1"),
  INTERNAL_PORT: z.coerce.number().int().min(0).max(65_535).default(8082),
  /** Where browsers reach the dashboard; mails and links use it. */
  API_PUBLIC_URL: url,
  /** Where browsers reach the edge; iframe codes use it. */
  EDGE_PUBLIC_URL: url,
  /** Where browsers reach CDN entries, when another address than the edges' serves them; their own names lead to its host. */
  CDN_PUBLIC_URL: optional(url),
  /**
   * All edges, as they know one another: each may have the room of a live without delay, and reports its
   * viewers.
   */
  EDGE_CLUSTER: edgeUrls,
  /**
   * Origins of pages that may call the api (CORS), as `https://intranet.example.org`; none by default. Calls carry their credential in a
   * header, never by a cookie.
   */
  API_ALLOWED_ORIGINS: list.pipe(z.array(z.url().refine(isOrigin, "must be an origin, without a path"))),
  /** CIDRs of proxies whose X-Forwarded-For is believed; none by default. */
  TRUSTED_PROXIES: list,
  /** Where encoders publish lives, as they ask for it; by default the edge's host at RTMP's port. */
  RTMP_PUBLIC_URL: optional(
    z.string().regex(/^rtmps?:\/\/[^/]+\/[^/]+$/, "must be an rtmp://host:port/live URL"),
  ),
  /** The same by RTMPS, where the ingest has a certificate; it is shown beside the other. */
  RTMPS_PUBLIC_URL: optional(
    z.string().regex(/^rtmps:\/\/[^/]+\/[^/]+$/, "must be an rtmps://host:port/live URL"),
  ),
  /** Where encoders publish by SRT; by default the edge's host at SRT's port; `none` where its port is not open. */
  SRT_PUBLIC_URL: optional(
    z.string().regex(/^(srt:\/\/[^/?#]+|none)$/, "must be an srt://host:port URL, or none"),
  ),
  /** Where browsers send what they record; by default the edge's host at the port of that, in the clear where pages are. */
  CAPTURE_PUBLIC_URL: optional(
    z.string().regex(/^wss?:\/\/[^/]+\/[^/]+$/, "must be a wss://host:port/capture URL"),
  ),
  /** The databases of places that the edges have: to say who would be let in. */
  COUNTRY_DB: z.string().optional(),
  ASN_DB: z.string().optional(),
  VPN_NETWORKS: z.string().optional(),
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
  /** Hours a session lives without use; 90 days after it began it ends in any case. */
  SESSION_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(24 * 365)
    .default(24 * 14),
  /** Folder with the built dashboard; empty serves none. */
  DASHBOARD_DIR: z.string().default(""),
  SUPPORT_EMAIL: z.email().default("support@shoal.example"),
  /** `smtp://user:password@host:587` or `smtps://…:465`; mails go there. */
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, "must be an smtp:// or smtps:// URL")),
  /** Without SMTP_URL: each mail becomes an .eml file in this folder. */
  MAIL_DIR: optional(z.string()),
  MAIL_FROM: z.string().regex(/@/, "must hold an e-mail address").default("Shoal <no-reply@shoal.example>"),
  /** An OAuth app at the code-hosting provider; its callback is `API_PUBLIC_URL/redirect`. None: nobody signs in there. */
  GITHUB_CLIENT_ID: optional(z.string()),
  GITHUB_CLIENT_SECRET: optional(z.string()),
  /** Another address for GitHub Enterprise. */
  GITHUB_URL: url.default("https://github.com"),
  GITHUB_API_URL: url.default("https://api.github.com"),
  /** An account at Stripe, by which invoices are paid by card and direct debit. None: they are paid by transfer. */
  STRIPE_SECRET_KEY: optional(z.string()),
  /** Of the endpoint `API_PUBLIC_URL/api/payments/stripe`: events are signed with it. */
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  /** Days after an invoice was due until CDN entries of its client stop, after a last notice. 0 stops nobody: that is for the operator to want. */
  SUSPEND_CDN_AFTER_DAYS: z.coerce.number().int().min(0).max(365).default(0),
  STRIPE_API_URL: url.default("https://api.stripe.com"),
  /** Failures to sign in, by account and address together: few enough that no weak password is guessed. */
  LIMIT_SIGN_IN_PER_PAIR: limit(10, 900),
  /** The same by account, wherever they come from; browsers in which its user has signed in before do not count, nor wait. */
  LIMIT_SIGN_IN_PER_ACCOUNT: limit(100, 3_600),
  /** The same by address (IPv6: /64): an office behind one address mistypes more often. */
  LIMIT_SIGN_IN_PER_ADDRESS: limit(50, 900),
  /** Wrong second factors by user: six digits and three valid codes leave 1 in 33,000 a quarter of an hour. */
  LIMIT_CODES_PER_ACCOUNT: limit(10, 900),
  /** Mails that a caller can make us send, by account and by address. */
  LIMIT_MAILS_PER_ACCOUNT: limit(5, 3_600),
  LIMIT_MAILS_PER_ADDRESS: limit(20, 3_600),
  /** Mails that managers send to others, such as invitations, by client; to one of them, LIMIT_MAILS_PER_ACCOUNT. */
  LIMIT_INVITATIONS_PER_CLIENT: limit(200, 3_600),
  /** Links that do not work. */
  LIMIT_LINKS_PER_ADDRESS: limit(30, 900),
  /** Calls by API key: 100 a second, of which the largest of backends make a tenth. */
  LIMIT_CALLS_PER_KEY: limit(6_000, 60),
  /** Calls by user, in all sessions together: a page makes 30 when it opens, and an upload by a fast line 25 a second. */
  LIMIT_CALLS_PER_USER: limit(30_000, 60),
  /** Days that the audit log is kept: a year, and the month in which somebody looks back on it. */
  LOG_DAYS: z.coerce.number().int().min(1).max(36_500).default(400),
  /** Days that the trash keeps a deleted video. */
  TRASH_DAYS: z.coerce.number().int().min(1).max(3_650).default(TRASH_DAYS),
  /** Hours that what has arrived of a file is kept for its browser to go on with it. */
  UPLOAD_KEPT_HOURS: z.coerce.number().positive().max(8_760).default(24),
  /**
   * What chunks that are on their way may hold in memory: three each of 17 people on slow lines, with whom others upload.
   * When it is full, the client that holds most of it sends a chunk again.
   */
  UPLOAD_MEMORY_BYTES: z.coerce.number().int().min(20_000_000).max(8_000_000_000).default(256_000_000),
  /** What all other bodies that are read whole may hold: pictures, captions, large JSON. Three of the largest at least. */
  BODY_MEMORY_BYTES: z.coerce.number().int().min(60_000_000).max(8_000_000_000).default(128_000_000),
  /** What answers may hold until their callers have read them. When it is full, connections of whoever holds most are closed. */
  ANSWER_MEMORY_BYTES: z.coerce.number().int().min(40_000_000).max(8_000_000_000).default(128_000_000),
  /** Whether URLs that users give may lead to this machine and to private networks; as at the workers, which fetch. */
  FETCH_ALLOW_PRIVATE: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
  /** Ports of such URLs, or `any`; as at the workers. */
  FETCH_PORTS: portsSetting("80,443,8080,8443"),
  /** Ports of servers that lives are sent on to, or `any`; as at the ingest, which connects to them. */
  RELAY_PORTS: portsSetting("80,443,1935,1936"),
  /** JSON list of `{urls, username?, credential?}`, as at the edge. None by default: no third party learns about viewers. */
  ICE_SERVERS: IceServersSetting.default([]),
  /**
   * How long calls are still taken once the process is told to end, in ms: readiness is red and answers end their
   * connections meanwhile. Behind a balancer, as long as it takes to notice.
   */
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(500),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});
/** Told together with the faults of single settings. */
const always = { when: () => true };
const CheckedSettings = Settings.refine((settings) => settings.SMTP_URL || settings.MAIL_DIR, {
  path: ["MAIL_DIR"],
  message: "is needed while SMTP_URL is not set",
  ...always,
})
  .refine((settings) => settings.GITHUB_CLIENT_SECRET || !settings.GITHUB_CLIENT_ID, {
    path: ["GITHUB_CLIENT_SECRET"],
    message: "is needed with GITHUB_CLIENT_ID",
    ...always,
  })
  .refine((settings) => settings.GITHUB_CLIENT_ID || !settings.GITHUB_CLIENT_SECRET, {
    path: ["GITHUB_CLIENT_ID"],
    message: "is needed with GITHUB_CLIENT_SECRET",
    ...always,
  })
  .refine((settings) => settings.STRIPE_WEBHOOK_SECRET || !settings.STRIPE_SECRET_KEY, {
    path: ["STRIPE_WEBHOOK_SECRET"],
    message: "is needed with STRIPE_SECRET_KEY",
    ...always,
  })
  .refine((settings) => settings.STRIPE_SECRET_KEY || !settings.STRIPE_WEBHOOK_SECRET, {
    path: ["STRIPE_SECRET_KEY"],
    message: "is needed with STRIPE_WEBHOOK_SECRET",
    ...always,
  });
export type Config = z.output<typeof CheckedSettings>;

export const placeFilesOf = (config: Config): PlaceFiles => ({
  countryDb: config.COUNTRY_DB,
  asnDb: config.ASN_DB,
  vpnNetworks: config.VPN_NETWORKS,
});

/** Where browsers send what they record. A page behind TLS reaches nothing in the clear. */
export function captureUrlOf(
  config: Pick<Config, "CAPTURE_PUBLIC_URL" | "API_PUBLIC_URL" | "EDGE_PUBLIC_URL">,
): string {
  const scheme = config.API_PUBLIC_URL.startsWith("https") ? "wss" : "ws";
  const { hostname } = new URL(config.EDGE_PUBLIC_URL);
  return config.CAPTURE_PUBLIC_URL ?? `${scheme}://${hostname}:${CAPTURE_PORT}${CAPTURE_PATH}`;
}

/** The WebSocket address for pages that film a live without delay: any edge answers, and names the edge that holds the room. */
export const roomUrlOf = (config: Pick<Config, "EDGE_PUBLIC_URL">): string =>
  `${config.EDGE_PUBLIC_URL.replace(/^http/, "ws")}${DIRECT_PATH}`;

/** Where edges are asked, as they ask one another. */
export const edgeUrlsOf = ({
  EDGE_PUBLIC_URL: own,
  EDGE_CLUSTER: all,
}: Pick<Config, "EDGE_PUBLIC_URL" | "EDGE_CLUSTER">): string[] => (all.length > 0 ? all : [own]);

/** Origins of all edges that may have such a room, as WebSockets have them. */
export const roomOriginsOf = (config: Pick<Config, "EDGE_PUBLIC_URL" | "EDGE_CLUSTER">): string[] => [
  ...new Set(
    [config.EDGE_PUBLIC_URL, ...config.EDGE_CLUSTER].map((edge) =>
      new URL(edge).origin.replace(/^http/, "ws"),
    ),
  ),
];

/**
 * Reads the settings of the process.
 * @throws Error that lists every fault at once.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const result = CheckedSettings.safeParse(env);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The api cannot start, these settings are wrong:\n${faults.join("\n")}`);
}
