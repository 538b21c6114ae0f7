import type { SiteRefusal } from "@shoal/contract";
import { ACCESS_STEPS, type AccessRules, checkStep, type Visitor } from "./access.ts";
import { tracedOf } from "./trace-access.ts";

/** The steps that check the page; the viewers are unknown when a link is created. */
const PAGE_STEPS = ACCESS_STEPS.filter(
  (step): step is typeof step & { name: SiteRefusal["step"] } =>
    step.name === "website" || step.name === "subdomain",
);
/** A placeholder for hosts that no rule names. */
const ANY_LABEL = "any";
/** An IP address has no subdomains. */
const IPV4_PATTERN = /^[\d.]+$/;

/**
 * Lists the sites on whose pages the rules block a video, checked as edges check them.
 * @param sites names in ASCII; each includes its subdomains.
 * @returns one entry per blocked site, in the order of the sites; [] if all sites are allowed.
 * @example findSiteRefusals(rules, ["example.org"])[0]?.rule // "unauthorizedWebsites"
 */
export const findSiteRefusals = (rules: AccessRules, sites: readonly string[]): SiteRefusal[] =>
  sites.flatMap((site) => findSiteRefusal(rules, site) ?? []);

function findSiteRefusal(rules: AccessRules, site: string): SiteRefusal | undefined {
  const refusal = findHostRefusal(rules, site);
  if (!refusal) return undefined;
  const isWholly = sampleHostsBelow(rules, site).every((host) => findHostRefusal(rules, host) !== undefined);
  const found = { site, ...refusal, reach: isWholly ? "all" : "itself" } as const;
  return { ...found, reason: describeRefusal(found) };
}

type HostRefusal = Omit<SiteRefusal, "site" | "reach" | "reason">;

function findHostRefusal(rules: AccessRules, host: string): HostRefusal | undefined {
  const visitor: Visitor = {
    address: "",
    country: null,
    isVpn: false,
    host,
    authorization: { kind: "none" },
  };
  for (const step of PAGE_STEPS) {
    const outcome = checkStep(step, rules, visitor);
    if (outcome.verdict !== "refused") continue;
    const { entry } = tracedOf(outcome, rules, visitor);
    return {
      step: step.name,
      rule: outcome.rule as HostRefusal["rule"],
      source: outcome.source,
      ...(entry === undefined ? {} : { entry }),
    };
  }
  return undefined;
}

/** Returns sample hosts below a site: one that no rule names, and one per matching entry of the allow lists. */
function sampleHostsBelow({ resolved }: AccessRules, site: string): string[] {
  if (IPV4_PATTERN.test(site)) return [];
  const allowed = [...resolved.authorizedWebsites.value, ...resolved.authorizedSubdomains.value];
  const named = allowed.map((entry) => entry.replace(/^\*\./, `${ANY_LABEL}.`));
  return [`${ANY_LABEL}.${site}`, ...named.filter((host) => host.endsWith(`.${site}`))];
}

const LEVEL_NAMES: Record<SiteRefusal["source"], string> = {
  custom: "of the video",
  collection: "of its collection",
  config: "of its config",
  client: "of the client",
  default: "by default",
};

function describeRefusal({ site, rule, source, entry, reach }: Omit<SiteRefusal, "reason">): string {
  const verdict = entry === undefined ? "does not name it" : `names ${entry}`;
  const some = reach === "itself" ? "; some sites below it may" : "";
  return `${site} may not show the video: ${rule} ${LEVEL_NAMES[source]} ${verdict}${some}`;
}
