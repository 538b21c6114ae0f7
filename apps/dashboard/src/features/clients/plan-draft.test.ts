import { expect, test } from "vitest";
import { draftOf, emptyTier, planOfDraft } from "./plan-draft.ts";

const BYTES_PER_TB = 1_000_000_000_000;
const INDIVIDUAL_DRAFT = {
  kind: "own" as const,
  tiers: [
    { upToBytes: 10.5 * BYTES_PER_TB, microsPerTb: 0, fixedCents: 9_990 },
    { upToBytes: null, microsPerTb: 6_123_456 },
  ],
};

test("an individual contract survives a round trip through the form", () => {
  expect(planOfDraft(draftOf("2026-12-01", INDIVIDUAL_DRAFT))).toEqual(INDIVIDUAL_DRAFT);
});

test("a standard plan is sent with its name only", () => {
  expect(planOfDraft({ ...draftOf("2026-12-01", INDIVIDUAL_DRAFT), kind: "fixed" })).toEqual({
    kind: "fixed",
  });
});

test("a tier without a price, or with a limit below that of the previous tier, is not sent", () => {
  const draft = draftOf("2026-12-01", INDIVIDUAL_DRAFT);
  const [first, last] = draft.tiers;
  expect(planOfDraft({ ...draft, tiers: [emptyTier(0)] })).toBeUndefined();
  expect(
    planOfDraft({ ...draft, tiers: [first, first, last].map((tier) => tier ?? emptyTier(0)) }),
  ).toBeUndefined();
  expect(
    planOfDraft({ ...draft, tiers: [{ ...(first ?? emptyTier(0)), upToTb: "" }, last ?? emptyTier(1)] }),
  ).toBeUndefined();
});
