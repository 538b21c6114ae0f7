import { randomUUID } from "node:crypto";
import type { ConfigSite, SavedSite } from "@shoal/contract";

/**
 * Assigns each site the uuid under which it is counted: its own uuid if the config has it. If a script that only uses names omits
 * the uuid, the site with the same name keeps its uuid. Any other site gets a new one. A copied config therefore gets sites of its
 * own.
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
