import type { ConfigSite } from "@shoal/contract";
import type { PluginSessionRequest } from "@shoal/contract/player";
import { isSiteAllowed } from "@shoal/domain";

/**
 * Whether a page may use a config's key. If the config lists websites, the page must be on one of them. Apps have no page and are
 * admitted without one.
 * @param origin as sent by the browser.
 */
export function isPageAllowed(
  sites: readonly ConfigSite[],
  origin: string | undefined,
  { platform, referrer }: Pick<PluginSessionRequest, "platform" | "referrer">,
): boolean {
  const websites = sites.flatMap((site) => site.websites.map((name) => name.replace(/^\*\./, "")));
  if (websites.length === 0) return true;
  if (origin === undefined) return platform !== "web";
  return [origin, referrer].every((page) => page === "" || isSiteAllowed(page, websites));
}
