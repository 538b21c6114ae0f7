import { z } from "zod";
import { Text } from "../text.ts";
import { MAX_HOST_LENGTH, RuleSettings } from "./delivery-rules.ts";
import { SITE_NAME_PATTERN } from "./export-link.ts";

/** How long a deleted entry still serves files from its cache. */
export const CDN_DRAIN_DURATION_MS = 600_000;
export const MAX_CDN_HOSTS = 10;
const MAX_CDN_CORS_ORIGINS = 50;
/** Maximum number of addresses that one call purges. */
const MAX_CDN_PURGE_PATHS = 100;
/** The longest grace period of a replaced secret, one day: backends that sign addresses have switched to the new secret long before. */
export const MAX_CDN_SECRET_GRACE_SEC = 86_400;
/** Prefix of a custom host name for the DNS record that proves its ownership. */
export const CDN_PROOF_LABEL = "_shoal-cdn";

/** The rules that an entry has, with the same meaning as for videos. */
export const CdnRules = RuleSettings.pick({
  unauthorizedIPs: true,
  unauthorizedCountries: true,
  authorizedWebsites: true,
  unauthorizedWebsites: true,
  unknownWebsites: true,
});
export type CdnRules = z.infer<typeof CdnRules>;

export const CdnName = Text.trim().min(1).max(200);

/** The origin of files: a folder on the client's own server. */
export const CdnOrigin = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .superRefine((text, context) => {
    // The schema has already reported invalid addresses.
    const url = URL.parse(text);
    if (!url) return;
    const { username, password, search, hash } = url;
    const reason =
      username || password
        ? "must not contain a user name or password"
        : search || hash
          ? "must not contain a query or fragment"
          : undefined;
    if (reason) context.addIssue({ code: "custom", message: reason });
  });

/** A custom host name, in ASCII, with at least one dot. */
export const CdnHost = Text.trim()
  .toLowerCase()
  .max(MAX_HOST_LENGTH)
  .regex(new RegExp(SITE_NAME_PATTERN), "takes a name as example.com, without https:// and path")
  .refine((host) => host.includes("."), { message: "is not a full host name" });
export const CdnHosts = z.array(CdnHost).max(MAX_CDN_HOSTS);

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
/** The origins of pages whose scripts may read files; `*` for all. */
export const CdnCorsOrigins = z
  .array(
    z.union([
      z.literal("*"),
      Text.trim()
        .max(300)
        .refine((text) => /^https?:/.test(text) && isOrigin(text), {
          message: "must be an origin such as https://www.example.com",
        }),
    ]),
  )
  .max(MAX_CDN_CORS_ORIGINS);

export const CdnDefaultTtl = z.number().int().min(0).max(31_536_000);

/** The states of an entry; if several apply, the first one is reported. */
export const CDN_ENTRY_STATES = ["draining", "unsubscribed", "budgetReached", "paused", "active"] as const;
export type CdnEntryState = (typeof CDN_ENTRY_STATES)[number];

/** A CDN entry as the api returns it. Dates are ISO 8601 in UTC. */
export const CdnEntryView = z.object({
  uuid: z.string(),
  name: z.string(),
  /** Identifies the entry in its delivery address, and in the DNS records that prove its custom host names. */
  key: z.string(),
  originUrl: z.string(),
  /** The delivery address: paths below it are fetched below the origin's path. */
  url: z.string(),
  state: z.enum(CDN_ENTRY_STATES),
  isPaused: z.boolean(),
  /** When the entry will be removed; null unless it is draining. */
  endsAt: z.string().nullable(),
  rules: CdnRules,
  /** The custom host names, including those that are not served yet. */
  hosts: z.array(
    z.object({
      host: z.string(),
      /** When the DNS records were last verified; null while the host name is not served. */
      checkedAt: z.string().nullable(),
    }),
  ),
  /** The target of the CNAME records of custom host names. */
  cnameTarget: z.string(),
  /** The secrets for signed addresses, without their values, which are shown once on creation. empty if addresses need not be signed. */
  secrets: z.array(
    z.object({
      uuid: z.string(),
      createdAt: z.string(),
      /** When the previous secret stops working; null for the current secret. */
      endsAt: z.string().nullable(),
    }),
  ),
  corsOrigins: z.array(z.string()),
  defaultTtlSec: z.number(),
  /** Whether the query of an address is neither sent to the origin nor part of the cache key. */
  ignoresQuery: z.boolean(),
  /** The number of the last purge; 0 if nothing was purged. */
  purgeNumber: z.number(),
  /** The user who created the entry; null if deleted. */
  user: z.string().nullable(),
  createdAt: z.string(),
  revision: z.number(),
});
export type CdnEntryView = z.infer<typeof CdnEntryView>;

/** A new secret, returned only once. */
export const CdnSecretAnswer = z.object({ secret: z.string(), entry: CdnEntryView });
export type CdnSecretAnswer = z.infer<typeof CdnSecretAnswer>;

/** The result of checking a custom host name. */
export const CdnHostCheck = z.object({
  isServed: z.boolean(),
  /** Whether the host name points to our edges, and the targets that were found. */
  alias: z.object({ isRight: z.boolean(), found: z.array(z.string()) }),
  /** Whether the verification record names this entry, and the values that were found. */
  proof: z.object({ isRight: z.boolean(), found: z.array(z.string()) }),
  entry: CdnEntryView,
});
export type CdnHostCheck = z.infer<typeof CdnHostCheck>;

