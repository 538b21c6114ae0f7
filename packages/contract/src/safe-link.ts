const WEB_PROTOCOLS = ["http:", "https:"];
// The URL parser drops tabs and line feeds, so that `java\nscript:` would become a scheme.
const CONTROL_CHARACTERS = /\p{Cc}/u;

/**
 * Returns whether a link is safe for viewers: a web page, or an email address. A username before the host is not allowed, since its only
 * use is to imitate another host.
 * @example isSafeLink("javascript:alert(1)") // false
 */
export function isSafeLink(text: string): boolean {
  const url = CONTROL_CHARACTERS.test(text) ? null : URL.parse(text);
  if (!url) return false;
  if (url.protocol === "mailto:") return /^[^\s@]+@[^\s@]+$/.test(decodeSafely(url.pathname));
  return WEB_PROTOCOLS.includes(url.protocol) && url.username === "" && url.password === "";
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
