import { expect, test } from "vitest";
import { isInEu, isSiren, isSiret, isVatNumber, VatNumber } from "./company-numbers.ts";

test.each([
  ["732829320", true],
  ["732829321", false],
  ["73282932", false],
  ["73282932O", false],
  ["", false],
])("a SIREN has nine digits that pass the Luhn check: %s", (text, isOne) => {
  expect(isSiren(text)).toBe(isOne);
});

test.each([
  ["73282932000074", true],
  ["73282932000075", false],
  // The Luhn check passes for all fourteen digits, but not for the company's nine.
  ["73282933000072", false],
  ["7328293200007", false],
  // La Poste's establishments, whose numbers follow their own check instead of the Luhn check.
  ["35600000000048", true],
  ["35600000049837", true],
  ["35600000049838", false],
])("a SIRET has fourteen digits that start with a valid SIREN: %s", (text, isOne) => {
  expect(isSiret(text)).toBe(isOne);
});

test.each([
  ["FR40303265045", true],
  ["FR41303265045", false],
  ["FRK7399859412", true],
  ["DE136695976", true],
  ["DE13669597", false],
  ["ATU13585627", true],
  ["EL123456789", true],
  ["NL123456789B01", true],
  ["ESX1234567X", true],
  ["BE0428759497", true],
  ["GB123456789", true],
  ["CHE123456789MWST", true],
  ["123456789", false],
  ["FR", false],
])("a VAT number has the format of its country: %s", (text, isOne) => {
  expect(isVatNumber(text)).toBe(isOne);
});

test("a VAT number can contain spaces or be empty", () => {
  expect(VatNumber.parse(" fr 40 303 265 045 ")).toBe("FR40303265045");
  expect(VatNumber.parse("")).toBe("");
  expect(VatNumber.safeParse("none").success).toBe(false);
});

test("the EU has 27 member states, identified by their ISO codes", () => {
  const codes = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
  expect(codes.filter((code) => !isInEu(code))).toEqual([]);
  expect(["GB", "CH", "NO", "XI", "EL", "US"].filter(isInEu)).toEqual([]);
});
