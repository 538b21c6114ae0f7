import { randomUUID } from "node:crypto";
import type { ConfigSite, SavedSite } from "@shoal/contract";

/**
 * Assigns each site the uuid under which it is counted: its own if the config has it; if a script that only uses
 * names omits it, the uuid of the site with the same name; otherwise a new uuid. A copied config therefore gets sites of its own.
 * @param before the config's current sites.
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
    const index = free.findIndex(({ name }) => name === site.name);
    const [known] = index === -1 ? [] : free.splice(index, 1);
    return { ...site, uuid: known?.uuid ?? randomUUID() };
  });
}
