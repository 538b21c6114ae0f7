/** A link of a message that is safe to follow. */
export interface SafeLink {
  href: string;
  /** Whether the URL leads to this dashboard, and therefore opens in the same tab. */
  isOwn: boolean;
}

const SAFE_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/**
 * Checks a link in a message: only web and mail links with a complete URL are followed, not links that would run code or open an app.
 * @example safeLink("javascript:alert(1)") // undefined
 */
export function safeLink(
  href: string,
  origin: string = globalThis.location?.origin ?? "",
): SafeLink | undefined {
  if (!/^(?:https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (!SAFE_PROTOCOLS.has(url.protocol) || url.username || url.password) return undefined;
  return { href: url.href, isOwn: url.origin === origin };
}
