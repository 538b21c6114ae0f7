import { Text } from "../text.ts";

/**
 * Returns whether the digits pass the Luhn check: every second digit from the right is doubled.
 * @example passesLuhn("732829320") // true
 */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * La Poste has more establishments than there are valid SIRETs under the Luhn check: the digits of its numbers add up to a multiple of 5.
 */
const LA_POSTE_SIREN = "356000000";

/** Returns whether a string is a French company's number: 9 digits with a valid check digit. */
export const isSiren = (text: string): boolean => /^\d{9}$/.test(text) && passesLuhn(text);

/** Returns whether a string is a SIRET: 14 digits that identify an establishment, starting with the company's nine. */
export function isSiret(text: string): boolean {
  if (!/^\d{14}$/.test(text)) return false;
  if (text.startsWith(LA_POSTE_SIREN) && [...text].reduce((sum, digit) => sum + Number(digit), 0) % 5 === 0)
    return true;
  return isSiren(text.slice(0, 9)) && passesLuhn(text);
}

/**
 * The format of VAT numbers after the country code, by member state, as published by VIES (European Commission). Greece uses EL.
 */
const VAT_NUMBER_PATTERNS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-Z]{2})$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  // XI is the prefix of Northern Ireland, for trade in goods.
  XI: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};
/** VAT numbers of other countries: the country code, then digits and letters. */
const OTHER_VAT_NUMBER_PATTERN = /^[A-Z]{2}(?=[A-Z]*\d)[A-Z\d]{2,18}$/;

/** Returns the prefix of a country's VAT numbers. @example vatPrefixOf("GR") // "EL" */
export const vatPrefixOf = (country: string): string => (country === "GR" ? "EL" : country);

/** Returns whether a country is a member state of the European Union. @param country ISO 3166-1 alpha-2. */
export const isInEu = (country: string): boolean =>
  country !== "XI" && country !== "EL" && vatPrefixOf(country) in VAT_NUMBER_PATTERNS;

/**
 * Returns whether a string has the format of a VAT number, without spaces; only VIES knows whether it is registered. The key of a
 * French number is checked if it is numeric.
 * @example isVatNumber("FR40303265045") // true
 */
export function isVatNumber(text: string): boolean {
  const [prefix, number] = [text.slice(0, 2), text.slice(2)];
  const shape = VAT_NUMBER_PATTERNS[prefix];
  if (shape === undefined) return OTHER_VAT_NUMBER_PATTERN.test(text);
  if (!shape.test(number)) return false;
  if (prefix !== "FR" || !/^\d{11}$/.test(number)) return true;
  const siren = Number(number.slice(2));
  return (12 + 3 * (siren % 97)) % 97 === Number(number.slice(0, 2));
}

/** Normalises a number: removes spaces, dots and dashes, and capitalises it. */
export const cleanNumber = (text: string): string => text.replace(/[\s.-]/g, "").toUpperCase();

/** A VAT number, or "" for none. */
export const VatNumber = Text.max(40)
  .overwrite(cleanNumber)
  .refine((text) => text === "" || isVatNumber(text), { error: "is not a VAT number" })
  .meta({ description: "A VAT number with its country's letters, such as FR40303265045; empty for none" });

const optionalNumber = (isOne: (text: string) => boolean, message: string) =>
  Text.max(40)
    .overwrite(cleanNumber)
    .refine((text) => text === "" || isOne(text), { error: message });

/** A SIREN, the number of a French company; "" for none. */
export const Siren = optionalNumber(isSiren, "must have 9 digits that pass the check of a SIREN");
/** A SIRET, the number of an establishment; "" for none. */
export const Siret = optionalNumber(isSiret, "must have 14 digits that pass the check of a SIRET");
