import { z } from "zod";
import { IpOrCidr } from "../origins.ts";
import { Text, Uuid } from "../text.ts";
import { HostPattern, RuleSettings } from "./delivery-rules.ts";

export const MAX_CONFIG_SITES = 50;
/** The longest grace period of a replaced key: 30 days. */
export const MAX_CONFIG_KEY_GRACE_SEC = 2_592_000;
export const MAX_COLLECTION_NAME_LENGTH = 200;

/** A subnet in CIDR (§5). */
const Subnet = Text.trim().pipe(
  z.union([z.cidrv4(), z.cidrv6()], { error: "Please enter a valid CIDR address" }),
);

/** How viewers at a site share data: with each other first, or only with each other. */
export const SITE_EXCHANGES = ["first", "only"] as const;
export type SiteExchange = (typeof SITE_EXCHANGES)[number];

const SITE_FIELDS = {
  name: Text.trim().min(1).max(200),
  /** Host names of pages that may use the key, including their subdomains. */
  websites: z.array(HostPattern).max(50).default([]),
  /** The public addresses of the site's viewers. */
  publicIPs: z.array(IpOrCidr).max(200).default([]),
  subnets: z.array(Subnet).max(200).default([]),
  exchange: z.enum(SITE_EXCHANGES).default("first"),
};

/** A location or a website of a client (§3 Site). */
export const ConfigSite = z.strictObject({
  /** Assigned to the site by the platform; stays the same when the site is renamed. */
  uuid: Uuid,
  ...SITE_FIELDS,
});
export type ConfigSite = z.infer<typeof ConfigSite>;
/** The sites of a config. If no site lists a website, every page can use the key. */
export const ConfigSites = z.array(ConfigSite).max(MAX_CONFIG_SITES);

/** A site to save: a site without a uuid is new, or is identified by its name. */
export const SavedSite = ConfigSite.partial({ uuid: true });
export type SavedSite = z.infer<typeof SavedSite>;
export const SavedSites = z
  .array(SavedSite)
  .max(MAX_CONFIG_SITES)
  .refine(hasEachOnce, { error: "names a site twice" });

function hasEachOnce(sites: readonly SavedSite[]): boolean {
  const uuids = sites.flatMap(({ uuid }) => uuid ?? []);
  return new Set(uuids).size === uuids.length;
}
export const ConfigName = Text.trim().min(1).max(200);
export const CollectionName = Text.trim().min(1).max(MAX_COLLECTION_NAME_LENGTH);

/** A config, with which a client's pages use the plugin. */
export const ConfigView = z.object({
  uuid: z.string(),
  name: z.string(),
  /** The public key, visible in pages. */
  key: z.string(),
  /** The origin from which pages load the plugin. */
  edgeUrl: z.string(),
  rules: RuleSettings,
  sites: ConfigSites,
  /** The previous key and when it stops working; null if there is no previous key. */
  oldKey: z.object({ key: z.string(), endsAt: z.string() }).nullable(),
  /** Whether the key was revoked: such a key starts no sessions. */
  isRevoked: z.boolean(),
  createdAt: z.string(),
  revision: z.number(),
});
export type ConfigView = z.infer<typeof ConfigView>;

/** A named group of videos, created by a user or by the SDK's first report. */
export const CollectionView = z.object({
  uuid: z.string(),
  name: z.string(),
  rules: RuleSettings,
  videoCount: z.number(),
  /** When the SDK last reported the collection; null if it never has. */
  reportedAt: z.string().nullable(),
  createdAt: z.string(),
  revision: z.number(),
});
export type CollectionView = z.infer<typeof CollectionView>;