export const CDN_PURGE_SCOPES = ["url", "prefix", "all"] as const;
export const CdnPurgeBody = z.strictObject({
  scope: z.enum(CDN_PURGE_SCOPES),
  /** Paths or full addresses: the delivery address, a custom host name, or the origin. Must be empty with `all`. */
  addresses: z.array(Text.trim().min(1).max(4_000)).max(MAX_CDN_PURGE_PATHS).default([]),
});

export const CdnPurgeAnswer = z.object({
  /** The number of the purge, which rises with each purge of the entry. */
  number: z.number(),
  /** The purged paths as the server understood them, each with its query. */
  paths: z.array(z.string()),
  isPrefix: z.boolean(),
});
export type CdnPurgeAnswer = z.infer<typeof CdnPurgeAnswer>;

/** The kinds of files that need different caching. */
export const CACHED_KINDS = [
  "livePlaylist",
  "playlist",
  "segment",
  "video",
  "image",
  "script",
  "page",
  "data",
  "other",
] as const;
export type CachedKind = (typeof CACHED_KINDS)[number];

/** What determines the lifetime of a response: a header or directive, or the entry's default; or why it is not cached. */
export const FRESHNESS_SOURCES = ["s-maxage", "max-age", "expires", "default", "never"] as const;

/** The effect of the headers of a response on caches; `good` needs no change, `bad` causes unnecessary fetches or outdated files. */
export const CACHING_FINDINGS = [
  "failed",
  "notStored",
  "private",
  "asksEachTime",
  "noTime",
  "tooShort",
  "tooLong",
  "fits",
  "sharedTime",
  "noValidator",
  "hasValidator",
  "setsCookie",
  "variesOnAll",
  "varies",
  "noRanges",
  "hasRanges",
] as const;
export type CachingFinding = (typeof CACHING_FINDINGS)[number];

export const CachingReport = z.object({
  kind: z.enum(CACHED_KINDS),
  /** How long edges serve the file from their caches without asking the origin; null if the entry's default lifetime applies. */
  freshSec: z.number().nullable(),
  freshBy: z.enum(FRESHNESS_SOURCES),
  findings: z.array(
    z.object({
      code: z.enum(CACHING_FINDINGS),
      isGood: z.boolean(),
      /** The value of the header in question; null if there is none. */
      sent: z.string().nullable(),
    }),
  ),
  /** The headers that the origin should send instead. */
  advice: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type CachingReport = z.infer<typeof CachingReport>;

/** Why the origin gave no response to the test; the values are the error codes of `safe-fetch`. */
export const CDN_TEST_FAULTS = [
  "bad_url",
  "forbidden_port",
  "forbidden_address",
  "unresolved",
  "unreachable",
  "tls",
  "timeout",
  "broken",
  "too_many_redirects",
] as const;

export const CdnTestAnswer = z.object({
  /** Why the origin did not respond; null if it did. */
  fault: z.enum(CDN_TEST_FAULTS).nullable(),
  answer: z
    .object({
      /** The address after redirects. */
      url: z.string(),
      status: z.number(),
      tookMs: z.number(),
      /** The number of bytes that were read: 1 MB at most. */
      sizeBytes: z.number(),
      isCut: z.boolean(),
      /** The headers about caching, as the origin sent them. */
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      report: CachingReport,
    })
    .nullable(),
});
export type CdnTestAnswer = z.infer<typeof CdnTestAnswer>;

/** Totals of a group of requests. */
const CdnSums = z.object({
  requests: z.number(),
  /** Requests answered from a cache, including stale responses while a newer file was fetched or the origin failed. */
  hits: z.number(),
  /** Requests whose files were fetched from the origin. */
  misses: z.number(),
  bytesSent: z.number(),
  /** The bytes fetched from the origin. */
  bytesOrigin: z.number(),
});
export type CdnSums = z.infer<typeof CdnSums>;

export const CDN_STATISTICS_DAYS = [1, 7, 30, 90] as const;

/** The traffic of an entry by UTC hour. The current hour contains what edges have reported so far. */
export const CdnStatistics = z.object({
  from: z.string(),
  until: z.string(),
  /** The time between two points: an hour or a day. */
  stepSec: z.number(),
  total: CdnSums,
  /** The steps of the period, including those without requests. */
  points: z.array(CdnSums.extend({ at: z.string() })),
  /** The traffic by country, in descending order of bytes; `country` is "" if unknown. */
  countries: z.array(z.object({ country: z.string(), requests: z.number(), bytesSent: z.number() })),
  /** The requests by status class, 2 to 5. */
  statuses: z.array(z.object({ statusClass: z.number(), requests: z.number(), bytesSent: z.number() })),
});
export type CdnStatistics = z.infer<typeof CdnStatistics>;

/** Maximum number of entries in one call about traffic. */
export const MAX_CDN_TRAFFIC_ENTRIES = 100;

/** The traffic of single entries in the last days, including the current UTC day; entries without requests are omitted. */
export const CdnTraffic = z.object({
  from: z.string(),
  until: z.string(),
  entries: z.array(CdnSums.extend({ uuid: z.string() })),
});
export type CdnTraffic = z.infer<typeof CdnTraffic>;

/** The traffic of all entries of a client in a UTC calendar month. */
export const CdnUsage = z.object({ month: z.string(), total: CdnSums });
export type CdnUsage = z.infer<typeof CdnUsage>;
