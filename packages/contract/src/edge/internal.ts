import { z } from "zod";
import { CollectionName } from "../delivery/config.ts";
import { JobProgress, JobProgressAnswer } from "../jobs/jobs.ts";
import { PluginVersion, PluginVideoName } from "../player/plugin.ts";
import { defineRoute } from "../route.ts";
import { integerText, Text, Uuid } from "../text.ts";
import {
  CdnEntryDescriptor,
  ClientDescriptor,
  ConfigDescriptor,
  ExportLinkDescriptor,
  PlaybackDescriptor,
  PluginVideoDescriptor,
} from "./descriptors.ts";

/** Header that carries the installation's secret between our own processes. */
export const INTERNAL_SECRET_HEADER = "x-shoal-internal";

/** One change per message of the SSE stream `GET /internal/changes`: `id` is the cursor, `data` is this JSON. */
export const DescriptorChange = z.object({
  /** The subject of a change: a video, or what its playback depends on. */
  kind: z.enum(["video", "link", "client", "config", "pluginVideo", "cdnEntry"]).default("video"),
  uuid: z.string(),
  revision: z.number().int(),
});
export type DescriptorChange = z.infer<typeof DescriptorChange>;

/** The number of collections that one call of an edge can report. */
export const MAX_COLLECTION_REPORTS = 500;
/** The SDK's report on a video; the latest one counts. */
const CollectionReport = z.strictObject({
  clientId: Uuid,
  /** The uuid of a hosted video, otherwise the video's name in the plugin. */
  video: PluginVideoName,
  /** The collection that the page names. If absent, the video stays in its collection. */
  collection: CollectionName.optional(),
  /** The config whose key the page sent. */
  config: Uuid.optional(),
  /** Whether a missing collection is created: false if too many were named from one network. */
  mayName: z.boolean().default(true),
  /** Whether unlisted media can be added to the list; false if nobody has watched the media yet, or if too many new media were reported. */
  mayAdd: z.boolean().default(true),
  /** The version of the plugin that plays the video. */
  version: PluginVersion.optional(),
  /** When the page sent the report, in ms since 1970. */
  atMs: z.number().int().min(0),
});
export type CollectionReport = z.input<typeof CollectionReport>;

/** The maximum number of rows in one report. */
export const MAX_PLUGIN_VERSION_COUNTS = 1_000;
/** The maximum number of versions that an edge counts separately per client and day. */
export const MAX_PLUGIN_VERSIONS_OF_DAY = 50;

/** The number of sessions started with a version of the plugin on a day (UTC) since the edge started counting them. */
const PluginVersionCount = z.strictObject({
  clientId: Uuid,
  day: z.iso.date(),
  version: PluginVersion,
  sessions: z.number().int().min(1).max(2_000_000_000),
});
export type PluginVersionCount = z.infer<typeof PluginVersionCount>;
const PluginVersionCounts = z.strictObject({
  /** Identifies the process that counted, for as long as it runs. */
  edge: Uuid,
  counts: z.array(PluginVersionCount).max(MAX_PLUGIN_VERSION_COUNTS),
});
export type PluginVersionCounts = z.infer<typeof PluginVersionCounts>;

/** The maximum number of videos per sitemap page, and of pages per client. */
export const SITEMAP_PAGE_SIZE = 200;
export const MAX_SITEMAP_PAGES = 500;
const SitemapVideos = z.strictObject({
  uuids: z.array(z.string()).max(SITEMAP_PAGE_SIZE),
  /** The number of sitemap pages; 0 if the client has no listed videos. */
  pageCount: z.number().int().min(0).max(MAX_SITEMAP_PAGES),
});
export type SitemapVideos = z.infer<typeof SitemapVideos>;

/** The new location of a video or export link that was imported from another installation and could not keep its uuid. */
const MovedTo = z.strictObject({ kind: z.enum(["video", "link"]), uuid: z.string() });
export type MovedTo = z.infer<typeof MovedTo>;

