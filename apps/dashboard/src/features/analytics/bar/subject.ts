import type { AnalyticsChange, AnalyticsState } from "../address/analytics-address.ts";

/** What is looked at, as one text: "all", or a kind and which one. */
export const EVERYTHING = "all";

/** @example subjectOf(state, "3f…") // "video:3f…" */
export function subjectOf({ config, collection }: AnalyticsState, video: string): string {
  if (video) return `video:${video}`;
  if (config) return `config:${config}`;
  return collection ? `collection:${collection}` : EVERYTHING;
}

/** The video of the path and the change that show a subject; its filters are of other viewers and go. */
export function changeTo(subject: string): { video: string; change: AnalyticsChange } {
  const [kind = "", id = ""] = subject.split(/:(.*)/s);
  const chosen = { config: "", collection: "", filters: {}, [kind]: id };
  return kind === "video"
    ? { video: id, change: { config: "", collection: "", filters: {} } }
    : { video: "", change: kind === EVERYTHING ? { config: "", collection: "", filters: {} } : chosen };
}
