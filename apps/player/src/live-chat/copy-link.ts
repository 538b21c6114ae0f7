/** The URL parameters that set the start position. */
const START_PARAMS = ["t", "start"];

/**
 * Returns the URL of this player with a start time.
 * @example linkWithStart("https://edge.example/embed/1?autoplay=1&t=4", 90.6) // "https://edge.example/embed/1?autoplay=1&t=90"
 */
export function linkWithStart(href: string, sec: number): string {
  const url = new URL(href);
  for (const name of START_PARAMS) url.searchParams.delete(name);
  url.hash = "";
  url.searchParams.set("t", `${Math.floor(sec)}`);
  return url.href;
}

/**
 * Copies a string, with an older API if the page does not allow its frame to use the newer one.
 * @returns whether it succeeded.
 */
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
