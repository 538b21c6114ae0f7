import { createHash } from "node:crypto";
import type { ConfigSite } from "@shoal/contract";
import { isAddressIn } from "@shoal/domain";
import type { TicketSite } from "@shoal/p2p/protocol";

/** Returns the first site that an address belongs to; undefined if there is none. */
export const findSite = (sites: readonly ConfigSite[], address: string): ConfigSite | undefined =>
  sites.find(({ publicIPs, subnets }) => isAddressIn(address, publicIPs) || isAddressIn(address, subnets));

export const ticketSiteOf = ({ uuid, exchange }: ConfigSite): TicketSite => ({
  uuid,
  isClosed: exchange === "only",
});

/** Returns the claims that attribute a session to its config and its site. */
export const countingClaimsOf = (configUuid: string | undefined, site: ConfigSite | undefined) => ({
  configUuid,
  ...(site ? { siteUuid: site.uuid, isSiteClosed: site.exchange === "only" } : {}),
});

const DIGEST_LENGTH = 8;

/** Caches digests by list object, because viewers are checked every second, while sites rarely change. */
const digestsOfSiteLists = new WeakMap<readonly ConfigSite[], string>();

/**
 * Returns a digest that changes when an address may belong to another site, or when a site's sharing setting changes; "" if there
 * are no sites.
 */
export function digestOfSites(sites: readonly ConfigSite[]): string {
  if (sites.length === 0) return "";
  const known = digestsOfSiteLists.get(sites);
  if (known !== undefined) return known;
  const fields = sites.map(({ uuid, exchange, publicIPs, subnets }) => [uuid, exchange, publicIPs, subnets]);
  const digest = createHash("sha256")
    .update(JSON.stringify(fields))
    .digest("base64url")
    .slice(0, DIGEST_LENGTH);
  digestsOfSiteLists.set(sites, digest);
  return digest;
}
