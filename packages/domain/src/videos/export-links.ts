import { type ExportLinkState, MAX_SITE_NAME_LENGTH, SITE_NAME_PATTERN } from "@shoal/contract";

interface LinkConditions {
  isPaused: boolean;
  endsAt: string | null;
}

/** Returns whether the link itself currently allows playback. */
export const isLinkOpen = ({ isPaused, endsAt }: LinkConditions, nowMs: number): boolean =>
  !isPaused && (endsAt === null || Date.parse(endsAt) > nowMs);

/** Returns the current state of a link; `videoDeleted` includes videos in the trash. */
export function exportLinkStateOf(
  link: LinkConditions & { isVideoDeleted: boolean },
  nowMs: number,
): ExportLinkState {
  if (link.isVideoDeleted) return "videoDeleted";
  if (link.endsAt !== null && Date.parse(link.endsAt) <= nowMs) return "ended";
  return link.isPaused ? "paused" : "active";
}

/**
 * Returns the site in a user's input, which may be a full URL, in ASCII; undefined if there is none.
 * @example siteNameIn("https://www.Exämple.org/page") // "www.xn--exmple-cua.org"
 */
export function siteNameIn(text: string): string | undefined {
  const typed = text.trim().replace(/^\*\./, "");
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const name = url.hostname.replace(/\.$/, "");
  return name.length <= MAX_SITE_NAME_LENGTH && new RegExp(SITE_NAME_PATTERN).test(name) ? name : undefined;
}

/** Returns whether a page belongs to one of the sites or their subdomains; an empty list allows every page, including unknown pages. */
export function isSiteAllowed(pageUrl: string, sites: readonly string[]): boolean {
  if (sites.length === 0) return true;
  const name = URL.parse(pageUrl)?.hostname;
  return name !== undefined && sites.some((site) => name === site || name.endsWith(`.${site}`));
}
