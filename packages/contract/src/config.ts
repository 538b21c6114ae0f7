import { z } from "zod";
import { HostPattern, RuleSettings } from "./delivery-rules.ts";
import { IpOrCidr } from "./rules.ts";
import { Text } from "./text.ts";

export const CONFIG_SITES_MAX_COUNT = 50;
/** A key that was replaced works on for 30 days at most. */
export const CONFIG_KEY_GRACE_MAX_SEC = 2_592_000;
export const COLLECTION_NAME_MAX_LENGTH = 200;

/** A subnet in CIDR (§5). */
const Subnet = Text.trim().pipe(
  z.union([z.cidrv4(), z.cidrv6()], { error: "Please enter a valid CIDR address" }),
);

/** A place or a website of a client (§3 Site). */
export const ConfigSite = z.strictObject({
  name: Text.trim().min(1).max(200),
  /** Host names of pages that may use the key, with all below them. */
  websites: z.array(HostPattern).max(50).default([]),
  /** Under which its viewers come: peers of one site are matched first. */
  publicIPs: z.array(IpOrCidr).max(200).default([]),
  subnets: z.array(Subnet).max(200).default([]),
});
export type ConfigSite = z.infer<typeof ConfigSite>;
/** Where no site names a website, every page may use the key. */
export const ConfigSites = z.array(ConfigSite).max(CONFIG_SITES_MAX_COUNT);
export const ConfigName = Text.trim().min(1).max(200);
export const CollectionName = Text.trim().min(1).max(COLLECTION_NAME_MAX_LENGTH);

/** What the plugin is set up with. */
export const ConfigView = z.object({
  uuid: z.string(),
  name: z.string(),
  /** Public: it stands in pages. */
  key: z.string(),
  /** From where pages take the plugin. */
  edgeUrl: z.string(),
  rules: RuleSettings,
  sites: ConfigSites,
  /** The key before this one while it still works, and until when. */
  oldKey: z.object({ key: z.string(), endsAt: z.string() }).nullable(),
  /** Nobody starts a session with a revoked key. */
  isRevoked: z.boolean(),
  createdAt: z.string(),
  revision: z.number(),
});
export type ConfigView = z.infer<typeof ConfigView>;

/** A named group of videos, made by hand or by the first report of the SDK. */
export const CollectionView = z.object({
  uuid: z.string(),
  name: z.string(),
  rules: RuleSettings,
  videoCount: z.number(),
  /** When the SDK named it last; null when it never did. */
  reportedAt: z.string().nullable(),
  createdAt: z.string(),
  revision: z.number(),
});
export type CollectionView = z.infer<typeof CollectionView>;
