import { COUNTRY_CODES, type DeliveryRules } from "@shoal/contract";
import { boundsOf, parseAddress } from "./inputs/parse-address.ts";

/** Reasons why all viewers, or all viewers of a kind, would be blocked. Each has its text in `deliveryRules.denies`. */
const LOCKOUT_REASONS = ["refused", "token", "addresses", "countries", "websites", "vpns"] as const;
export type LockoutReason = (typeof LOCKOUT_REASONS)[number];

/**
 * Finds the rules that block everyone or, like "token" and "vpns", everyone of a kind.
 * @example findLockouts({ ...DEFAULT_RULES, streaming: "refused" }) // ["refused"]
 */
export function findLockouts(rules: DeliveryRules): LockoutReason[] {
  const is: Record<LockoutReason, boolean> = {
    refused: rules.streaming === "refused",
    token: rules.streaming === "token",
    addresses: blocksAllAddresses(rules),
    countries: blocksAllCountries(rules),
    websites: blocksAllWebsites(rules),
    vpns: !rules.authorizedVPNs,
  };
  return LOCKOUT_REASONS.filter((closing) => is[closing]);
}

/** Returns the lockouts that a change newly causes. Existing lockouts need no confirmation. */
export const findNewLockouts = (before: DeliveryRules, after: DeliveryRules): LockoutReason[] => {
  const known = findLockouts(before);
  return findLockouts(after).filter((closing) => !known.includes(closing));
};

function blocksAllCountries({ authorizedCountries, unauthorizedCountries }: DeliveryRules): boolean {
  const banned = new Set(unauthorizedCountries);
  const allowed = authorizedCountries.length > 0 ? authorizedCountries : COUNTRY_CODES;
  return allowed.every((country) => banned.has(country));
}

/**
 * Whether every allowed website is blocked. A page's host is allowed by the list of subdomains or by the list of
 * websites.
 */
function blocksAllWebsites(rules: DeliveryRules): boolean {
  const allowed = [...rules.authorizedWebsites, ...rules.authorizedSubdomains].map(withoutWildcard);
  const banned = new Set(
    [...rules.unauthorizedWebsites, ...rules.unauthorizedSubdomains].map(withoutWildcard),
  );
  const isBanned = (host: string) => {
    const labels = host.split(".");
    return labels.some((_, index) => banned.has(labels.slice(index).join(".")));
  };
  return allowed.length > 0 && !rules.unknownWebsites && allowed.every(isBanned);
}
const withoutWildcard = (pattern: string) => pattern.replace(/^\*\./, "");

const ALL_ADDRESSES = ["0.0.0.0/0", "::/0"];

function blocksAllAddresses({ authorizedIPs, unauthorizedIPs }: DeliveryRules): boolean {
  if (unauthorizedIPs.length === 0) return false;
  const banned = mergeRanges(unauthorizedIPs);
  return (authorizedIPs.length > 0 ? authorizedIPs : ALL_ADDRESSES).every((entry) =>
    isCovered(entry, banned),
  );
}

interface AddressRange {
  isIpv6: boolean;
  first: bigint;
  last: bigint;
}
const rangeOf = (entry: string): AddressRange => boundsOf(parseAddress(entry) ?? entry);
const compareRanges = (one: AddressRange, other: AddressRange): number =>
  Number(one.isIpv6) - Number(other.isIpv6) || (one.first < other.first ? -1 : 1);

/** Sorts ranges in ascending order and merges adjacent ones. */
function mergeRanges(entries: readonly string[]): AddressRange[] {
  const merged: AddressRange[] = [];
  for (const range of entries.map(rangeOf).toSorted(compareRanges)) {
    const last = merged.at(-1);
    const meets = last && last.isIpv6 === range.isIpv6 && range.first <= last.last + 1n;
    if (!meets) merged.push({ ...range });
    else if (range.last > last.last) last.last = range.last;
  }
  return merged;
}

/** Whether one of the ranges contains the whole entry. @param ranges as returned by `mergeRanges`. */
function isCovered(entry: string, ranges: readonly AddressRange[]): boolean {
  const wanted = rangeOf(entry);
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareRanges(ranges[middle] as AddressRange, { ...wanted, first: wanted.first + 1n }) < 0)
      low = middle + 1;
    else high = middle;
  }
  const found = ranges[low - 1];
  return found?.isIpv6 === wanted.isIpv6 && found.first <= wanted.first && found.last >= wanted.last;
}
