import type { ConfigSite, SavedSite } from "@shoal/contract";

/** The properties of a site that the form edits. */
export type SiteValues = Required<Omit<SavedSite, "uuid">>;

export const NEW_SITE: SiteValues = {
  name: "",
  websites: [],
  publicIPs: [],
  subnets: [],
  exchange: "first",
};

export function valuesOfSite({ name, websites, publicIPs, subnets, exchange }: ConfigSite): SiteValues {
  return { name, websites, publicIPs, subnets, exchange };
}

/**
 * Replaces a site in a list, or appends it if the list does not contain it.
 * @param uuid uuid of the site; undefined for a new site.
 */
export function putSite(
  sites: readonly ConfigSite[],
  uuid: string | undefined,
  values: SiteValues,
): SavedSite[] {
  const isThere = sites.some((site) => site.uuid === uuid);
  if (!isThere) return [...sites, values];
  return sites.map((site) => (site.uuid === uuid ? { ...site, ...values } : site));
}
