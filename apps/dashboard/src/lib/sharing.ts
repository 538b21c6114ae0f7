export { directLinkOf, embedCodeOf, PLAYER_ALLOWANCES } from "@shoal/domain";

/** Copies a string to the clipboard, even without a secure context. */
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
