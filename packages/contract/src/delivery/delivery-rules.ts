import { z } from "zod";
import { CountryCode, IpOrCidr, MAX_COUNTRIES } from "../origins.ts";
import { Text } from "../text.ts";
import { IceSetKey } from "./ice-servers.ts";

/** Maximum length of a list of addresses: enough for the networks of a country or of a VPN provider. */
export const MAX_ADDRESSES = 50_000;
/** The maximum size of a request that saves rules: enough for three lists of IPv6 networks of maximum length. */
export const MAX_RULES_BODY_BYTES = 8_000_000;
/** Maximum length of a list of websites. */
export const MAX_HOSTS = 1_000;

/** Who can stream: nobody, everyone allowed by the other rules, or only viewers with a token signed by the client. */
export const STREAMING_AUTHORIZATIONS = ["refused", "open", "token"] as const;
export type StreamingAuthorization = (typeof STREAMING_AUTHORIZATIONS)[number];

/**
 * The pattern of a time of day such as `08:30`; the end of the day is `24:00`. It is a string because pages, which do not load the
 * schemas, use it too.
 */
export const TIME_OF_DAY_PATTERN = "^(?:[01]\\d:[0-5]\\d|2[0-3]:[0-5]\\d|24:00)$";
const TimeOfDay = Text.regex(new RegExp(TIME_OF_DAY_PATTERN), "is a time such as 08:30");
export const MAX_ACTIVE_TIMES = 50;

/** A weekly period, in the client's time zone; a period whose end is before its start ends on the next day. */
const ActiveTime = z
  .strictObject({
    /** The days of the week, from 1 for Monday to 7 for Sunday (ISO 8601). */
    days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
    from: TimeOfDay,
    to: TimeOfDay,
  })
  .refine(({ from, to }) => from !== to, { message: "must not start and end at the same time" });
export type ActiveTime = z.infer<typeof ActiveTime>;

/** A host name with at least one dot, or `localhost`; a leading `*.` matches its subdomains. */
export const HOST_PATTERN =
  "^(?:\\*\\.)?(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z0-9-]{2,63})$";
export const MAX_HOST_LENGTH = 253;
export const HostPattern = Text.trim()
  .toLowerCase()
  .max(MAX_HOST_LENGTH)
  .regex(new RegExp(HOST_PATTERN), "must be a host name");

const Percentage = z.number().min(0).max(100);
const AddressList = z.array(IpOrCidr).max(MAX_ADDRESSES);
const CountryList = z.array(CountryCode).max(MAX_COUNTRIES);
const HostList = z.array(HostPattern).max(MAX_HOSTS);

/** The delivery rules (§3) by name; an empty list restricts nothing. */
export const RULE_ATTRIBUTES = {
  p2pWeb: z.boolean(),
  p2pAndroid: z.boolean(),
  p2pIOS: z.boolean(),
  /** The minimum number of viewers for peers to exchange data. */
  viewerThreshold: z.number().int().min(1).max(1_000_000),
  /** The weekly periods in which peers exchange data; empty for always. */
  activeTimes: z.array(ActiveTime).max(MAX_ACTIVE_TIMES),
  /** The percentage of viewers who take part in sharing. All others get everything from the server. */
  peerPercentage: Percentage,
  /** How many segments a viewer keeps for sharing; 0 for as many as fit in memory. */
  savedSegments: z.number().int().min(0).max(10_000),
  /** The share of the measured uplink that may be used, in percent. */
  uploadPercent: Percentage,
  uploadOnCellular: z.boolean(),
  /** Whether peers of other internet providers are matched. */
  interISP: z.boolean(),
  /** Whether viewers must consent before sharing; until they agree, they get everything from the server. */
  asksConsent: z.boolean(),
  authorizedIPs: AddressList,
  unauthorizedIPs: AddressList,
  authorizedSubdomains: HostList,
  unauthorizedSubdomains: HostList,
  authorizedCountries: CountryList,
  unauthorizedCountries: CountryList,
  authorizedWebsites: HostList,
  unauthorizedWebsites: HostList,
  /** Whether viewers can watch if their browser does not reveal the page and only some websites are allowed. */
  unknownWebsites: z.boolean(),
  /** Whether viewers behind a VPN or a proxy may watch. */
  authorizedVPNs: z.boolean(),
  /** The addresses for which the VPN rule is inverted. */
  authorizedVPNsList: AddressList,
  ice: IceSetKey,
  streaming: z.enum(STREAMING_AUTHORIZATIONS),
  /** The URL of the client's own thumbnail; "" for the video's. */
  thumbnailURL: z.union([z.literal(""), z.url({ protocol: /^https?$/ }).max(2_000)]),
} as const;
export type RuleName = keyof typeof RULE_ATTRIBUTES;
export const RULE_NAMES = Object.keys(RULE_ATTRIBUTES) as RuleName[];

/**
 * The rules about peers. A collection reported by a page sets only these: pages are public, so access follows only collections
 * chosen by the client.
 */
export const PEER_RULES: readonly RuleName[] = [
  "p2pWeb",
  "p2pAndroid",
  "p2pIOS",
  "viewerThreshold",
  "activeTimes",
  "peerPercentage",
  "savedSegments",
  "uploadPercent",
  "uploadOnCellular",
  "interISP",
  "asksConsent",
  "ice",
];

/** All delivery rules, each with a value. */
export const DeliveryRules = z.strictObject(RULE_ATTRIBUTES);
export type DeliveryRules = z.infer<typeof DeliveryRules>;

/** The level that sets a rule: the video itself, its collection, its config, the client, or the default. */
export const RULE_SOURCES = ["custom", "collection", "config", "client", "default"] as const;
export type RuleSource = (typeof RULE_SOURCES)[number];

/** Rules as set by a user: omitted rules are inherited. */
export const RuleSettings = DeliveryRules.partial();
export type RuleSettings = z.infer<typeof RuleSettings>;

export const DEFAULT_RULES: DeliveryRules = {
  p2pWeb: true,
  p2pAndroid: true,
  p2pIOS: true,
  viewerThreshold: 1,
  activeTimes: [],
  peerPercentage: 100,
  savedSegments: 0,
  uploadPercent: 80,
  uploadOnCellular: false,
  interISP: true,
  asksConsent: false,
  authorizedIPs: [],
  unauthorizedIPs: [],
  authorizedSubdomains: [],
  unauthorizedSubdomains: [],
  authorizedCountries: [],
  unauthorizedCountries: [],
  authorizedWebsites: [],
  unauthorizedWebsites: [],
  unknownWebsites: false,
  authorizedVPNs: true,
  authorizedVPNsList: [],
  ice: "default",
  streaming: "open",
  thumbnailURL: "",
};

/** Changes to settings: null makes a rule inherited; omitted rules stay as they are. */
export const RuleChanges = z.strictObject(
  Object.fromEntries(
    Object.entries(RULE_ATTRIBUTES).map(([name, schema]) => [name, schema.nullable().optional()]),
  ) as { [N in RuleName]: z.ZodOptional<z.ZodNullable<(typeof RULE_ATTRIBUTES)[N]>> },
);
export type RuleChanges = z.infer<typeof RuleChanges>;

/** An IANA name of a time zone. */
export const TimeZone = Text.max(64).refine(isTimeZone, {
  message: "is not a time zone such as Europe/Paris",
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
