import type { ConfigSite, SavedSite } from "@shoal/contract";

/** The one that stays keeps it. */
function withoutUuid(site: SavedSite): SavedSite {
  const { uuid: _uuid, ...fresh } = site;
  return fresh;
}

const isSame = (one: ConfigSite, other: ConfigSite) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The sites with another one in the place of one of them, or without it; one that somebody else has changed meanwhile stays,
 * and what takes its place is added.
 * @param before undefined for a new one.
 * @param next undefined where it is removed.
 */
export function replaceSite(
  sites: readonly ConfigSite[],
  before: ConfigSite | undefined,
  next: SavedSite | undefined,
): SavedSite[] {
  const place = before ? sites.findIndex((site) => isSame(site, before)) : -1;
  const added = next ? [next] : [];
  if (place !== -1) return [...sites.slice(0, place), ...added, ...sites.slice(place + 1)];
  return [...sites, ...added.map(withoutUuid)];
}
