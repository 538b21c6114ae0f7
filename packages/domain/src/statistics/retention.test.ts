import { MAX_RETENTION_POINTS } from "@shoal/contract";
import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { retentionCurve, retentionSummary, type SecondChange } from "./retention.ts";

const createSpan = (from: number, to: number): SecondChange[] => [
  { second: from, by: 1 },
  { second: to, by: -1 },
];

test("each session counts once per second it played, and replays count separately", () => {
  const played = [...createSpan(0, 4), ...createSpan(0, 2)];
  expect(retentionCurve({ played, replayed: createSpan(1, 2) }, 5.4)).toEqual({
    durationSec: 5.4,
    stepSec: 1,
    points: [
      { atSec: 0, sessions: 2, replays: 0 },
      { atSec: 1, sessions: 2, replays: 1 },
      { atSec: 2, sessions: 1, replays: 0 },
      { atSec: 3, sessions: 1, replays: 0 },
      { atSec: 4, sessions: 0, replays: 0 },
    ],
  });
});

test("without a known length, a video ends with the last played second, and is empty without viewers", () => {
  const curve = retentionCurve({ played: createSpan(2, 5), replayed: createSpan(0, 1) }, null);
  expect([curve.durationSec, curve.points.length]).toEqual([5, 5]);
  expect(retentionCurve({ played: [], replayed: [] }, null)).toEqual({
    durationSec: null,
    stepSec: 1,
    points: [],
  });
});

test("reported seconds beyond the end of the video or beyond a day are ignored", () => {
  const { points } = retentionCurve({ played: createSpan(1, 1e6), replayed: createSpan(999_999, 1e6) }, 3);
  expect(points.map(({ sessions }) => sessions)).toEqual([0, 1, 1]);
  const endless = retentionCurve({ played: createSpan(0, 1e6), replayed: [] }, null);
  expect([endless.durationSec, endless.stepSec, endless.points.length]).toEqual([86_400, 288, 300]);
});

test("any spans give at most 300 contiguous points that keep the total of watched seconds", () => {
  const spans = fc.array(
    fc.tuple(fc.nat(4_000), fc.nat(4_000)).map(([from, long]) => [from, from + long] as const),
  );
  fc.assert(
    fc.property(spans, fc.integer({ min: 1, max: 5_000 }), (played, lengthSec) => {
      const changes = played.flatMap(([from, to]) => createSpan(from, to));
      const { points, stepSec } = retentionCurve({ played: changes, replayed: [] }, lengthSec);
      expect(points.length).toBeLessThanOrEqual(MAX_RETENTION_POINTS);
      expect(points.map(({ atSec }) => atSec)).toEqual(points.map((_, index) => index * stepSec));
      const watchedSec = points.reduce(
        (sum, { atSec, sessions }) => sum + sessions * Math.min(stepSec, lengthSec - atSec),
        0,
      );
      const byHand = played.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, lengthSec) - from), 0);
      expect(watchedSec).toBeCloseTo(byHand, 3);
    }),
  );
});

const summaryOf = (sessions: number[], views: number) =>
  retentionSummary({
    views,
    durationSec: sessions.length,
    stepSec: 1,
    points: sessions.map((each, atSec) => ({ atSec, sessions: each, replays: 0 })),
  });

test.each([
  [
    "half of the viewers leave after two seconds",
    [4, 4, 1, 1],
    4,
    { audience: 4, meanPercent: 62.5, halfLeftSec: 2 },
  ],
  ["some viewers skip the beginning", [1, 4, 4, 1], 4, { audience: 4, meanPercent: 62.5, halfLeftSec: 3 }],
  ["all viewers reach the end", [2, 2], 2, { audience: 2, meanPercent: 100, halfLeftSec: null }],
  ["no viewer stays for the first second", [0, 0], 3, { audience: 3, meanPercent: 0, halfLeftSec: 0 }],
  ["viewers started before the period", [4, 2], 1, { audience: 4, meanPercent: 75, halfLeftSec: null }],
  ["there are no viewers", [0, 0], 0, { audience: 0, meanPercent: null, halfLeftSec: null }],
] as const)("summarises the curve when %s", (_, sessions, views, expected) => {
  expect(summaryOf([...sessions], views)).toEqual(expected);
});
