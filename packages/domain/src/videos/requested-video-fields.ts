import type { SortField, VideoListQuery, VideoWarning } from "@shoal/contract";
import { type Role, VideoForAnalytics, type VideoView } from "@shoal/contract";
import { readsAnalyticsOnly } from "../accounts/roles.ts";
import { parseVideoSearch, type SearchKeyword } from "./video-search.ts";

type VideoField = keyof VideoView;
type VideoFilter = NonNullable<VideoListQuery["filter"]>;

/** The video field that each search keyword, filter, warning and sort order reveals. */
export const REQUESTED_VIDEO_FIELDS = {
  search: {
    title: "title",
    tags: "tags",
    id: "uuid",
    status: "encodingStatus",
    description: "description",
  } satisfies Record<SearchKeyword, VideoField>,
  filter: {
    type: "type",
    directStream: "directStream",
    status: "encodingStatus",
    encodingStatus: "encodingStatus",
    error: "error",
    categories: "categories",
    isTopLevel: "inAndOutOrigin",
    parent: "inAndOutOrigin",
    archiveLive: "archiveLive",
    inAndOutOrigin: "inAndOutOrigin",
    user: "user",
    tags: "tags",
    uuids: "uuid",
  } satisfies Record<Exclude<keyof VideoFilter, "warnings" | "client">, VideoField>,
  warnings: {
    criticalError: "error",
    uploadError: "errorType",
    mediumRebuffering: "rebuff",
    highRebuffering: "rebuff",
    plannedDeletion: "deleteDate",
  } satisfies Record<VideoWarning, VideoField>,
  sort: {
    createdAt: "createdAt",
    title: "title",
    status: "encodingStatus",
    type: "type",
    author: "user",
    tags: "tags",
    duration: "duration",
    uploadingETA: "uploadingETA",
    encodingETA: "encodingETA",
    nbView: "nbView",
    hourview: "hourview",
    concurrentUsers: "concurrentUsers",
    meanTime: "meanTime",
    bestQualityPercent: "bestQualityPercent",
    bitrate: "bitrate",
    rebuff: "rebuff",
    offload: "offload",
    dataDelivered: "dataDelivered",
    totalMB_peer: "totalMB_peer",
    energySaved: "energySaved",
    kwhSpent: "kwhSpent",
    co2Spent: "co2Spent",
  } satisfies Record<SortField, VideoField>,
} as const;

/** Returns whether users with these roles can see a field of the client's videos. */
export const seesVideoField = (roles: readonly Role[], field: VideoField): boolean =>
  !readsAnalyticsOnly(roles) || Object.hasOwn(VideoForAnalytics.shape, field);

/**
 * Returns the fields in a list query that are hidden from users with these roles, since the result of the query would reveal them. Empty
 * lists and texts query nothing.
 * @returns the path of each such field in the query, such as `filter.status` or `search`; [] if all are visible.
 */
export function hiddenFieldsRequested(roles: readonly Role[], query: VideoListQuery): string[] {
  const { search, tags, excludedTags, sort = {}, filter = {} } = query;
  const { warnings = [], client: _, ...filters } = filter;
  const requested: [at: string, field: VideoField][] = [
    ...parseVideoSearch(search ?? "").map(
      ({ keyword }) => ["search", REQUESTED_VIDEO_FIELDS.search[keyword]] as [string, VideoField],
    ),
    ...(Object.entries(filters) as [keyof typeof filters, unknown][])
      .filter(([, value]) => isRequested(value))
      .map(([name]) => [`filter.${name}`, REQUESTED_VIDEO_FIELDS.filter[name]] as [string, VideoField]),
    ...warnings.map(
      (warning) => ["filter.warnings", REQUESTED_VIDEO_FIELDS.warnings[warning]] as [string, VideoField],
    ),
    ...(Object.keys(sort) as SortField[]).map(
      (name) => ["sort", REQUESTED_VIDEO_FIELDS.sort[name]] as [string, VideoField],
    ),
  ];
  if (isRequested(tags)) requested.push(["tags", "tags"]);
  if (isRequested(excludedTags)) requested.push(["excludedTags", "tags"]);
  return [...new Set(requested.flatMap(([at, field]) => (seesVideoField(roles, field) ? [] : [at])))];
}

const isRequested = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
