import type { DeliveryRules } from "@shoal/contract";
import { isAddressIn } from "./addresses.ts";

/** Why a viewer may not watch, in the order in which the rules are looked at. */
export const DENIALS = ["streaming", "address", "country", "vpn", "website"] as const;
export type Denial = (typeof DENIALS)[number];

/** What is known of who wants to watch. */
export interface Visitor {
  address: string;
  /** ISO 3166 alpha-2; null where unknown. */
  country: string | null;
  isVpn: boolean;
  /** Of the page that embeds the player; null for none and for pages that do not tell. */
  host: string | null;
}

/**
 * The first rule that keeps a viewer out; undefined when he may watch. Whoever is named in a list that lets in is let in
 * by that kind of rule, whatever its other list says.
 * @example findDenial(rules, { address: "203.0.113.9", country: "FR", isVpn: false, host: "example.com" })
 */
export function findDenial(rules: DeliveryRules, visitor: Visitor): Denial | undefined {
  if (rules.streaming !== "open") return "streaming";
  if (!isAddressAllowed(rules, visitor)) return "address";
  if (!isCountryAllowed(rules, visitor)) return "country";
  if (!isVpnAllowed(rules, visitor)) return "vpn";
  if (!isHostAllowed(rules, visitor)) return "website";
  return undefined;
}

function isAddressAllowed({ authorizedIPs, unauthorizedIPs }: DeliveryRules, { address }: Visitor): boolean {
  if (isAddressIn(address, authorizedIPs)) return true;
  return authorizedIPs.length === 0 && !isAddressIn(address, unauthorizedIPs);
}

/** Who comes from nowhere known is no one of the countries that may watch. */
function isCountryAllowed(rules: DeliveryRules, { country }: Visitor): boolean {
  const { authorizedCountries, unauthorizedCountries } = rules;
  if (authorizedCountries.length > 0) return country !== null && authorizedCountries.includes(country);
  return country === null || !unauthorizedCountries.includes(country);
}

function isVpnAllowed({ authorizedVPNs, authorizedVPNsList }: DeliveryRules, visitor: Visitor): boolean {
  if (!visitor.isVpn) return true;
  return authorizedVPNs !== isAddressIn(visitor.address, authorizedVPNsList);
}

function isHostAllowed(rules: DeliveryRules, { host }: Visitor): boolean {
  const { authorizedWebsites, authorizedSubdomains, unauthorizedWebsites, unauthorizedSubdomains } = rules;
  const isRestricted = authorizedWebsites.length + authorizedSubdomains.length > 0;
  if (host === null) return !isRestricted || rules.unknownWebsites;
  const name = host.toLowerCase();
  if (isOneOf(name, authorizedSubdomains, isHost)) return true;
  if (isOneOf(name, unauthorizedSubdomains, isHost)) return false;
  if (isOneOf(name, authorizedWebsites, isOfSite)) return true;
  return !isRestricted && !isOneOf(name, unauthorizedWebsites, isOfSite);
}

type Matches = (host: string, pattern: string) => boolean;
const isOneOf = (host: string, patterns: readonly string[], matches: Matches) =>
  patterns.some((pattern) => matches(host, pattern));

/** A subdomain is one host; with `*.` all below it. */
const isHost: Matches = (host, pattern) =>
  pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern;

/** A website is a host with all below it. */
const isOfSite: Matches = (host, pattern) => {
  const site = pattern.replace(/^\*\./, "");
  return host === site || host.endsWith(`.${site}`);
};
