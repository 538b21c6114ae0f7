import { expect, test } from "vitest";
import { draftOf, emptyTier, planOfDraft } from "./plan-draft.ts";

const TB = 1_000_000_000_000;
const OWN = {
  kind: "own" as const,
  tiers: [
    { upToBytes: 10.5 * TB, microsPerTb: 0, fixedCents: 9_990 },
    { upToBytes: null, microsPerTb: 6_123_456 },
  ],
};

test("an individual contract survives a round trip through the form", () => {
  expect(planOfDraft(draftOf("2026-12-01", OWN))).toEqual(OWN);
});

test("a standard plan is sent with its name only", () => {
  expect(planOfDraft({ ...draftOf("2026-12-01", OWN), kind: "fixed" })).toEqual({ kind: "fixed" });
});

test("a tier without a price, or with a limit below that of the previous tier, is not sent", () => {
  const draft = draftOf("2026-12-01", OWN);
  const [first, last] = draft.tiers;
  expect(planOfDraft({ ...draft, tiers: [emptyTier(0)] })).toBeUndefined();
  expect(
    planOfDraft({ ...draft, tiers: [first, first, last].map((tier) => tier ?? emptyTier(0)) }),
  ).toBeUndefined();
  expect(
    planOfDraft({ ...draft, tiers: [{ ...(first ?? emptyTier(0)), upToTb: "" }, last ?? emptyTier(1)] }),
  ).toBeUndefined();
});
