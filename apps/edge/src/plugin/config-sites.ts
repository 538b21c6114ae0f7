import type { ConfigSite, PluginSessionRequest } from "@shoal/contract";
import { isAddressIn, isSiteAllowed } from "@shoal/domain";

/**
 * Whether a page may use a config's key: where its sites name websites, the page must be on one of them. An app has no
 * page, and is let in without.
 * @param origin as the browser sends it.
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

/** The site that an address belongs to; undefined for none. Its viewers are matched as of one network. */
export const findSite = (sites: readonly ConfigSite[], address: string): ConfigSite | undefined =>
  sites.find(({ publicIPs, subnets }) => isAddressIn(address, publicIPs) || isAddressIn(address, subnets));
