import type { VideoView } from "@shoal/contract";

type Shared = Pick<VideoView, "uuid" | "title" | "embedUrl">;

/** What the player may do inside another page. */
export const PLAYER_ALLOWANCES = "autoplay; fullscreen; picture-in-picture; encrypted-media";

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);

/** HTML that puts the video into any page. */
export function embedCodeOf({ embedUrl, title }: Shared): string {
  const style = "width:100%;aspect-ratio:16/9;border:0";
  return `<iframe src="${escapeHtml(embedUrl)}" title="${escapeHtml(title)}" style="${style}" allow="${PLAYER_ALLOWANCES}" allowfullscreen></iframe>`;
}

/** A page with nothing but the player. */
export function directLinkOf({ embedUrl, uuid }: Shared): string {
  return `${new URL(embedUrl).origin}/v/${uuid}`;
}
