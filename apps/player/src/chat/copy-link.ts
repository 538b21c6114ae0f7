/** Player options that set the start position. */
const STARTS = ["t", "start"];

/**
 * The address of this player with a start time.
 * @example linkAt("https://edge.example/embed/1?autoplay=1&t=4", 90.6) // "https://edge.example/embed/1?autoplay=1&t=90"
 */
export function linkAt(href: string, sec: number): string {
  const url = new URL(href);
  for (const name of STARTS) url.searchParams.delete(name);
  url.hash = "";
  url.searchParams.set("t", `${Math.floor(sec)}`);
  return url.href;
}

/** @returns whether it could be copied: a frame may not be allowed to by its page, and has an older way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.setAttribute("readonly", "");
    field.style.cssText = "position:fixed;opacity:0";
    const { activeElement } = document;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    if (activeElement instanceof HTMLElement) activeElement.focus();
    return isCopied;
  }
}
