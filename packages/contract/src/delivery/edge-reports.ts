import { z } from "zod";
import { PageQuery } from "../list.ts";
import { Text, Uuid } from "../text.ts";

/** The calls of the api to edges, at their public URLs, with the installation's secret. */

/** The path at which an edge reports a client's media that are being watched, with the rules that apply: `?client=` the client's uuid. */
export const WATCHED_PATH = "/cluster/watched";
/** The maximum number of media in a report. If a client has more at one edge, only the most watched ones are reported. */
export const MAX_WATCHED_COUNT = 20_000;

/** A digest of each level's settings (`digestLevels`). */
export const RuleDigests = z.object({
  custom: z.string(),
  collection: z.string(),
  config: z.string(),
  client: z.string(),
});
export type RuleDigests = z.infer<typeof RuleDigests>;

/** The viewers of one video with the same rules. */
export const WatchedMedium = z.object({
  /** The uuid of a hosted video, otherwise the video's name in the plugin. */
  video: z.string(),
  /** The config whose key the page sent; null for our own player. */
  key: z.string().nullable(),
  /** The collection named by the page. */
  collection: z.string().nullable(),
  viewers: z.number().int().min(1),
  /** The number of these viewers who have already received the rules that this edge has. */
  told: z.number().int().min(0),
  /** The digests of these rules, by level; null while the edge has no rules. */
  rules: RuleDigests.nullable(),
});
export type WatchedMedium = z.infer<typeof WatchedMedium>;

export const WatchedReport = z.object({ watched: z.array(WatchedMedium).max(MAX_WATCHED_COUNT) });
export type WatchedReport = z.infer<typeof WatchedReport>;

/** The video, collection, config or client whose saved rules are tracked until its viewers have them. */
export const RuleReachSubject = z.object({
  type: z.enum(["video", "pluginVideo", "collection", "config", "client"]),
  id: Uuid,
});
export type RuleReachSubject = z.infer<typeof RuleReachSubject>;

/** How many current viewers have received the saved rules. */
export const RuleReachView = z.object({
  /** The number of current viewers to whom the rules apply, on the edges that responded. */
  viewers: z.number().int().min(0),
  /** The number of these viewers who have the saved rules in their player. */
  reached: z.number().int().min(0),
  edges: z.number().int().min(1),
  /** The number of edges that did not respond, so that their viewers are unknown. */
  silentEdges: z.number().int().min(0),
});
export type RuleReachView = z.infer<typeof RuleReachView>;

/** The path of the report on an edge's state. */
export const EDGE_REPORT_PATH = "/cluster/report";
/** The period of the counts; less for an edge that has just started. */
export const EDGE_REPORT_PERIOD_SEC = 300;

const nonNegativeCount = z.number().int().min(0);
/** The number of rejected or failed requests by reason. */
const CountsByReason = z.record(z.string().max(100), nonNegativeCount);

export const EdgeReport = z.object({
  version: z.string().max(50),
  /** When the edge started, in ms since 1970. */
  startedAtMs: nonNegativeCount,
  isClosing: z.boolean(),
  viewers: nonNegativeCount,
  rooms: nonNegativeCount,
  /** The number of viewers of lives without delay: those with a place, and those waiting for a place. */
  placesTaken: nonNegativeCount,
  waiting: nonNegativeCount,
  /** The period that the counts below cover, in seconds. */
  countedSec: z.number().min(0),
  /** The number of play sessions that were started or renewed. */
  admitted: nonNegativeCount,
  /** The rejected calls, by error code. */
  refused: CountsByReason,
  /** The number of sessions and connections refused by a limit, by kind of limit. */
  limited: CountsByReason,
  /** Responses that failed at this edge (5xx), not counting segments. */
  failed: nonNegativeCount,
  /** The bytes that players report, from servers and from peers. */
  serverBytes: z.number().min(0),
  peerBytes: z.number().min(0),
  /** The size of the beacons that wait to be inserted into ClickHouse. */
  spoolBytes: nonNegativeCount,
  isDelivering: z.boolean(),
  isApiAway: z.boolean(),
  isFollowing: z.boolean(),
  /** Public URLs of other edges that have not reported to this one for 10 s. */
  edgesAway: z.array(z.string()).max(1_000),
});
export type EdgeReport = z.infer<typeof EdgeReport>;

/** The path of the report on an edge's largest rooms. */
export const EDGE_ROOMS_PATH = "/cluster/rooms";
export const MAX_EDGE_ROOMS = 5_000;

export const EdgeRoom = z.object({
  client: z.string(),
  /** The uuid of a hosted video, otherwise the video's name in the plugin. */
  video: z.string(),
  viewers: z.number().int().min(1),
  /** The bytes that players report, as in `EdgeReport`, counted over at least half of the period. */
  serverBytes: z.number().min(0),
  peerBytes: z.number().min(0),
});
export type EdgeRoom = z.infer<typeof EdgeRoom>;
export const EdgeRooms = z.object({ rooms: z.array(EdgeRoom).max(MAX_EDGE_ROOMS) });
export type EdgeRooms = z.infer<typeof EdgeRooms>;

/** An edge as the operator sees it. */
export const EdgeView = z.object({
  url: z.string(),
  /** The edge's report; null if the edge does not respond. */
  report: EdgeReport.nullable(),
  /** The number of other edges that have received no report from this edge for 10 s and send no viewers to it. */
  missedBy: nonNegativeCount,
});
export type EdgeView = z.infer<typeof EdgeView>;

export const RoomListQuery = PageQuery.extend({
  /** Searches title, name and client. */
  search: Text.max(200).optional(),
});
export type RoomListQuery = z.infer<typeof RoomListQuery>;

/** A video that is being watched, over all edges. */
export const WatchedRoomView = z.object({
  /** The client of the video; null if the client was deleted. */
  client: z.object({ uuid: z.string(), clientname: z.string() }).nullable(),
  /** The uuid of the video; null for media on another CDN, and for deleted videos. */
  videoUuid: z.string().nullable(),
  /** The title of a video, otherwise its name in the plugin. */
  name: z.string(),
  viewers: nonNegativeCount,
  serverBytes: z.number().min(0),
  peerBytes: z.number().min(0),
  /** The edges with viewers of the video, in descending order of viewers. */
  edges: z.array(z.object({ url: z.string(), viewers: nonNegativeCount })),
});
export type WatchedRoomView = z.infer<typeof WatchedRoomView>;
