import type { VideoView } from "@shoal/contract";

type Shared = Pick<VideoView, "uuid" | "title" | "embedUrl">;

/** What the player may do inside another page. */
export const PLAYER_ALLOWANCES = "autoplay; fullscreen; picture-in-picture; encrypted-media";

const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign,
  );

/** HTML that puts the video into any page. */
export function embedCodeOf({ embedUrl, title }: Shared): string {
  const style = "width:100%;aspect-ratio:16/9;border:0";
  return `<iframe src="${escapeHtml(embedUrl)}" title="${escapeHtml(title)}" style="${style}" allow="${PLAYER_ALLOWANCES}" allowfullscreen></iframe>`;
}

/** A page with nothing but the player. */
export function directLinkOf({ embedUrl, uuid }: Shared): string {
  return `${new URL(embedUrl).origin}/v/${uuid}`;
}

/** Puts a text on the clipboard, also where the page has no secure context. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("The browser refused to copy");
}
