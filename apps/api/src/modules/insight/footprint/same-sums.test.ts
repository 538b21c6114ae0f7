import { expect, test } from "vitest";
import { hasSameSums } from "./same-sums.ts";

const FRENCH_ROW = {
  country: "FR",
  device: "tv",
  network: "fixed",
  hours: 1,
  deliveredGb: 2,
  peerGb: 1,
  uploadedGb: 1,
};
const POLISH_ROW = { ...FRENCH_ROW, country: "PL" };

test("sums are equal in any order of rows and fields, and differ if one value changes", () => {
  const kept = {
    uploadedGb: 1,
    peerGb: 1,
    hours: 1,
    network: "fixed",
    deliveredGb: 2,
    device: "tv",
    country: "FR",
  };
  expect(hasSameSums([FRENCH_ROW, POLISH_ROW], [POLISH_ROW, kept])).toBe(true);
  expect(hasSameSums([FRENCH_ROW], [{ ...FRENCH_ROW, uploadedGb: 1.5 }])).toBe(false);
  expect(hasSameSums([FRENCH_ROW], [FRENCH_ROW, POLISH_ROW])).toBe(false);
});
