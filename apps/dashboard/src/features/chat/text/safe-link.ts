/** Where a link of a message may lead. */
export interface SafeLink {
  href: string;
  /** A URL of this dashboard, which opens in place. */
  isOwn: boolean;
}

const PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/**
 * A link that someone sent, if it may be followed: to a web page or to mail, with its whole address. Whatever would run, or open on this
 * device, is none.
 * @example safeLink("javascript:alert(1)") // undefined
 */
export function safeLink(
  href: string,
  origin: string = globalThis.location?.origin ?? "",
): SafeLink | undefined {
  if (!/^(?:https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (!PROTOCOLS.has(url.protocol) || url.username || url.password) return undefined;
  return { href: url.href, isOwn: url.origin === origin };
}
