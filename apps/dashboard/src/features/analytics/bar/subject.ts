import type { AnalyticsChange, AnalyticsState } from "../address/analytics-address.ts";

/** The subject, as texts: "all", or a kind and which one; only videos can be several. */
export const EVERYTHING = "all";
const VIDEO = "video:";

/** @returns none for everything. @example subjectsOf(state, "3f…") // ["video:3f…"] */
export function subjectsOf({ config, collection, videos }: AnalyticsState, video: string): string[] {
  if (video) return [`${VIDEO}${video}`];
  if (videos.length > 0) return videos.map((each) => `${VIDEO}${each}`);
  if (config) return [`config:${config}`];
  return collection ? [`collection:${collection}`] : [];
}

/**
 * The subject after a choice: videos are combined, anything else replaces it.
 * @param chosen the texts after it, the newest last.
 */
export function together(before: readonly string[], chosen: readonly string[]): string[] {
  const added = chosen.find((subject) => !before.includes(subject));
  if (added === undefined) return [...chosen];
  if (added === EVERYTHING) return [];
  return added.startsWith(VIDEO) ? chosen.filter((subject) => subject.startsWith(VIDEO)) : [added];
}

/** The video of the path and the change that show subjects; filters are of other viewers and go. */
export function changeTo(subjects: readonly string[]): { video: string; change: AnalyticsChange } {
  const change = { config: "", collection: "", videos: [], filters: {} };
  const named = subjects.map((subject) => subject.split(/:(.*)/s));
  const [[kind = "", id = ""] = []] = named;
  if (kind !== "video") return { video: "", change: kind ? { ...change, [kind]: id } : change };
  const videos = named.map(([, uuid = ""]) => uuid);
  return videos.length === 1 ? { video: id, change } : { video: "", change: { ...change, videos } };
}
