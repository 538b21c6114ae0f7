import type { MediaAddress } from "./media-access.ts";

/**
 * Asks for a manifest that says where it lies. Those whom a redirect led there need it: some (ffmpeg 5.1) look for all that it names
 * beside the address from which they were led. All others read one text that names no token.
 */
export const ABSOLUTE_QUERY = "absolute=1";

export const isAbsoluteWanted = (url: string | undefined): boolean =>
  new URLSearchParams(url?.split("?")[1]).get("absolute") === "1";

/** @param publicUrl of the edge, as it is written in URLs. @returns the manifest with the address of its folder. */
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
