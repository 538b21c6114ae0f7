import type { VideoView } from "@shoal/contract";

type EmbeddedVideo = Pick<VideoView, "uuid" | "title" | "embedUrl">;

/** The `allow` attribute of the embedded player. Its "fullscreen" equals `allowfullscreen`; browsers warn if both are set. */
export const PLAYER_ALLOWANCES = "autoplay; fullscreen; picture-in-picture; encrypted-media";

const HTML_ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => HTML_ESCAPES[sign] ?? sign);

/** A fixed size in px, instead of a responsive one. */
export interface FixedSize {
  width: number;
  height: number;
}

/** Returns the HTML that embeds a video in a page; as wide as its container unless a size is given. */
export function embedCodeOf(shared: Pick<EmbeddedVideo, "embedUrl" | "title">, size?: FixedSize): string {
  return codeOf(shared, size, "");
}

/**
 * Returns the HTML that embeds an export link: the page always sends its origin, whatever its own referrer policy, so that a
 * link can be restricted to sites.
 */
export function linkCodeOf(shared: Pick<EmbeddedVideo, "embedUrl" | "title">, size?: FixedSize): string {
  return codeOf(shared, size, ' referrerpolicy="strict-origin-when-cross-origin"');
}

/** Returns the addresses of an export link. @example linkAddressesOf("https://play.example.com", uuid) */
export const linkAddressesOf = (edgeUrl: string, uuid: string) => ({
  embedUrl: `${edgeUrl}/x/${uuid}/embed`,
  directUrl: `${edgeUrl}/x/${uuid}`,
});

function codeOf(
  { embedUrl, title }: Pick<EmbeddedVideo, "embedUrl" | "title">,
  size: FixedSize | undefined,
  more: string,
) {
  const style = size
    ? `width:${size.width}px;height:${size.height}px;border:0`
    : "width:100%;aspect-ratio:16/9;border:0";
  return `<iframe src="${escapeHtml(embedUrl)}" title="${escapeHtml(title)}" style="${style}" allow="${PLAYER_ALLOWANCES}"${more}></iframe>`;
}

/** Returns the address of a page with only the player. */
export function directLinkOf({ embedUrl, uuid }: Pick<EmbeddedVideo, "embedUrl" | "uuid">): string {
  return `${new URL(embedUrl).origin}/v/${uuid}`;
}
