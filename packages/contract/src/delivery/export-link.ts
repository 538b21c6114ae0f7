import { z } from "zod";
import { MAX_EXPORT_LINK_SITES } from "../constants.ts";
import { Text } from "../text.ts";
import { RULE_SOURCES } from "./delivery-rules.ts";

const DOMAIN_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
export const SITE_NAME_PATTERN = `^${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})*$`;
export const MAX_SITE_NAME_LENGTH = 253;

/** The host name of a site, in ASCII; it includes the subdomains. */
const SiteName = z
  .string()
  .max(MAX_SITE_NAME_LENGTH)
  .regex(new RegExp(SITE_NAME_PATTERN), "takes a name as example.com, without https:// and path");

/** The sites that may show a link; an empty list allows every site. */
export const ExportLinkSites = z.array(SiteName).max(MAX_EXPORT_LINK_SITES);
export const ExportLinkName = Text.trim().min(1).max(200);

/** The states of a link; if several apply, the first one is reported. */
export const EXPORT_LINK_STATES = ["videoDeleted", "ended", "paused", "active"] as const;
export type ExportLinkState = (typeof EXPORT_LINK_STATES)[number];

/** A site of a link on which the current rules of the video block playback. */
export const SiteRefusal = z.object({
  site: z.string(),
  /** The access step that blocks pages of the site. */
  step: z.enum(["website", "subdomain"]),
  rule: z.enum([
    "authorizedWebsites",
    "unauthorizedWebsites",
    "authorizedSubdomains",
    "unauthorizedSubdomains",
  ]),
  /** The level that set the rule. */
  source: z.enum(RULE_SOURCES),
  /** The entry of the rule that contains the site, as saved; omitted if the site is blocked because no entry contains it. */
  entry: z.string().optional(),
  /** How much of the site is blocked: `itself` if some of its subdomains may still show the video. */
  reach: z.enum(["all", "itself"]),
  /** The reason as a sentence, for the owner of the link. */
  reason: z.string(),
});
export type SiteRefusal = z.infer<typeof SiteRefusal>;

/** A link as the api returns it. Dates are ISO 8601 in UTC. */
export const ExportLinkView = z.object({
  uuid: z.string(),
  name: z.string(),
  state: z.enum(EXPORT_LINK_STATES),
  isPaused: z.boolean(),
  /** When the link stops working; null for never. */
  endsAt: z.string().nullable(),
  /** The only sites that may show the link, including their subdomains; empty for all. */
  sites: z.array(z.string()),
  /** The sites that the video's rules block; omitted if there are none, and in lists. */
  siteRefusals: z.array(SiteRefusal).optional(),
  /** The address of the player in a frame. */
  embedUrl: z.string(),
  /** The address of a page that contains only the player. */
  directUrl: z.string(),
  iframe: z.string(),
  /** The user who created the link; null if deleted. */
  user: z.string().nullable(),
  createdAt: z.string(),
  /** The number of sessions that reached the first frame. */
  views: z.number(),
  /** Time of the last view, to the minute; null if there was none. */
  lastViewAt: z.string().nullable(),
  video: z.object({
    uuid: z.string(),
    title: z.string(),
    thumbnail: z.string().nullable(),
    autoplay: z.boolean(),
    duration: z.number().nullable(),
    isTrashed: z.boolean(),
    isPassword: z.boolean(),
    startDate: z.string().nullable(),
  }),
  revision: z.number(),
});
export type ExportLinkView = z.infer<typeof ExportLinkView>;
