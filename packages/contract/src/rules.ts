import { isIpOrCidr } from "./addresses.ts";
import { Text } from "./text.ts";

/** An address, or a subnet in CIDR. §5 asks for IPv4; many viewers have IPv6 alone. */
export const IpOrCidr = Text.trim()
  .refine(isIpOrCidr, { error: "Please enter a valid IPv4 address in IP or CIDR format" })
  .meta({ description: "An IPv4 or IPv6 address, or a network in CIDR" });

/** ISO 3166 alpha-2, or XK. */
export const CountryCode = Text.trim()
  .toUpperCase()
  .refine((code) => COUNTRY_CODES.includes(code), { message: "is not an ISO 3166 alpha-2 code" });

/**
 * Every country that a viewer can be in: the 249 officially assigned codes of ISO 3166-1 (2024), and XK, by which CLDR,
 * the European Union and data bases of addresses know Kosovo.
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

/** A list of countries holds each once at most. */
export const COUNTRIES_MAX = COUNTRY_CODES.length;
