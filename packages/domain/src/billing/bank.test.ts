import { expect, test } from "vitest";
import { isBic, isIban } from "./bank.ts";

test.each([
  ["FR7630006000011234567890189", true],
  ["DE89370400440532013000", true],
  // Two digits are swapped.
  ["FR7630006000011234567890198", false],
  ["FR763000600001123456789018", false],
  ["fr7630006000011234567890189", false],
  ["XX7630006000011234567890189", false],
  ["", false],
])("an IBAN has its country's length and its check digits: %s", (text, isOne) => {
  expect(isIban(text)).toBe(isOne);
});

test.each([
  ["AGRIFRPP", true],
  ["DEUTDEFF500", true],
  ["AGRIFRP", false],
  ["AGRIXXPP", false],
  ["", false],
])("a BIC has 8 or 11 letters and digits, of a country that there is: %s", (text, isOne) => {
  expect(isBic(text)).toBe(isOne);
});
