import { createHash } from "node:crypto";
import type { ConfigSite } from "@shoal/contract";
import { isAddressIn } from "@shoal/domain";
import type { TicketSite } from "@shoal/p2p/protocol";

/** The site that an address belongs to, the first of several; undefined for none. */
export const findSite = (sites: readonly ConfigSite[], address: string): ConfigSite | undefined =>
  sites.find(({ publicIPs, subnets }) => isAddressIn(address, publicIPs) || isAddressIn(address, subnets));

export const ticketSiteOf = ({ uuid, exchange }: ConfigSite): TicketSite => ({
  uuid,
  isClosed: exchange === "only",
});

/** The counts of a session: its config, and its site. */
export const countedAs = (configUuid: string | undefined, site: ConfigSite | undefined) => ({
  configUuid,
  ...(site ? { siteUuid: site.uuid, isSiteClosed: site.exchange === "only" } : {}),
});

const DIGEST_LENGTH = 8;

/** Keyed by the list's identity: viewers are checked every second, and sites rarely change. */
const digests = new WeakMap<readonly ConfigSite[], string>();

/** Another one whenever someone may be at another site, or whom its viewers meet has changed; empty without sites. */
export function digestOfSites(sites: readonly ConfigSite[]): string {
  if (sites.length === 0) return "";
  const known = digests.get(sites);
  if (known !== undefined) return known;
  const fields = sites.map(({ uuid, exchange, publicIPs, subnets }) => [uuid, exchange, publicIPs, subnets]);
  const digest = createHash("sha256")
    .update(JSON.stringify(fields))
    .digest("base64url")
    .slice(0, DIGEST_LENGTH);
  digests.set(sites, digest);
  return digest;
}
