import { DEFAULT_RULES, PROOF_METRICS, type ProofInterval } from "@shoal/contract";
import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { peerRuleSources, peerRulesFor, resolveRules } from "../rules/index.ts";
import { seededRandom } from "./compare.ts";
import {
  compareGroups,
  findProofStop,
  type ProofSample,
  type ProofSums,
  proofGroupOf,
  verdictOf,
} from "./index.ts";
import { runExperiments } from "./testing/experiments.ts";

const NOVEMBER_MOMENT = { nowMs: Date.UTC(2026, 10, 26), timeZone: "Europe/Paris" };
const viewerKeys = Array.from({ length: 20_000 }, (_, index) => `viewer-${index}`);
const asideOf = (share: { sharePct: number; salt: string }, moment = NOVEMBER_MOMENT) =>
  new Set(viewerKeys.filter((key) => proofGroupOf(share, key, moment) === "without"));

test("a viewer keeps their group for a month in the client's time zone and is drawn again for the next", () => {
  const key = fc.uuid();
  fc.assert(
    fc.property(
      key,
      fc.integer({ min: 1, max: 20 }),
      fc.nat({ max: 29 * 86_400_000 }),
      (who, sharePct, ms) => {
        const share = { sharePct, salt: "s" };
        const firstMs = Date.UTC(2026, 9, 31, 23);
        const early = proofGroupOf(share, who, { nowMs: firstMs, timeZone: "Europe/Paris" });
        expect(proofGroupOf(share, who, { nowMs: firstMs + ms, timeZone: "Europe/Paris" })).toBe(early);
      },
    ),
  );
  const share = { sharePct: 20, salt: "s" };
  const october = asideOf(share, { ...NOVEMBER_MOMENT, nowMs: Date.UTC(2026, 9, 31, 22, 59) });
  const november = asideOf(share, { ...NOVEMBER_MOMENT, nowMs: Date.UTC(2026, 9, 31, 23) });
  // The groups of two months are drawn independently: of a share of one fifth, a fifth is drawn again.
  const again = [...november].filter((who) => october.has(who)).length;
  expect(again / november.size).toBeGreaterThan(0.17);
  expect(again / november.size).toBeLessThan(0.23);
});

test.each([1, 5, 20])(
  "a share of %i %% of viewers plays without peers, and other clients draw other viewers",
  (sharePct) => {
    const aside = asideOf({ sharePct, salt: "a" });
    const percent = (100 * aside.size) / viewerKeys.length;
    // Four standard deviations of a share among 20,000 viewers, in percent.
    const spread = 4 * Math.sqrt((sharePct * (100 - sharePct)) / viewerKeys.length);
    expect(Math.abs(percent - sharePct)).toBeLessThan(spread);
    const elsewhere = asideOf({ sharePct, salt: "b" });
    const both = [...aside].filter((who) => elsewhere.has(who)).length;
    expect(both / aside.size).toBeLessThan(sharePct / 100 + 0.1);
  },
);

test("increasing the share keeps the viewers already in the control group", () => {
  const few = asideOf({ sharePct: 5, salt: "a" });
  const more = asideOf({ sharePct: 10, salt: "a" });
  expect([...few].every((who) => more.has(who))).toBe(true);
});

test("viewers in the control group get no peers and see the reason, unless another rule already excludes them", () => {
  const viewer = { platform: "web", sessionId: "a", isProofAside: true } as const;
  const { enabled, maxPeers } = peerRulesFor(DEFAULT_RULES, viewer, NOVEMBER_MOMENT);
  expect({ enabled, maxPeers }).toEqual({ enabled: false, maxPeers: 0 });
  const sources = (client: object) =>
    peerRuleSources(resolveRules({ client }, NOVEMBER_MOMENT.nowMs), viewer, NOVEMBER_MOMENT).enabled;
  expect(sources({})).toEqual({ rule: "proof", source: "client" });
  expect(sources({ p2pWeb: false })).toEqual({ rule: "p2pWeb", source: "client" });
});

/** Creates viewers who stall for about the given time per hour, some of them much longer. */
function createViewers(count: number, meanSecPerHour: number, random: () => number): ProofSample {
  const clusters = Array.from({ length: count }, () => {
    const hours = 0.1 + random();
    const waited = -Math.log(1 - random()) * meanSecPerHour * hours;
    return {
      msPlayed: hours * 3.6e6,
      msRebuffered: waited * 1_000,
      views: 1,
      startupMs: 500 + 500 * random(),
      bytesServer: 3e8 * hours,
      bytesPeer: 6e8 * hours * random(),
      kbits: hours * 3_600 * 2_000,
    };
  });
  return { sessions: count, clusters };
}

test("with heavy-tailed stalls, intervals cover the true value and false differences are rarely claimed", () => {
  const heavy = { viewers: 200, stalledShare: 0.2, sigma: 1.25 };
  const alike = runExperiments(heavy, { effect: 1, count: 30 });
  // By chance, one or two of 30 experiments find a difference. The distributions themselves are tested in coverage.long.test.ts.
  expect(alike.claimed).toBeLessThanOrEqual(2);
  expect(alike.covered).toBeGreaterThanOrEqual(27);
  expect(alike.groupsCovered / alike.groupsReported).toBeGreaterThan(0.9);
  const much = runExperiments(heavy, { effect: 0.1, count: 5 });
  expect(much.claimed).toBe(5);
});

