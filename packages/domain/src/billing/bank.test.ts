import { expect, test } from "vitest";
import { isBic, isIban } from "./bank.ts";

test.each([
  ["FR7630006000011234567890189", true],
  ["DE89370400440532013000", true],
  // Two digits are swapped, so the check digits no longer match.
  ["FR7630006000011234567890198", false],
  ["FR763000600001123456789018", false],
  ["fr7630006000011234567890189", false],
  ["XX7630006000011234567890189", false],
  ["", false],
])("isIban checks the country's length and the check digits: %s", (text, isOne) => {
  expect(isIban(text)).toBe(isOne);
});

test.each([
  ["AGRIFRPP", true],
  ["DEUTDEFF500", true],
  ["AGRIFRP", false],
  ["AGRIXXPP", false],
  ["", false],
])("isBic requires 8 or 11 characters and an existing country: %s", (text, isOne) => {
  expect(isBic(text)).toBe(isOne);
});
