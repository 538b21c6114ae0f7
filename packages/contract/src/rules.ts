import { z } from "zod";
import { Text } from "./text.ts";

/** An address, or a subnet in CIDR. §5 asks for IPv4; many viewers have IPv6 alone. */
export const IpOrCidr = Text.trim().pipe(
  z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()], {
    error: "Please enter a valid IPv4 address in IP or CIDR format",
  }),
);

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

const IceUrls = z
  .array(
    Text.trim()
      .max(300)
      .regex(/^(stuns?|turns?):[^\s]+$/, "starts with stun:, stuns:, turn: or turns:"),
  )
  .min(1)
  .max(10);

/**
 * A STUN or TURN server as it is kept. A TURN server shares a secret with the installation (`use-auth-secret` of coturn),
 * of which each session gets credentials of its own; or it has one name and password for all.
 */
export const IceServer = z.strictObject({
  urls: IceUrls,
  username: Text.max(300).optional(),
  credential: Text.max(300).optional(),
  secret: Text.max(300).optional(),
});
export type IceServer = z.infer<typeof IceServer>;

export const IceSetInput = z.strictObject({
  name: Text.trim().min(1).max(100),
  iceServers: z
    .array(
      z.strictObject({
        urls: IceUrls,
        /** What a TURN server shares. Left out, it stays what it was for a server with one of these addresses. */
        secret: Text.min(1).max(300).optional(),
      }),
    )
    .max(10),
});
/** Names a set; `default` for the platform's own. */
export const IceSetKey = z.union([z.literal("default"), z.uuid()]);
export const IceSet = z.object({
  /** `default` for the platform's own set. */
  uuid: z.string(),
  name: z.string(),
  iceServers: z.array(
    z.object({
      urls: z.array(z.string()),
      /** Whether sessions get credentials for it; which ones, play sessions alone tell. */
      hasSecret: z.boolean(),
    }),
  ),
  isInForce: z.boolean(),
  revision: z.number(),
});
export type IceSet = z.infer<typeof IceSet>;
