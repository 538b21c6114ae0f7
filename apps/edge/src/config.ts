import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type IceServer, IceServersSetting } from "@shoal/contract";
import { portsSetting } from "@shoal/safe-fetch";
import { z } from "zod";
import type { CdnConfig } from "./cdn/open-cdn.ts";

const here = dirname(fileURLToPath(import.meta.url));
const MB = 1_000_000;

const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
  .transform((text) => text.replace(/(?<!\/)\/+$/, ""));
const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** `keyId:secret[,keyId:secret…]`. The first signs; all verify, so that a key can be replaced without a break. */
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

const CIDR = /^[0-9a-fA-F.:]+(\/\d{1,3})?$/;
const cidrList = z.string().transform((text, context) => {
  const list = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  for (const cidr of list)
    if (!CIDR.test(cidr)) context.addIssue(`${JSON.stringify(cidr)} is no address or CIDR`);
  return list;
});

/** `region=URL[,region=URL…]` */
const edgeList = z.string().transform((text, context) =>
  text.split(",").map((part) => {
    const [, region = "", given = ""] = /^([\w-]{1,32})=(.+)$/.exec(part.trim()) ?? [];
    const url = httpUrl.safeParse(given);
    if (!url.success) context.addIssue(`${JSON.stringify(part)} is no region=URL`);
    return { region, url: url.data ?? given };
  }),
);

/**
 * Every setting of the edge. An operator reads this list; the units and the reasons of the defaults stand beside them.
 */
