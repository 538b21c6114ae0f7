import { z } from "zod";

/** What the api asks edges for, at their public URLs, with the installation's secret. */

/** `?client=` the uuid of one: the media of his that are watched, and by which rules. */
export const WATCHED_PATH = "/cluster/watched";
/** Of the most watched ones; a client who has more watched at once at one edge hears of these alone. */
export const WATCHED_MAX_COUNT = 20_000;

/** What each level sets, in words that change with it (`digestLevels`). */
export const RuleDigests = z.object({
  custom: z.string(),
  collection: z.string(),
  config: z.string(),
  client: z.string(),
});
export type RuleDigests = z.infer<typeof RuleDigests>;

/** Those who watch one thing by the same rules. */
export const WatchedMedium = z.object({
  /** Of a video of ours its uuid, else its name in the plugin. */
  video: z.string(),
  /** Of the config whose key the page gave; null for our own player. */
  key: z.string().nullable(),
  /** That the page names. */
  collection: z.string().nullable(),
  viewers: z.number().int().min(1),
  /** Of them, who has heard all that follows from the rules that this edge knows. */
  told: z.number().int().min(0),
  /** Of these rules; null while the edge does not know any. */
  rules: RuleDigests.nullable(),
});
export type WatchedMedium = z.infer<typeof WatchedMedium>;

export const WatchedReport = z.object({ watched: z.array(WatchedMedium).max(WATCHED_MAX_COUNT) });
export type WatchedReport = z.infer<typeof WatchedReport>;

/** Whose rules are looked at. */
export const RuleReachSubject = z.object({
  type: z.enum(["video", "pluginVideo", "collection", "config", "client"]),
  id: z.uuid(),
});
export type RuleReachSubject = z.infer<typeof RuleReachSubject>;

/** How far rules have come as they are saved. */
export const RuleReachView = z.object({
  /** Those who watch now what takes rules from there, at the edges that answered. */
  viewers: z.number().int().min(0),
  /** Of them, those whose player has the rules as they are saved. */
  reached: z.number().int().min(0),
  /** How many edges there are. */
  edges: z.number().int().min(1),
  /** Those that did not answer: nobody knows who watches there. */
  silentEdges: z.number().int().min(0),
});
export type RuleReachView = z.infer<typeof RuleReachView>;
