import { expect, test } from "vitest";
import { hasSameSums } from "./same-sums.ts";

const french = {
  country: "FR",
  device: "tv",
  network: "fixed",
  hours: 1,
  deliveredGb: 2,
  peerGb: 1,
  uploadedGb: 1,
};
const polish = { ...french, country: "PL" };

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
  expect(hasSameSums([french, polish], [polish, kept])).toBe(true);
  expect(hasSameSums([french], [{ ...french, uploadedGb: 1.5 }])).toBe(false);
  expect(hasSameSums([french], [french, polish])).toBe(false);
});