const Settings = z
  .object({
    /** Address to listen on. Loopback: a reverse proxy with TLS is expected in front. */
    HOST: z.string().default("127.0.0.1"),
    /** TCP port; 0 takes a free one. */
    PORT: wholeNumber(8090, 0, 65_535),
    /** A second address, for the operator: `/readyz` and `/metrics`. The public must not reach it. */
    INTERNAL_HOST: z.string().default("127.0.0.1"),
    INTERNAL_PORT: wholeNumber(8092, 0, 65_535),
    /** Origin under which viewers reach this process, such as https://play.example.com. Stands in playlists' absolute URLs. */
    EDGE_PUBLIC_URL: httpUrl,
    /**
     * All edges of the installation where there are several, this one among them: `region=URL[,region=URL…]`, URLs as in
     * their EDGE_PUBLIC_URL. They share the viewers of a region among their trackers and sum up audiences; they must have
     * the same INTERNAL_SECRET and PLAYBACK_SECRETS. None by default: this edge is alone.
     */
    EDGE_CLUSTER: edgeList.default([]),
    /** Origin of the api for calls between our own processes. */
    API_INTERNAL_URL: httpUrl,
    /** The installation's secret for those calls. */
    INTERNAL_SECRET: z.string().min(16, "must have 16 characters or more"),
    /** Keys of playback tokens and swarm tickets: `keyId:secret[,keyId:secret…]`, the first signs. */
    PLAYBACK_SECRETS: secretList,
    /** The media store: a folder. */
    MEDIA_STORE: z.string().min(1),
    /** ClickHouse's HTTP interface; user, password and database may stand in it. */
    CLICKHOUSE_URL: httpUrl,
    /** Folder where beacons wait until ClickHouse has them. Must survive a restart. */
    SPOOL_DIR: z.string().min(1),
    /** Bytes of beacons that may wait; then the answer is 503 and players keep them. 2 GB is about 5 million session-minutes. */
    SPOOL_MAX_BYTES: wholeNumber(2_000 * MB, MB, Number.MAX_SAFE_INTEGER),
    /** Addresses or CIDRs, by comma, of the proxies whose X-Forwarded-For is believed. None by default: a viewer could forge it. */
    TRUSTED_PROXIES: cidrList.default([]),
    /**
     * JSON list of `{urls, username?, credential?, secret?}`; `urls` is one address or a list. None by
     * default: no third party learns about viewers.
     */
    ICE_SERVERS: IceServersSetting.default([]),
    /** The built player. */
    PLAYER_DIR: z.string().default(resolve(here, "../../player/dist")),
    /** The built player plugin. */
    PLUGIN_DIR: z.string().default(resolve(here, "../../../packages/sdk/dist")),
    /** An mmdb file with countries instead of the one that comes along. */
    COUNTRY_DB: z.string().exactOptional(),
    /** An mmdb file with autonomous systems (ISPs) instead of the one that comes along. */
    ASN_DB: z.string().exactOptional(),
    /**
     * A list of networks that count as VPNs and proxies: an address, a subnet or an AS number (`AS64500`) a line, `#` for
     * remarks. All three are read anew within half a minute of being replaced. None by default: nobody keeps one that is free and true.
     */
    VPN_NETWORKS: z.string().exactOptional(),
    /** Seconds a playback token is valid. 15 min: short for a leaked link, long enough to renew at leisure. */
    PLAYBACK_TOKEN_TTL_SEC: wholeNumber(900, 5, 86_400),
    /** Bytes of hot segments kept in memory. 256 MB holds the live edge of some 50 ladders; serving from it costs one copy. */
    SEGMENT_CACHE_BYTES: wholeNumber(256 * MB, 0, Number.MAX_SAFE_INTEGER),
    /**
     * Play sessions one address (IPv6: /64) may start or renew a minute. 6,000: an office of 5,000 behind one address, who
     * all come within the minute in which an event begins.
     */
    PLAYS_PER_MINUTE: wholeNumber(6_000, 1, 10_000_000),
    /**
     * Those of the videos of one client, from all addresses, at this edge. 60,000, as of a key of the plugin: half a million
     * viewers who renew, and as many again who come at once; more than robots of many addresses should get.
     */
    PLAYS_PER_CLIENT_PER_MINUTE: wholeNumber(60_000, 1, 10_000_000),
    /**
     * Sessions of the plugin that one key may start or renew a minute, at this edge. 60,000: half a million viewers who
     * renew every quarter of an hour, and as many again who come at once; more than robots with one key should get.
     */
    PLUGIN_SESSIONS_PER_MINUTE: wholeNumber(60_000, 1, 10_000_000),
    /**
     * Pages, pictures and oEmbed answers one address may ask for a minute: each may cost a question to the api. 3,000: the
     * library of videos of a school behind one address, opened by a class at once.
     */
    LOOKUPS_PER_MINUTE: wholeNumber(3_000, 1, 10_000_000),
    /**
     * Tracker sockets per address (IPv6: /64), and the same number each for rooms of lives without delay and
     * for chats of lives. 6,000: the same office. A socket without a ticket within 10 s is closed; a socket
     * takes about 5 kB.
     */
    TRACKER_SOCKETS_PER_ADDRESS: wholeNumber(6_000, 1, 1_000_000),
    /** Downloads at the same time, of all addresses. Each that nobody reads takes some 0.8 MB of memory. */
    DOWNLOADS_MAX: wholeNumber(400, 1, 100_000),
    /**
     * How long requests are still taken once the process is told to end, in ms: readiness is red and answers end their
     * connections meanwhile. Behind a balancer, as long as it takes to notice.
     */
    SHUTDOWN_DELAY_MS: wholeNumber(500, 0, 60_000),
    /**
     * What sessions of media on other CDNs are billed for at most, in kbit/s since their birth: nobody but the player knows what
     * they load. 8,000: 1080p generously encoded; 2160p takes up to 20,000.
     */
    BILLED_KBPS_ELSEWHERE: wholeNumber(8_000, 1, 1_000_000),
    /**
     * Sessions of one address (IPv6: /64) whose claims are billed in an hour: what came from peers, and from other CDNs. 500: an
     * office; what is beyond is shown in analytics and not billed.
     */
    BILLED_SESSIONS_PER_ADDRESS: wholeNumber(500, 1, 1_000_000),
    /**
     * Bytes of those claims of one address in an hour, in GB. 100: a hundred people behind it, each an hour of 2.2 Mbit/s;
     * why not more: docs/billing.md.
     */
    BILLED_GB_PER_ADDRESS: wholeNumber(100, 1, 1_000_000),
    /**
     * Bytes of those claims of one key of the plugin, or of all videos of one client, in an hour at this edge, in GB. 20,000:
     * as many as 20,000 viewers load.
     */
    BILLED_GB_PER_KEY: wholeNumber(20_000, 1, 10_000_000),
    /**
     * Bytes of those claims of media on other CDNs that are billed in an hour at this edge whatever is usual, in GB of one client and in
     * MB of each network of its viewers. 25 and 500: what a client that is new has; why: docs/billing.md.
     */
    BILLED_GB_PER_NEW_CLIENT: wholeNumber(25, 1, 10_000_000),
    BILLED_MB_PER_NETWORK: wholeNumber(500, 1, 1_000_000_000),
    /**
     * `true` where a cache or a CDN answers for media in place of this edge: what it sends is then billed by what players say,
     * within what their sessions can have loaded. `false`: by what this edge sends.
     */
    MEDIA_CACHE_IN_FRONT: z.stringbool().default(false),
    /**
     * Folder that this edge shares with the nginx in front of it: its configuration (written at each start), its cache, its log. None by
     * default: the edge serves no CDN entries. nginx runs on the same machine, as the same user or as root: docs/cdn.md.
     */
    CDN_DIR: z.string().startsWith("/", "must be a whole path").exactOptional(),
    /** Where this nginx listens. Loopback: a reverse proxy with TLS is expected in front, named in TRUSTED_PROXIES. */
    CDN_HOST: z.string().default("127.0.0.1"),
    CDN_PORT: wholeNumber(8095, 1, 65_535),
    /** Under which entries are reached at `/cdn/{key}/`; as at the api. Each other host name is an entry's own. */
    CDN_PUBLIC_URL: httpUrl.exactOptional(),
    /** What the cache may take of the disk, in GB. 20: some 5,000 minutes of 1080p. What was asked for longest ago goes first. */
    CDN_CACHE_GB: wholeNumber(20, 1, 1_000_000),
    /** Whether origins may lie on this machine and in private networks; as at the api. */
    FETCH_ALLOW_PRIVATE: z.stringbool().default(false),
    /** Ports of origins, or `any`; as at the api. */
    FETCH_PORTS: portsSetting("80,443,8080,8443"),
    /** Least severe log lines to write. */
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  })
  .refine(
    ({ EDGE_CLUSTER: edges, EDGE_PUBLIC_URL: own }) =>
      edges.length === 0 || edges.some(({ url }) => url === own),
    {
      path: ["EDGE_CLUSTER"],
      error: "must name this edge's EDGE_PUBLIC_URL too",
    },
  );

