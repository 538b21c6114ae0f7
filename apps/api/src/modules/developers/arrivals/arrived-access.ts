import type { RuleName, RuleSettings } from "@shoal/contract";
import type { ArchiveLine } from "./archive-lines.ts";

/** The rules that list blocked viewers. The lists of all levels add up. */
const BLOCK_LISTS = [
  "unauthorizedIPs",
  "unauthorizedSubdomains",
  "unauthorizedCountries",
  "unauthorizedWebsites",
] as const satisfies readonly RuleName[];
/** The rules that are not adopted, because they refer to objects of the other installation or do not affect who may watch. */
const UNADOPTED_RULES = new Set<string>(["ice", "thumbnailURL"]);

/** Returns the rules without their set of servers, which is not loaded. */
export function portableRules({ ice: _ice, ...rules }: RuleSettings): RuleSettings {
  return rules;
}

/** Returns the settings of a client as rules. */
export function rulesOfClient(
  rules: ArchiveLine<"client-rules"> | undefined,
  lists: ArchiveLine<"client-authorizations"> | undefined,
): RuleSettings {
  const { authorizedVPNs, ...listed } = {
    authorizedIPs: lists?.authorized_ips ?? [],
    unauthorizedIPs: lists?.unauthorized_ips ?? [],
    authorizedVPNs: lists?.authorized_vpns ?? true,
    authorizedVPNsList: lists?.authorized_vpns_list ?? [],
    authorizedCountries: lists?.authorized_countries ?? [],
    unauthorizedCountries: lists?.unauthorized_countries ?? [],
  };
  return {
    ...rules?.rules,
    ...Object.fromEntries(Object.entries(listed).filter(([, entries]) => entries.length > 0)),
    ...(authorizedVPNs ? {} : { authorizedVPNs }),
  };
}

/**
 * Returns the rules of a video whose new account has its own rules. Those of its former account are added, except where its
 * collection or config overrides them.
 * @param levels the rules of its collection and its config.
 */
export function flattenRules(
  own: RuleSettings,
  levels: readonly (RuleSettings | undefined)[],
  client: RuleSettings,
): RuleSettings {
  const isSet = (name: string) => levels.some((level) => level && Object.hasOwn(level, name));
  const inherited = Object.fromEntries(
    Object.entries(client).filter(([name]) => !UNADOPTED_RULES.has(name) && !isSet(name)),
  ) as RuleSettings;
  const baked = { ...inherited, ...portableRules(own) };
  for (const name of BLOCK_LISTS) {
    const banned = new Set([client, ...levels, own].flatMap((level) => level?.[name] ?? []));
    if (banned.size > 0) baked[name] = [...banned];
  }
  return baked;
}

/** The rules that block all viewers. */
export const CLOSED_RULES: RuleSettings = { streaming: "refused" };
