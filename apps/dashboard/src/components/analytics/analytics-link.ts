import type { RankedKind } from "@shoal/contract";
import type { LinkTarget } from "./link-target.ts";
import type { Period, Range } from "./period/period.ts";
import { writeRange } from "./period/period-address.ts";

const ANALYTICS_PATH = "/analytics";

/**
 * Returns the link to the analytics of one value, such as a country, for the given period.
 * @param value the value as the analytics filter stores it; for a collection, its name.
 * @example analyticsLinkOf({ kind: "country", value: "FR" }, when) // /analytics?range=week&only.country=FR
 */
export function analyticsLinkOf(
  { kind, value }: { kind: RankedKind; value: string },
  when: { range: Range; own: Period },
): LinkTarget {
  const params = new URLSearchParams();
  if (kind === "collection" || kind === "config") params.set(kind, value);
  // Pages have different default ranges, so the range is always included.
  params.set("range", when.range);
  writeRange(params, when, when.range);
  if (kind === "country") params.set("only.country", value);
  const isVideo = kind === "video" || kind === "camera";
  return {
    pathname: isVideo ? `${ANALYTICS_PATH}/${encodeURIComponent(value)}` : ANALYTICS_PATH,
    search: `?${params}`,
  };
}

/** Returns the link to the analytics of the whole client, for the given period. */
export function analyticsLinkFor(when: { range: Range; own: Period }): LinkTarget {
  const params = new URLSearchParams({ range: when.range });
  writeRange(params, when, when.range);
  return { pathname: ANALYTICS_PATH, search: `?${params}` };
}