export interface EdgeConfig {
  host: string;
  port: number;
  internalHost: string;
  internalPort: number;
  publicUrl: string;
  /** All edges; empty where this one is alone. */
  cluster: { region: string; url: string }[];
  apiUrl: string;
  internalSecret: string;
  playbackKeys: { id: string; secret: string }[];
  mediaStore: string;
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
  /** Downloads under way at the same time, of all addresses. */
  downloadsMax: number;
  shutdownDelayMs: number;
  billing: {
    elsewhereBps: number;
    sessionsPerAddress: number;
    bytesPerAddress: number;
    bytesPerKey: number;
    bytesPerClient: number;
    bytesPerNetworkOfClient: number;
  };
  isCacheInFront: boolean;
  /** Undefined where no CDN entries are served. */
  cdn: CdnConfig | undefined;
  logLevel: z.infer<typeof Settings>["LOG_LEVEL"];
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
 * @throws ConfigError that lists every fault.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): EdgeConfig {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Settings.safeParse(given);
  if (parsed.success) return configOf(parsed.data);
  throw new ConfigError(parsed.error.issues.map((issue) => faultOf(issue, given)));
}

function faultOf(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  return `${name}: ${given[name] === undefined ? "is required" : issue.message}`;
}

function configOf(settings: z.infer<typeof Settings>): EdgeConfig {
  return {
    host: settings.HOST,
    port: settings.PORT,
    internalHost: settings.INTERNAL_HOST,
    internalPort: settings.INTERNAL_PORT,
    publicUrl: settings.EDGE_PUBLIC_URL,
    cluster: settings.EDGE_CLUSTER,
    apiUrl: settings.API_INTERNAL_URL,
    internalSecret: settings.INTERNAL_SECRET,
    playbackKeys: settings.PLAYBACK_SECRETS,
    mediaStore: settings.MEDIA_STORE,
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
    billing: {
      elsewhereBps: settings.BILLED_KBPS_ELSEWHERE * 1_000,
      sessionsPerAddress: settings.BILLED_SESSIONS_PER_ADDRESS,
      bytesPerAddress: settings.BILLED_GB_PER_ADDRESS * 1_000 * MB,
      bytesPerKey: settings.BILLED_GB_PER_KEY * 1_000 * MB,
      bytesPerClient: settings.BILLED_GB_PER_NEW_CLIENT * 1_000 * MB,
      bytesPerNetworkOfClient: settings.BILLED_MB_PER_NETWORK * MB,
    },
    isCacheInFront: settings.MEDIA_CACHE_IN_FRONT,
    cdn: cdnOf(settings),
    logLevel: settings.LOG_LEVEL,
  };
}

function cdnOf(settings: z.infer<typeof Settings>): CdnConfig | undefined {
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