test("with fewer than 30 stalled viewers, values have no intervals and no difference is claimed", () => {
  const random = seededRandom("few");
  const some = createViewers(600, 10, random);
  const calm = some.clusters.map((cluster, index) => ({
    ...cluster,
    msRebuffered: index < 29 ? cluster.msRebuffered : 0,
  }));
  const few = { sessions: 600, clusters: calm };
  const [rebuffering, , startup] = compareGroups({ with: few, without: { ...few } }, "s");
  expect(rebuffering).toMatchObject({ with: { low: null, high: null }, difference: { value: 0, low: null } });
  expect(rebuffering?.with.value).toBeGreaterThan(0);
  expect(rebuffering?.verdict.code).toBe("tooFew");
  expect(startup?.verdict.code).toBe("noDifference");
});

test("figures are ratios of sums, whatever the buckets, and lie within their intervals", () => {
  const amount = fc.double({ min: 1, max: 1e6, noNaN: true });
  const cluster: fc.Arbitrary<ProofSums> = fc.record({
    msPlayed: amount,
    msRebuffered: amount,
    bytesServer: amount,
    bytesPeer: amount,
    views: amount,
    startupMs: amount,
    kbits: amount,
  });
  const clusters = fc.array(cluster, { minLength: 30, maxLength: 40 });
  const isIn = ({ value, low, high }: ProofInterval) =>
    value !== null && low !== null && high !== null && low <= value && value <= high;
  fc.assert(
    fc.property(clusters, clusters, fc.string(), (some, others, seed) => {
      const samples = {
        with: { sessions: 300, clusters: some },
        without: { sessions: 300, clusters: others },
      };
      const compared = compareGroups(samples, seed);
      expect(compared.map(({ metric }) => metric)).toEqual(PROOF_METRICS);
      expect(compared).toEqual(compareGroups(samples, seed));
      const played = some.reduce((sum, { msPlayed }) => sum + msPlayed, 0);
      const waited = some.reduce((sum, { msRebuffered }) => sum + msRebuffered, 0);
      expect(compared[0]?.with.value).toBeCloseTo((3_600 * waited) / played, 6);
      for (const each of compared)
        expect([each.with, each.without, each.difference].every(isIn), each.metric).toBe(true);
    }),
    { numRuns: 10 },
  );
});

test("an empty group gives no values and no verdict", () => {
  const nobody = { sessions: 0, clusters: [] };
  const some = createViewers(300, 10, seededRandom("some"));
  for (const { difference, verdict } of compareGroups({ with: some, without: nobody }, "s")) {
    expect(difference).toEqual({ value: null, low: null, high: null });
    expect(verdict.code).toBe("tooFew");
  }
});

test.each<[string, ProofInterval, number, object]>([
  ["too few sessions", { value: -9, low: -10, high: -8 }, 199, { code: "tooFew" }],
  ["no measurements", { value: null, low: null, high: null }, 900, { code: "tooFew" }],
  ["an interval around 0", { value: -2, low: -5, high: 1 }, 200, { code: "noDifference" }],
  ["an interval up to 0", { value: -2, low: -5, high: 0 }, 200, { code: "noDifference" }],
  [
    "a lower value with peers",
    { value: -2, low: -5, high: -1 },
    200,
    { code: "lower", by: 2, low: 1, high: 5 },
  ],
  [
    "a higher value with peers",
    { value: 3, low: 1, high: 5 },
    200,
    { code: "higher", by: 3, low: 1, high: 5 },
  ],
])("the verdict on %s claims no more than its interval allows", (_what, difference, sessions, reported) => {
  expect(verdictOf(difference, sessions)).toMatchObject(reported);
});

const evaluateDifference = (high: number, sessions = 200) => ({
  sessions: { with: 4_000, without: sessions },
  comparisons: [{ metric: "rebuffering" as const, difference: { value: high - 1, low: high - 2, high } }],
  serverBytes: 2_000_000_000,
  limitGb: null,
});
test.each([
  ["viewers without peers certainly stall over 5 s per hour more", evaluateDifference(-5.01), "rebuffering"],
  ["viewers without peers stall at most 5 s per hour more", evaluateDifference(-5), undefined],
  ["the group has fewer than 200 sessions", evaluateDifference(-50, 199), undefined],
  ["viewers with peers stall more", evaluateDifference(50), undefined],
  ["the group used exactly its limit of data", { ...evaluateDifference(0), limitGb: 2 }, undefined],
  [
    "a small group used more than its limit of data",
    { ...evaluateDifference(0, 3), limitGb: 1.9 },
    "traffic",
  ],
])("findProofStop decides whether proof mode stops when %s", (_when, what, reason) => {
  expect(findProofStop(what)?.reason).toBe(reason);
});