/** Calls between our own processes. They are protected by the installation's secret and never reachable from outside. */
export const internalRoutes = {
  /** The ETag of the response is the revision; 304 while the descriptor is unchanged. */
  getDescriptor: defineRoute({
    method: "GET",
    path: "/internal/descriptors/{uuid}",
    guard: "public",
    summary: "The playback descriptor of a video",
    params: z.object({ uuid: Text }),
    response: PlaybackDescriptor,
  }),
  getLinkDescriptor: defineRoute({
    method: "GET",
    path: "/internal/links/{uuid}",
    guard: "public",
    summary: "What the edge needs of an export link",
    params: z.object({ uuid: Text }),
    response: ExportLinkDescriptor,
  }),
  getMoved: defineRoute({
    method: "GET",
    path: "/internal/moved/{uuid}",
    guard: "public",
    summary: "Under which uuid what had this one elsewhere is here",
    params: z.object({ uuid: Uuid }),
    response: MovedTo,
  }),
  getClientDescriptor: defineRoute({
    method: "GET",
    path: "/internal/clients/{uuid}",
    guard: "public",
    summary: "What holds for all videos of a client",
    params: z.object({ uuid: Text }),
    response: ClientDescriptor,
  }),
  /** Looks up a config by its public key. */
  getConfigDescriptor: defineRoute({
    method: "GET",
    path: "/internal/configs/{uuid}",
    guard: "public",
    summary: "What the edge needs of a config of the plugin",
    params: z.object({ uuid: Text }),
    response: ConfigDescriptor,
  }),
  /** Looks up media by the `pluginVideoKey` of its client and name. */
  getPluginVideoDescriptor: defineRoute({
    method: "GET",
    path: "/internal/plugin-videos/{uuid}",
    guard: "public",
    summary: "What is set for media on another CDN",
    params: z.object({ uuid: z.guid() }),
    response: PluginVideoDescriptor,
  }),
  /** Looks up an entry by the key in its address, or by a custom host name. */
  getCdnEntryDescriptor: defineRoute({
    method: "GET",
    path: "/internal/cdn-entries/{key}",
    guard: "public",
    summary: "What the edge needs of a CDN entry",
    params: z.object({ key: Text }),
    response: CdnEntryDescriptor,
  }),
  /** Lists the videos of a client for its sitemap. Edges check each video and list only those open to everyone. */
  listSitemapVideos: defineRoute({
    method: "GET",
    path: "/internal/clients/{uuid}/sitemap/{page}",
    guard: "public",
    summary: "Uuids of a client's videos that may stand in its sitemap, the newest first",
    params: z.object({ uuid: z.guid(), page: integerText(z.number().int().min(1).max(MAX_SITEMAP_PAGES)) }),
    response: SitemapVideos,
  }),
  /** Called on each use of a link that was issued to a user of the client, who may have lost access since. */
  getOwnerRight: defineRoute({
    method: "GET",
    path: "/internal/users/{user}/videos/{video}",
    guard: "public",
    summary: "Whether a user may see a video of their client in the dashboard now",
    params: z.object({ user: z.guid(), video: z.guid() }),
    response: z.object({ isAllowed: z.boolean() }),
  }),
  reportCollections: defineRoute({
    method: "POST",
    path: "/internal/collections/reports",
    guard: "public",
    summary: "Which collections the SDK says that videos belong to, and which version of it plays them",
    body: z.strictObject({ reports: z.array(CollectionReport).max(MAX_COLLECTION_REPORTS) }),
  }),
  reportPluginVersions: defineRoute({
    method: "POST",
    path: "/internal/plugin-versions",
    guard: "public",
    summary:
      "How many sessions began with each version of the plugin; a row replaces the previous one of its edge",
    body: PluginVersionCounts,
  }),
  announceFigures: defineRoute({
    method: "POST",
    path: "/internal/figures",
    guard: "public",
    summary: "Announce that an edge has written statistics to the analytics engine",
  }),
  reportProgress: defineRoute({
    method: "POST",
    path: "/internal/progress",
    guard: "public",
    summary: "Progress of a running job",
    body: JobProgress,
    response: JobProgressAnswer,
  }),
} as const;

/** A stream of server-sent events: `?cursor=` or Last-Event-ID resumes it; without a cursor it starts with the next change. */
export const CHANGES_PATH = "/internal/changes";
