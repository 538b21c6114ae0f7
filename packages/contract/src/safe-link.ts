const WEB = ["http:", "https:"];
// The parser of URLs drops tabs and line feeds, so that `java\nscript:` would come out of it as a scheme.
const HAS_CONTROLS = /\p{Cc}/u;

/**
 * Whether viewers may be led there: a page of the web, or an address to write to. A name before the host is refused,
 * since it only serves to look like another host.
 * @example isSafeLink("javascript:alert(1)") // false
 */
export function isSafeLink(text: string): boolean {
  const url = HAS_CONTROLS.test(text) ? null : URL.parse(text);
  if (!url) return false;
  if (url.protocol === "mailto:") return /^[^\s@]+@[^\s@]+$/.test(decodeSafely(url.pathname));
  return WEB.includes(url.protocol) && url.username === "" && url.password === "";
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
