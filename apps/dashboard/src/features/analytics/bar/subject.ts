import type { AnalyticsChange, AnalyticsState } from "../address/analytics-address.ts";

/** The subject that covers all media. Every other subject consists of a kind and an id. Only videos can be selected together. */
export const ALL_SUBJECTS = "all";
const VIDEO_PREFIX = "video:";

/** Returns the subjects of a state; an empty list for all media. @example subjectsOf(state, "3f…") // ["video:3f…"] */
export function subjectsOf({ config, collection, videos }: AnalyticsState, video: string): string[] {
  if (video) return [`${VIDEO_PREFIX}${video}`];
  if (videos.length > 0) return videos.map((each) => `${VIDEO_PREFIX}${each}`);
  if (config) return [`config:${config}`];
  return collection ? [`collection:${collection}`] : [];
}

/**
 * Returns the subjects after a selection: a video is added to the selected videos, while any other subject replaces the selection.
 * @param chosen the selected subjects, newest last.
 */
export function combineSubjects(before: readonly string[], chosen: readonly string[]): string[] {
  const added = chosen.find((subject) => !before.includes(subject));
  if (added === undefined) return [...chosen];
  if (added === ALL_SUBJECTS) return [];
  return added.startsWith(VIDEO_PREFIX)
    ? chosen.filter((subject) => subject.startsWith(VIDEO_PREFIX))
    : [added];
}

/**
 * Applies a selection to the latest subjects, which the field may not show yet.
 * @param shown the subjects in the field before the selection.
 * @param chosen the subjects in the field after it; an empty list clears all.
 * @example applyToLatest(["video:1"], [], ["video:2"]) // ["video:1", "video:2"]
 */
export function applyToLatest(
  latest: readonly string[],
  shown: readonly string[],
  chosen: readonly string[],
): string[] {
  if (chosen.length === 0) return [];
  const kept = latest.filter((subject) => chosen.includes(subject) || !shown.includes(subject));
  return [...new Set([...kept, ...chosen.filter((subject) => !shown.includes(subject))])];
}

/**
 * Returns the video for the path, and the change of state, that show the subjects. The filters are reset, because other subjects have other
 * viewers.
 */
export function selectSubjects(subjects: readonly string[]): { video: string; change: AnalyticsChange } {
  const change = { config: "", collection: "", videos: [], filters: {} };
  const named = subjects.map((subject) => subject.split(/:(.*)/s));
  const [[kind = "", id = ""] = []] = named;
  if (kind !== "video") return { video: "", change: kind ? { ...change, [kind]: id } : change };
  const videos = named.map(([, uuid = ""]) => uuid);
  return videos.length === 1 ? { video: id, change } : { video: "", change: { ...change, videos } };
}
