import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type IceServer, IceServersSetting } from "@shoal/contract";
import { portsSetting } from "@shoal/safe-fetch";
import { z } from "zod";
import type { CdnConfig } from "./cdn/open-cdn.ts";

const moduleDir = dirname(fileURLToPath(import.meta.url));
const MB = 1_000_000;

const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
  .transform((text) => text.replace(/(?<!\/)\/+$/, ""));
const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/**
 * Parses signing keys: `keyId:secret[,keyId:secret…]`. The first key signs and every key verifies, so that keys can be replaced
 * without interruption.
 */
const secretList = z.string().transform((text, context) => {
  const keys = text.split(",").map((part) => {
    const [id = "", ...rest] = part.trim().split(":");
    return { id, secret: rest.join(":") };
  });
  const faulty = keys.find((key) => !/^[A-Za-z0-9_-]{1,16}$/.test(key.id) || key.secret.length < 32);
  if (faulty)
    context.addIssue("must be keyId:secret pairs, key id of [A-Za-z0-9_-], secret of 32 characters or more");
  return keys;
});

const CIDR_PATTERN = /^[0-9a-fA-F.:]+(\/\d{1,3})?$/;
const cidrList = z.string().transform((text, context) => {
  const list = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  for (const cidr of list)
    if (!CIDR_PATTERN.test(cidr)) context.addIssue(`${JSON.stringify(cidr)} is no address or CIDR`);
  return list;
});

/** Parses edges: `region=URL[,region=URL…]`. */
const edgeList = z.string().transform((text, context) =>
  text.split(",").map((part) => {
    const [, region = "", given = ""] = /^([\w-]{1,32})=(.+)$/.exec(part.trim()) ?? [];
    const url = httpUrl.safeParse(given);
    if (!url.success) context.addIssue(`${JSON.stringify(part)} is no region=URL`);
    return { region, url: url.data ?? given };
  }),
);

