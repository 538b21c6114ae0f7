import type { MediaAddress } from "./media-access.ts";

/**
 * The query parameter that requests a manifest with absolute URLs, for clients that were redirected to it: some (ffmpeg 5.1)
 * resolve relative URLs against the address before the redirect. All other clients share one text without tokens.
 */
export const ABSOLUTE_QUERY = "absolute=1";

export const requestsAbsoluteUrls = (url: string | undefined): boolean =>
  new URLSearchParams(url?.split("?")[1]).get("absolute") === "1";

/** Adds a `BaseURL` to a DASH manifest. @param publicUrl the URL under which players reach the edge. */
export function withBaseUrl(
  manifest: string,
  publicUrl: string,
  { token, mediaId, generation }: Pick<MediaAddress, "token" | "mediaId" | "generation">,
): string {
  const base = `${publicUrl}/m/${token}/${mediaId}/${generation}/`;
  const open = manifest.indexOf("<MPD");
  const end = manifest.indexOf(">", open) + 1;
  return `${manifest.slice(0, end)}\n <BaseURL>${base}</BaseURL>${manifest.slice(end)}`;
}
