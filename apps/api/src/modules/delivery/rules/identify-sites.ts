import { randomUUID } from "node:crypto";
import type { ConfigSite, SavedSite } from "@shoal/contract";

/**
 * Gives each site the uuid by which it is counted: its own where the config has it, that of the site of its name where it
 * says none, as scripts that know names do, else a new one. So a copy of a config has sites of its own.
 * @param before the sites that the config has.
 */
export function identifySites(
  sites: readonly SavedSite[],
  before: readonly Pick<ConfigSite, "uuid" | "name">[],
): ConfigSite[] {
  const taken = new Set(sites.flatMap(({ uuid }) => uuid ?? []));
  const free = before.filter(({ uuid }) => !taken.has(uuid));
  return sites.map((site) => {
    if (site.uuid !== undefined)
      return { ...site, uuid: before.some(({ uuid }) => uuid === site.uuid) ? site.uuid : randomUUID() };
    const place = free.findIndex(({ name }) => name === site.name);
    const [known] = place === -1 ? [] : free.splice(place, 1);
    return { ...site, uuid: known?.uuid ?? randomUUID() };
  });
}
