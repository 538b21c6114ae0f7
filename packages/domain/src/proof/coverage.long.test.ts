import { expect, test } from "vitest";
import { runExperiments } from "./testing/experiments.ts";

/** Experiments per kind; the seeds are fixed, so that runs are reproducible. */
const EXPERIMENTS = 300;

/** 20 % or 5 % of viewers stall; the heavier the tail, the more a single viewer dominates the sum. */
const DISTRIBUTIONS = [
  { viewers: 200, stalledShare: 0.2, sigma: 1 },
  { viewers: 200, stalledShare: 0.2, sigma: 1.25 },
  { viewers: 200, stalledShare: 0.2, sigma: 1.5 },
  { viewers: 700, stalledShare: 0.05, sigma: 1 },
  { viewers: 700, stalledShare: 0.05, sigma: 1.25 },
  { viewers: 700, stalledShare: 0.05, sigma: 1.5 },
];

test.each(DISTRIBUTIONS)(
  "with $viewers viewers of whom $stalledShare stall (σ $sigma), at least 94 % of intervals cover the true value and at most 6 % claim a false difference",
  (distribution) => {
    const alike = runExperiments(distribution, { effect: 1, count: EXPERIMENTS });
    const apart = runExperiments(distribution, { effect: 0.6, count: EXPERIMENTS });
    expect(alike.claimed / EXPERIMENTS).toBeLessThanOrEqual(0.06);
    const [reported, covered] = [alike.reported + apart.reported, alike.covered + apart.covered];
    expect(reported).toBeGreaterThan(EXPERIMENTS);
    expect(covered / reported).toBeGreaterThanOrEqual(0.94);
    const groupsReported = alike.groupsReported + apart.groupsReported;
    expect((alike.groupsCovered + apart.groupsCovered) / groupsReported).toBeGreaterThanOrEqual(0.94);
  },
);

test("200 viewers of whom 5 % stall are too few for any claim", () => {
  const few = { viewers: 200, stalledShare: 0.05, sigma: 1.5 };
  const { reported, claimed } = runExperiments(few, { effect: 1, count: EXPERIMENTS });
  expect({ reported, claimed }).toEqual({ reported: 0, claimed: 0 });
});
