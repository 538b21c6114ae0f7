import type { VideoView } from "@shoal/contract";

type Shared = Pick<VideoView, "uuid" | "title" | "embedUrl">;

/**
 * The features of the player inside another page: the `allow` of its frame. Its "fullscreen" equals `allowfullscreen`, and
 * browsers warn if both are set.
 */
export const PLAYER_ALLOWANCES = "autoplay; fullscreen; picture-in-picture; encrypted-media";

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);

/** A size that does not follow the page, in px. */
export interface FixedSize {
  width: number;
  height: number;
}

/** HTML that puts the video into any page; as wide as its place there where no size is given. */
export function embedCodeOf(shared: Pick<Shared, "embedUrl" | "title">, size?: FixedSize): string {
  return codeOf(shared, size, "");
}

/**
 * The same for an export link: the page sends its site regardless of its own policy, so that a link can be limited to sites.
 */
export function linkCodeOf(shared: Pick<Shared, "embedUrl" | "title">, size?: FixedSize): string {
  return codeOf(shared, size, ' referrerpolicy="strict-origin-when-cross-origin"');
}

/** The addresses of an export link. @example linkAddressesOf("https://play.example.com", uuid) */
export const linkAddressesOf = (edgeUrl: string, uuid: string) => ({
  embedUrl: `${edgeUrl}/x/${uuid}/embed`,
  directUrl: `${edgeUrl}/x/${uuid}`,
});

function codeOf(
  { embedUrl, title }: Pick<Shared, "embedUrl" | "title">,
  size: FixedSize | undefined,
  more: string,
) {
  const style = size
    ? `width:${size.width}px;height:${size.height}px;border:0`
    : "width:100%;aspect-ratio:16/9;border:0";
  return `<iframe src="${escapeHtml(embedUrl)}" title="${escapeHtml(title)}" style="${style}" allow="${PLAYER_ALLOWANCES}"${more}></iframe>`;
}

/** A page with nothing but the player. */
export function directLinkOf({ embedUrl, uuid }: Pick<Shared, "embedUrl" | "uuid">): string {
  return `${new URL(embedUrl).origin}/v/${uuid}`;
}