/** Every setting of the edge, for operators. The comments give units and the reasons for defaults. */
export const EdgeSettings = z
  .object({
    /** Address for viewers' requests. Loopback, because a proxy in front terminates TLS. */
    HOST: z.string().default("127.0.0.1"),
    /** TCP port of that address; 0 takes a free one. */
    PORT: wholeNumber(8090, 0, 65_535),
    /** A second address, for the operator: `/readyz` and `/metrics`. The public must not reach it. */
    INTERNAL_HOST: z.string().default("127.0.0.1"),
    /** TCP port of the second address; 0 takes a free one. */
    INTERNAL_PORT: wholeNumber(8092, 0, 65_535),
    /** The URL where viewers reach this edge, such as https://play.example.com. Playlists contain it. */
    EDGE_PUBLIC_URL: httpUrl,
    /**
     * All edges of the installation if there are several, including this one: `region=URL[,region=URL…]`, with the same URLs as
     * in their EDGE_PUBLIC_URL. Edges of a region share viewers between their trackers, and must have the same INTERNAL_SECRET
     * and PLAYBACK_SECRETS.
     */
    EDGE_CLUSTER: edgeList.default([]),
    /** Internal URL of the api. */
    API_INTERNAL_URL: httpUrl,
    /** Redis, as for the api. With it, all edges share a caller's rate limit; otherwise, each edge counts on its own. */
    REDIS_URL: z.preprocess(
      (value) => value || undefined,
      z
        .string()
        .regex(/^rediss?:\/\//, "must be a redis:// or rediss:// URL")
        .optional(),
    ),
    /** Secret of the installation, the same for all of its processes. */
    INTERNAL_SECRET: z.string().min(16, "must have 16 characters or more"),
    /** Keys of playback tokens and swarm tickets: `keyId:secret[,keyId:secret…]`, the first signs. */
    PLAYBACK_SECRETS: secretList,
    /** The media store: a folder, or an s3:// address. */
    MEDIA_STORE: z.string().min(1),
    /** The store that `npm run store:move` copies from: objects missing from MEDIA_STORE are read there. */
    MEDIA_STORE_FROM: z.string().optional(),
    /** Access key of an s3:// store; a folder needs none. */
    S3_ACCESS_KEY_ID: z.string().optional(),
    /** The secret of that access key. */
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    /** Session token of access keys that expire. */
    S3_SESSION_TOKEN: z.string().optional(),
    /** Disk cache of an s3:// store, next to SPOOL_DIR, for media that are requested repeatedly within some hours. */
    MEDIA_CACHE_BYTES: z.coerce.number().int().min(0).default(10_000_000_000),
    /** ClickHouse's HTTP interface; may include user, password and database. */
    CLICKHOUSE_URL: httpUrl,
    /** Folder where beacons wait until ClickHouse has them. It must survive a restart. */
    SPOOL_DIR: z.string().min(1),
    /** Bytes of beacons that may wait; beyond that, players keep their beacons. 2 GB is about 5 million session-minutes. */
    SPOOL_MAX_BYTES: wholeNumber(2_000 * MB, MB, Number.MAX_SAFE_INTEGER),
    /**
     * Addresses or CIDRs of proxies whose X-Forwarded-For is trusted, separated by commas. None by default: viewers could
     * forge the header.
     */
    TRUSTED_PROXIES: cidrList.default([]),
    /**
     * STUN and TURN servers: a JSON list of `{urls, username?, credential?, secret?}`; `urls` is one address or a list. With a
     * `secret`, viewers get credentials that expire. None by default, so that no third party learns the viewers' addresses.
     */
    ICE_SERVERS: IceServersSetting.default([]),
    /** The built player. */
    PLAYER_DIR: z.string().default(resolve(moduleDir, "../../player/dist")),
    /** The built player plugin. */
    PLUGIN_DIR: z.string().default(resolve(moduleDir, "../../../packages/sdk/dist")),
    /** An mmdb file with countries instead of the built-in one. The edge reloads it within 30 s after it is replaced. */
    COUNTRY_DB: z.string().exactOptional(),
    /**
     * An mmdb file with autonomous systems (providers) instead of the built-in one. The edge reloads it within 30 s after it is
     * replaced.
     */
    ASN_DB: z.string().exactOptional(),
    /**
     * A list of networks that count as VPNs and proxies: one address, subnet or AS number (`AS64500`) per line, `#` for comments.
     * Without it no viewer counts as using a VPN. There is no built-in list, because no free one is accurate.
     */
    VPN_NETWORKS: z.string().exactOptional(),
    /** Seconds for which a playback token is valid. 15 min: short for a leaked link, yet ample time for players to renew it. */
    PLAYBACK_TOKEN_TTL_SEC: wholeNumber(900, 5, 86_400),
    /** Memory for hot segments. 256 MB holds the live edge of about 50 ladders. */
    SEGMENT_CACHE_BYTES: wholeNumber(256 * MB, 0, Number.MAX_SAFE_INTEGER),
    /**
     * Play sessions that one address (IPv6: /64) can start or renew per minute. 6,000: an office of 5,000 behind one address who
     * all start within the first minute of an event.
     */
    PLAYS_PER_MINUTE: wholeNumber(6_000, 1, 10_000_000),
    /**
     * The limit for all videos of one client, from all addresses, on this edge. 60,000: half a million viewers who renew, and as
     * many again who start at once.
     */
    PLAYS_PER_CLIENT_PER_MINUTE: wholeNumber(60_000, 1, 10_000_000),
    /**
     * Plugin sessions that one key may start or renew per minute on this edge. 60,000: half a million viewers who renew every
     * quarter of an hour, and as many again who start at once.
     */
    PLUGIN_SESSIONS_PER_MINUTE: wholeNumber(60_000, 1, 10_000_000),
    /**
     * Pages, images and oEmbed responses that one address can request per minute: each may require a call to the api. Embedded
     * players count only for videos that the edge does not know yet, and images of outros only if they are not in its memory.
     * 3,000: a school class that opens its school's library at the same moment.
     */
    LOOKUPS_PER_MINUTE: wholeNumber(3_000, 1, 10_000_000),
    /**
     * Tracker sockets per address (IPv6: /64). The same limit applies separately to direct rooms and to live chats. 6,000: an
     * office of 5,000 behind one address. A socket without a ticket is closed after 10 s; each takes about 5 kB.
     */
    TRACKER_SOCKETS_PER_ADDRESS: wholeNumber(6_000, 1, 1_000_000),
    /** Concurrent downloads, over all addresses. A stalled download uses about 0.8 MB of memory. */
    DOWNLOADS_MAX: wholeNumber(400, 1, 100_000),
    /**
     * How long requests are still accepted during shutdown, while readiness fails. Behind a load balancer, set the time that it
     * needs to notice the failure.
     */
    SHUTDOWN_DELAY_MS: wholeNumber(500, 0, 60_000),
    /**
     * How long rows of analytics wait to be inserted together. Fewer and larger inserts cost ClickHouse less. An edge that is
     * killed loses the counts of at most twice this time.
     */
    ANALYTICS_LINGER_MS: wholeNumber(1_000, 50, 60_000),
    /**
     * The highest bit rate billed for sessions of media on other CDNs, averaged since their start: only the player knows what they
     * load. 8,000: generously encoded 1080p; 2160p takes up to 20,000.
     */
    BILLED_KBPS_ELSEWHERE: wholeNumber(8_000, 1, 1_000_000),
    /**
     * Sessions per address (IPv6: /64) whose reported bytes from peers and other CDNs are billed within an hour. 500: an office.
     * Analytics show further sessions, but they are not billed.
     */
    BILLED_SESSIONS_PER_ADDRESS: wholeNumber(500, 1, 1_000_000),
    /**
     * Reported GB billed per address and hour. 100: a hundred people, each watching for an hour at 2.2 Mbps; docs/billing.md
     * explains why it is not more.
     */
    BILLED_GB_PER_ADDRESS: wholeNumber(100, 1, 1_000_000),
    /**
     * Reported GB billed per plugin key, or for all videos of one client, per hour on this edge. 20,000: as much as 20,000 viewers
     * load.
     */
    BILLED_GB_PER_KEY: wholeNumber(20_000, 1, 10_000_000),
    /**
     * Reported GB for media on other CDNs that are always billed, per client and hour on this edge. 25: the limit of a new client;
     * docs/billing.md explains why.
     */
    BILLED_GB_PER_NEW_CLIENT: wholeNumber(25, 1, 10_000_000),
    /** The billed amount per network of a client's viewers. */
    BILLED_MB_PER_NETWORK: wholeNumber(500, 1, 1_000_000_000),
    /**
     * `true` if a cache or CDN serves media in place of this edge. Bytes are then billed as players report them, capped at what
     * their sessions can have loaded. With `false`, bytes are billed as this edge sends them.
     */
    MEDIA_CACHE_IN_FRONT: z.stringbool().default(false),
    /**
     * Folder in memory where the edge records, as empty files, which viewers the nginx in front may serve from its cache
     * (`deploy/nginx/edge.conf`): nginx then queries the edge once every two seconds, and otherwise only checks whether the file
     * exists. Without this folder, nginx reads its cached check result for each segment. nginx must run on the same machine.
     */
    MEDIA_PERMITS_DIR: z.string().startsWith("/", "must be a whole path").exactOptional(),
    /**
     * Folder in which the edge writes segments that it has sent, so that nginx in front sends them to later viewers
     * (`deploy/nginx/edge.conf`). The edge empties the folder when it starts. nginx must run on the same machine.
     */
    MEDIA_SEGMENTS_DIR: z.string().startsWith("/", "must be a whole path").exactOptional(),
    /**
     * Maximum size of MEDIA_SEGMENTS_DIR. The edge first removes the segments that it has not been asked for in the longest time.
     */
    MEDIA_SEGMENTS_GB: wholeNumber(50, 1, 100_000),
    /**
     * Folder shared with the nginx in front: configuration (written at each start), cache and log. Without it, the edge serves no
     * CDN entries. nginx must run on the same machine, as the same user or as root: docs/cdn.md.
     */
    CDN_DIR: z.string().startsWith("/", "must be a whole path").exactOptional(),
    /** Address on which nginx listens. Loopback, because a proxy in front terminates TLS; list it in TRUSTED_PROXIES. */
    CDN_HOST: z.string().default("127.0.0.1"),
    /** TCP port on which nginx listens. */
    CDN_PORT: wholeNumber(8095, 1, 65_535),
    /** URL of entries at `/cdn/{key}/`, as configured for the api. Any other host name is a custom one of an entry. */
    CDN_PUBLIC_URL: httpUrl.exactOptional(),
    /** Disk space of the cache, in GB. 20: about 5,000 minutes of 1080p. The least recently used files are removed first. */
    CDN_CACHE_GB: wholeNumber(20, 1, 1_000_000),
    /** Whether origins may be on this machine and in private networks, as for the api. */
    FETCH_ALLOW_PRIVATE: z.stringbool().default(false),
    /** Ports of origins, or `any`; as at the api. */
    FETCH_PORTS: portsSetting("80,443,8080,8443"),
    /** Least severe log lines to write. */
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
    /** Collector of traces, by OTLP over HTTP, such as `http://127.0.0.1:4318`. Without it, tracing is off. */
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
    /** Share of traces that are kept, 0 to 1. */
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  })
  .refine(
    ({ EDGE_CLUSTER: edges, EDGE_PUBLIC_URL: own }) =>
      edges.length === 0 || edges.some(({ url }) => url === own),
    {
      path: ["EDGE_CLUSTER"],
      error: "must name this edge's EDGE_PUBLIC_URL too",
    },
  )
  .refine(({ MEDIA_SEGMENTS_DIR: dir, MEDIA_CACHE_IN_FRONT: isInFront }) => dir === undefined || isInFront, {
    path: ["MEDIA_SEGMENTS_DIR"],
    error: "needs MEDIA_CACHE_IN_FRONT=true: the edge does not see the bytes that nginx sends",
  });

export interface EdgeConfig {
  host: string;
  port: number;
  internalHost: string;
  internalPort: number;
  publicUrl: string;
  /** All edges of the installation; empty if this is the only one. */
  cluster: { region: string; url: string }[];
  apiUrl: string;
  internalSecret: string;
  redisUrl?: string | undefined;
  playbackKeys: { id: string; secret: string }[];
  mediaStore: string;
  /** The store that media are being moved from. */
  mediaStoreFrom?: string | undefined;
  /** The credentials of an s3:// store. */
  s3?: {
    S3_ACCESS_KEY_ID?: string | undefined;
    S3_SECRET_ACCESS_KEY?: string | undefined;
    S3_SESSION_TOKEN?: string | undefined;
  };
  mediaCacheBytes: number;
  clickhouseUrl: string;
  spoolDir: string;
  spoolMaxBytes: number;
  trustedProxies: string[];
  iceServers: IceServer[];
  playerDir: string;
  pluginDir: string;
  countryDb: string | undefined;
  asnDb: string | undefined;
  vpnNetworks: string | undefined;
  tokenTtlMs: number;
  segmentCacheBytes: number;
  playsPerMinute: number;
  playsPerClientPerMinute: number;
  pluginSessionsPerMinute: number;
  lookupsPerMinute: number;
  trackerSocketsPerAddress: number;
  /** The maximum number of concurrent downloads, over all addresses. */
  downloadsMax: number;
  shutdownDelayMs: number;
  analyticsLingerMs: number;
  billing: {
    elsewhereBps: number;
    sessionsPerAddress: number;
    bytesPerAddress: number;
    bytesPerKey: number;
    bytesPerClient: number;
    bytesPerNetworkOfClient: number;
  };
  isCacheInFront: boolean;
  /** The folder of permits; undefined if the cache in front of the edge queries it for each viewer. */
  permitsDir: string | undefined;
  /** Where segments are written for an nginx in front; undefined if there is no nginx that sends segments from files. */
  segmentFiles: { folder: string; maxBytes: number } | undefined;
  /** The settings for CDN entries; undefined if this edge serves none. */
  cdn: CdnConfig | undefined;
  logLevel: z.infer<typeof EdgeSettings>["LOG_LEVEL"];
  /** The collector that receives traces, and the share of traces that is sent. */
  tracing: { endpoint: string | undefined; ratio: number };
}

export class ConfigError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`The edge cannot start:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.name = "ConfigError";
    this.faults = faults;
  }
}

/**
 * Reads the settings; empty ones count as not set.
 * @throws ConfigError that lists all errors.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): EdgeConfig {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = EdgeSettings.safeParse(given);
  if (parsed.success) return buildConfig(parsed.data);
  throw new ConfigError(parsed.error.issues.map((issue) => faultOf(issue, given)));
}

function faultOf(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  return `${name}: ${given[name] === undefined ? "is required" : issue.message}`;
}

function buildConfig(settings: z.infer<typeof EdgeSettings>): EdgeConfig {
  return {
    host: settings.HOST,
    port: settings.PORT,
    internalHost: settings.INTERNAL_HOST,
    internalPort: settings.INTERNAL_PORT,
    publicUrl: settings.EDGE_PUBLIC_URL,
    cluster: settings.EDGE_CLUSTER,
    apiUrl: settings.API_INTERNAL_URL,
    internalSecret: settings.INTERNAL_SECRET,
    redisUrl: settings.REDIS_URL,
    playbackKeys: settings.PLAYBACK_SECRETS,
    mediaStore: settings.MEDIA_STORE,
    mediaStoreFrom: settings.MEDIA_STORE_FROM,
    s3: {
      S3_ACCESS_KEY_ID: settings.S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY: settings.S3_SECRET_ACCESS_KEY,
      S3_SESSION_TOKEN: settings.S3_SESSION_TOKEN,
    },
    mediaCacheBytes: settings.MEDIA_CACHE_BYTES,
    clickhouseUrl: settings.CLICKHOUSE_URL,
    spoolDir: settings.SPOOL_DIR,
    spoolMaxBytes: settings.SPOOL_MAX_BYTES,
    trustedProxies: settings.TRUSTED_PROXIES,
    iceServers: settings.ICE_SERVERS,
    playerDir: settings.PLAYER_DIR,
    pluginDir: settings.PLUGIN_DIR,
    countryDb: settings.COUNTRY_DB,
    asnDb: settings.ASN_DB,
    vpnNetworks: settings.VPN_NETWORKS,
    tokenTtlMs: settings.PLAYBACK_TOKEN_TTL_SEC * 1000,
    segmentCacheBytes: settings.SEGMENT_CACHE_BYTES,
    playsPerMinute: settings.PLAYS_PER_MINUTE,
    playsPerClientPerMinute: settings.PLAYS_PER_CLIENT_PER_MINUTE,
    pluginSessionsPerMinute: settings.PLUGIN_SESSIONS_PER_MINUTE,
    lookupsPerMinute: settings.LOOKUPS_PER_MINUTE,
    downloadsMax: settings.DOWNLOADS_MAX,
    trackerSocketsPerAddress: settings.TRACKER_SOCKETS_PER_ADDRESS,
    shutdownDelayMs: settings.SHUTDOWN_DELAY_MS,
    analyticsLingerMs: settings.ANALYTICS_LINGER_MS,
    billing: {
      elsewhereBps: settings.BILLED_KBPS_ELSEWHERE * 1_000,
      sessionsPerAddress: settings.BILLED_SESSIONS_PER_ADDRESS,
      bytesPerAddress: settings.BILLED_GB_PER_ADDRESS * 1_000 * MB,
      bytesPerKey: settings.BILLED_GB_PER_KEY * 1_000 * MB,
      bytesPerClient: settings.BILLED_GB_PER_NEW_CLIENT * 1_000 * MB,
      bytesPerNetworkOfClient: settings.BILLED_MB_PER_NETWORK * MB,
    },
    isCacheInFront: settings.MEDIA_CACHE_IN_FRONT,
    permitsDir: settings.MEDIA_PERMITS_DIR,
    segmentFiles: segmentFilesOf(settings),
    cdn: cdnOf(settings),
    logLevel: settings.LOG_LEVEL,
    tracing: { endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: settings.OTEL_TRACES_SAMPLER_ARG },
  };
}

function segmentFilesOf({
  MEDIA_SEGMENTS_DIR: folder,
  MEDIA_SEGMENTS_GB: gigabytes,
}: z.infer<typeof EdgeSettings>): EdgeConfig["segmentFiles"] {
  return folder === undefined ? undefined : { folder, maxBytes: gigabytes * 1_000 * MB };
}

function cdnOf(settings: z.infer<typeof EdgeSettings>): CdnConfig | undefined {
  const { CDN_DIR: dir, CDN_HOST: host, CDN_PORT: port } = settings;
  if (dir === undefined) return undefined;
  return {
    dir,
    listen: `${host.includes(":") ? `[${host}]` : host}:${port}`,
    publicHosts: [new URL(settings.CDN_PUBLIC_URL ?? `http://${host}:${port}`).hostname],
    cacheBytes: settings.CDN_CACHE_GB * 1_000 * MB,
    policy: { isPrivateAllowed: settings.FETCH_ALLOW_PRIVATE, ports: settings.FETCH_PORTS },
  };
}
