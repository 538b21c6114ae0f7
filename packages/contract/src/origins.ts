import { Text } from "./text.ts";

const IPV4_PATTERN = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const IPV6_GROUP_PATTERN = /^[\da-f]{1,4}$/i;
const PREFIX_LENGTH_PATTERN = /^(?:0|[1-9]\d{0,2})$/;
/** An IPv4 address at the end of an IPv6 address counts as two groups. */
const GROUPS_OF_IPV4 = 2;
const IPV6_GROUPS = 8;
/** The length of the longest network: `0000:0000:0000:0000:0000:ffff:255.255.255.255/128`. */
const MAX_ADDRESS_LENGTH = 49;

/**
 * Returns whether a string is an address, or a network in CIDR notation. A call can contain 150,000 addresses, and parsing them blocks all
 * other calls for 0.1 s (0.33 s with one schema per kind).
 * @example isIpOrCidr("2001:db8::/32") // true
 */
export function isIpOrCidr(text: string): boolean {
  if (text.length > MAX_ADDRESS_LENGTH) return false;
  const slash = text.indexOf("/");
  const address = slash < 0 ? text : text.slice(0, slash);
  const bits = slash < 0 ? "0" : text.slice(slash + 1);
  const isV6 = address.includes(":");
  if (!PREFIX_LENGTH_PATTERN.test(bits) || Number(bits) > (isV6 ? 128 : 32)) return false;
  return isV6 ? isIpv6(address) : IPV4_PATTERN.test(address);
}

function isIpv6(address: string): boolean {
  const gap = address.indexOf("::");
  if (gap < 0) return countGroups(address, true) === IPV6_GROUPS;
  const before = gap === 0 ? 0 : countGroups(address.slice(0, gap), false);
  const after = gap === address.length - 2 ? 0 : countGroups(address.slice(gap + 2), true);
  return before + after < IPV6_GROUPS;
}

/**
 * Returns the number of 16-bit groups; NaN if one of them is invalid.
 * @param isEnd an IPv4 address can be last.
 */
function countGroups(text: string, isEnd: boolean): number {
  const groups = text.split(":");
  const last = groups.at(-1) ?? "";
  const hasIpv4 = isEnd && last.includes(".");
  if (hasIpv4) groups.pop();
  if (!groups.every((group) => IPV6_GROUP_PATTERN.test(group)) || (hasIpv4 && !IPV4_PATTERN.test(last)))
    return Number.NaN;
  return groups.length + (hasIpv4 ? GROUPS_OF_IPV4 : 0);
}

/** An address, or a subnet in CIDR notation. §5 requires IPv4, but many viewers only have IPv6. */
export const IpOrCidr = Text.trim()
  .refine(isIpOrCidr, { error: "Please enter a valid IPv4 address in IP or CIDR format" })
  .meta({ description: "An IPv4 or IPv6 address, or a network in CIDR" });

/** A country code: ISO 3166 alpha-2, or XK. */
export const CountryCode = Text.trim()
  .toUpperCase()
  .refine((code) => COUNTRY_CODES.includes(code), { message: "is not an ISO 3166 alpha-2 code" });

/**
 * Every country in which a viewer can be: the 249 officially assigned codes of ISO 3166-1 (2024), and XK, which CLDR, the
 * European Union and GeoIP databases use for Kosovo.
 */
export const COUNTRY_CODES: readonly string[] = (
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ " +
  "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO " +
  "FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE " +
  "JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO " +
  "MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW " +
  "PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM " +
  "TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW"
).split(" ");

/** Maximum length of a list of countries, which contains each country at most once. */
export const MAX_COUNTRIES = COUNTRY_CODES.length;
