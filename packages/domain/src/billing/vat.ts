import type { BilledParty, Seller, Vat } from "@shoal/contract";

const FRENCH_BASIS_POINTS = 2_000;
const BASIS_POINTS = 10_000n;
/** EU member states other than France, by the prefix of their VAT numbers. */
const EU_PREFIXES = new Map(
  "AT BE BG CY CZ DE DK EE ES FI HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"
    .split(" ")
    .map((country) => [country, country] as const)
    .concat([["GR", "EL"]]),
);
/** Countries where France taxes services as in France (article 256-0 of the CGI includes Monaco). */
const TAXED_AS_FRANCE = new Set(["FR", "MC"]);
/** French departments and territories with separate country codes and VAT rules, which are not supported. */
const COUNTRIES_WITH_OWN_RULES = new Set("BL GF GP MF MQ NC PF PM RE TF WF YT".split(" "));
/** Two letters, then 2 to 13 digits and letters; Irish numbers can also contain "+" and "*". */
const VAT_NUMBER = /^[A-Z]{2}[0-9A-Z+*]{2,13}$/;

const compactNumber = (text: string): string => text.replace(/[\s.-]/g, "").toUpperCase();

/**
 * Determines the VAT that a French seller charges for its services (article 259 of the CGI, 44 and 196 of directive
 * 2006/112/EC).
 * @returns null if undetermined: the seller is not French, or the buyer's country is unknown or has separate VAT rules.
 */
export function vatOf(
  seller: Pick<Seller, "country">,
  party: Pick<BilledParty, "country" | "vatNumber">,
): Vat | null {
  const country = party.country.toUpperCase();
  if (seller.country.toUpperCase() !== "FR" || !/^[A-Z]{2}$/.test(country)) return null;
  const standard: Vat = { rule: "standard", basisPoints: FRENCH_BASIS_POINTS };
  if (TAXED_AS_FRANCE.has(country)) return standard;
  if (COUNTRIES_WITH_OWN_RULES.has(country)) return null;
  const prefix = EU_PREFIXES.get(country);
  if (prefix === undefined) return { rule: "outside_eu", basisPoints: 0 };
  const number = compactNumber(party.vatNumber);
  const isBusiness = VAT_NUMBER.test(number) && number.startsWith(prefix);
  return isBusiness ? { rule: "reverse_charge", basisPoints: 0 } : standard;
}

/**
 * Computes the tax. This is the only place where tax is rounded: once per invoice, to the nearest cent, halves away from zero.
 */
export function vatCentsOf(netCents: number, { basisPoints }: Vat): number {
  const exact = BigInt(netCents) * BigInt(basisPoints);
  const half = exact < 0n ? -BASIS_POINTS / 2n : BASIS_POINTS / 2n;
  return Number((exact + half) / BASIS_POINTS);
}
