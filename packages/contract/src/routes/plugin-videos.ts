import { z } from "zod";
import { MAX_RULES_BODY_BYTES, RuleChanges } from "../delivery/delivery-rules.ts";
import { createPageSchema, jsonParameter, PageQuery, sortBy } from "../list.ts";
import { Description, Tags, VideoStats } from "../media/video.ts";
import { defineRoute } from "../route.ts";
import { Text, Uuid } from "../text.ts";
import { VideoRulesView } from "./rules.ts";
import { FIGURE_SORT_FIELDS, TagsParameter } from "./videos.ts";

const PluginVideoParams = z.object({ id: Uuid });

export const MAX_PLUGIN_TITLE_LENGTH = 200;
/** Maximum number of videos that one call changes: a page, and the selection on earlier pages. */
export const MAX_CHANGED_PLUGIN_VIDEOS = 500;

/** Media on another CDN, as lists show it. */
export const PluginVideoItem = z.object({
  uuid: z.string(),
  /** The page's name for the video. */
  name: z.string(),
  /** The title of the video; if it is empty, the name is shown instead. */
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  isHidden: z.boolean(),
  /** When the video was first played. */
  createdAt: z.string(),
  /** When the plugin last reported the video. The time is accurate to some minutes, or to an hour if the page names no collection. */
  lastReportedAt: z.string(),
  /** The version of the plugin that last played it; null if none was reported. */
  version: z.string().nullable(),
  collection: VideoRulesView.shape.collection,
  stats: VideoStats,
  /** The time of the figures while they are late; null while they are up to date. */
  figuresAsOf: z.string().nullable(),
});
export type PluginVideoItem = z.infer<typeof PluginVideoItem>;

/** Media on another CDN. The page that plays them determines their config: rules are shown as if the config set none. */
export const PluginVideoView = PluginVideoItem.extend({
  ...VideoRulesView.omit({ config: true, revision: true, collection: true }).shape,
});
export type PluginVideoView = z.infer<typeof PluginVideoView>;

/** The number of days (UTC), today included, over which sessions are counted by version. */
export const PLUGIN_VERSIONS_DAYS = 7;

/** The sessions that pages started with the plugin, by the version it reports; robots are not counted. */
export const PluginVersions = z.object({
  sessions: z.number(),
  /** The number of sessions with outdated versions. */
  outdatedSessions: z.number(),
  /** The versions, the most used first: at most 100. */
  versions: z.array(
    z.object({
      version: z.string(),
      sessions: z.number(),
      /** The lowest required version that this version does not reach; null if it reaches all of them. */
      missed: z.string().nullable(),
    }),
  ),
});
export type PluginVersions = z.infer<typeof PluginVersions>;

/** The sort fields of the list: its own fields, and all figures. */
export const PLUGIN_SORT_FIELDS = ["createdAt", "title", "lastReportedAt", ...FIGURE_SORT_FIELDS] as const;
export type PluginSortField = (typeof PLUGIN_SORT_FIELDS)[number];

const PluginListQuery = PageQuery.extend({
  /** Supports the keywords title, tags and description; other words search title and name. */
  search: Text.max(300).optional(),
  tags: TagsParameter.optional(),
  excludedTags: TagsParameter.optional(),
  sort: sortBy(PLUGIN_SORT_FIELDS).optional(),
  filter: jsonParameter(
    z.strictObject({
      /** Whether to list only hidden media; otherwise only media that are not hidden. */
      hidden: z.boolean().optional(),
      collection: Uuid.optional(),
      /** The client whose videos to list, like `client` in the query. */
      client: Uuid.optional(),
    }),
  ).optional(),
  /** The client whose videos to list, for administrators. Other users always see their own client's. */
  client: Uuid.optional(),
});
export type PluginListQuery = z.infer<typeof PluginListQuery>;

const PluginVideoChanges = z.strictObject({
  rules: RuleChanges.default({}),
  collection: Uuid.nullable().optional(),
  isHidden: z.boolean().optional(),
});

export const pluginVideoRoutes = {
  listPluginVideos: defineRoute({
    method: "GET",
    path: "/api/videosplugin",
    isOldCall: true,
    guard: "member",
    scope: "videos:read",
    summary: "List the client's videos on other CDNs, one page; `_size` counts all matches",
    query: PluginListQuery,
    response: createPageSchema(PluginVideoItem),
  }),
  countPluginVersions: defineRoute({
    method: "GET",
    path: "/api/videosplugin/versions",
    guard: "member",
    scope: "videos:read",
    summary: "Count the sessions of the last 7 days by plugin version",
    response: PluginVersions,
  }),
  listCollectionVideos: defineRoute({
    method: "GET",
    path: "/api/videosplugin/collections/{id}",
    isOldCall: true,
    guard: "member",
    scope: "videos:read",
    summary:
      "List a collection's videos on other CDNs, one page; hidden videos only if the filter asks for them",
    params: PluginVideoParams,
    query: PluginListQuery,
    response: createPageSchema(PluginVideoItem),
  }),
  getPluginVideo: defineRoute({
    method: "GET",
    path: "/api/videosplugin/{id}",
    isOldCall: true,
    guard: "member",
    scope: "videos:read",
    summary: "Get a video on another CDN, and its delivery rules where the config of its page sets none",
    params: PluginVideoParams,
    response: PluginVideoView,
  }),
  updatePluginVideo: defineRoute({
    method: "PUT",
    path: "/api/videosplugin/{id}",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary:
      "Change the title, description, tags, rules or collection of a video on another CDN, or hide it; null makes a rule inherited again. The rules of a collection it leaves become its own",
    params: PluginVideoParams,
    maxBodyBytes: MAX_RULES_BODY_BYTES,
    // There is no revision, since SDK reports would increase it every few minutes. Each part is changed separately.
    body: PluginVideoChanges.extend({
      /** The title of the video; if it is empty, the name is shown again. */
      title: Text.trim().max(MAX_PLUGIN_TITLE_LENGTH).optional(),
      description: Description.optional(),
      tags: Tags.optional(),
    }),
    response: PluginVideoView,
  }),
  changePluginVideos: defineRoute({
    method: "PUT",
    path: "/api/videosplugin",
    guard: "editor",
    scope: "videos:write",
    summary:
      "Hide, show or change the collection of many videos on other CDNs; videos of other clients are ignored",
    body: PluginVideoChanges.omit({ rules: true }).extend({
      uuids: z.array(Uuid).min(1).max(MAX_CHANGED_PLUGIN_VIDEOS),
    }),
    response: z.object({ changed: z.number() }),
  }),
  deletePluginVideo: defineRoute({
    method: "DELETE",
    path: "/api/videosplugin/{id}",
    guard: "editor",
    scope: "videos:write",
    summary:
      "Delete a video on another CDN from the list, with its texts and rules; its statistics stay in totals, and it is listed again when someone watches it",
    params: PluginVideoParams,
  }),
  deletePluginVideos: defineRoute({
    method: "DELETE",
    path: "/api/videosplugin",
    guard: "editor",
    scope: "videos:write",
    summary: "Delete many videos on other CDNs from the list; videos of other clients are ignored",
    body: z.strictObject({ uuids: z.array(Uuid).min(1).max(MAX_CHANGED_PLUGIN_VIDEOS) }),
    response: z.object({ deleted: z.number() }),
  }),
  refreshPluginVideos: defineRoute({
    method: "GET",
    path: "/api/refreshvideosplugin",
    isOldCall: true,
    guard: "manager",
    scope: "noKey",
    summary: "Refresh the statistics of all the client's videos on other CDNs",
    status: 202,
  }),
} as const;
