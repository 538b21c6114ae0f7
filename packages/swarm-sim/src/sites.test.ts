import { describe, expect, it } from "vitest";
import { simulate } from "./simulate.ts";
import type { WorldOptions } from "./simulation.types.ts";

const KBPS = 667;
const SITES = 2;
const VIEWERS = 8;

/** Two offices that also exchange with each other, each behind one line of six times the bitrate. */
const OFFICES: WorldOptions = {
  seed: 1,
  viewers: VIEWERS,
  natFailures: 0,
  bufferSec: 30,
  latencySec: 12,
  media: { segmentSec: 2, kbps: KBPS, isLive: false, count: 60 },
  arriveAtMs: (index) => index * 2_500,
  line: () => ({ upKbps: 100_000, downKbps: 100_000, latencyMs: 2 }),
  site: (index) => ({ name: `${index % SITES}`, upKbps: 6 * KBPS, downKbps: 6 * KBPS }),
  durationMs: 160_000,
  rules: {
    enabled: true,
    viewerThreshold: 1,
    maxPeers: 8,

    uploadPercent: 80,
    uploadOnCellular: false,
    savedSegments: 0,
    interISP: true,
  },
  isPeering: true,
};

it("sites whose viewers meet first take a video over their line little more than once", () => {
  const { viewers, stalls, offload } = simulate(OFFICES);
  const [first] = viewers;
  const copyBytes = (first?.downloads.bytesServer ?? 0) + (first?.downloads.bytesPeer ?? 0);
  const lines = new Set(viewers.map(({ site }) => site?.down));
  expect(lines.size).toBe(SITES);
  // 1.2 copies; 2.5 if each viewer asked the peer with the best uplink.
  for (const line of lines) expect((line?.carriedBytes ?? 0) / copyBytes).toBeLessThan(1.5);
  expect(stalls).toBe(0);
  expect(offload).toBeGreaterThan(0.85);
});

/** Four viewers of one office, who arrive within 0.3 s. */
const behind = (kbps: number): WorldOptions => ({
  ...OFFICES,
  viewers: 4,
  arriveAtMs: (_index, random) => random.between(0, 300),
  site: () => ({ name: "office", upKbps: kbps, downKbps: kbps }),
});
/** 10 s behind a live that has been running for a minute. */
const live = (kbps: number): WorldOptions => ({
  ...behind(kbps),

  bufferSec: 10,
  latencySec: 10,
  durationMs: 180_000,
  media: { segmentSec: 2, kbps: KBPS, isLive: true, count: 0 },
  arriveAtMs: (index, random) => 60_000 + index * 500 + random.between(0, 200),
});
/** Copies of the stream, for four viewers. */
const copiesOf = (offload: number) => (1 - offload) * 4;

describe("viewers of a site who open at once", () => {
  it("have the first segment in less than twice the time of one of them alone", () => {
    const alone = simulate({ ...behind(3 * KBPS), viewers: 1 });
    const together = simulate(behind(3 * KBPS));
    // They connect after a third of a second. With a line of their own, each starts after 3.2 s; a single viewer after 0.9.
    expect(together.startupWorstMs).toBeLessThan(alone.startupMs * 2);
    expect(copiesOf(together.offload)).toBeLessThan(1.05);
    expect(together.stalls).toBe(0);
  });

  it.each([9 / 8, 3 / 2])(
    "watch a live over a line of %f times its bitrate as one of them alone would",
    (times) => {
      const alone = simulate({ ...live(times * KBPS), viewers: 1 });
      const together = simulate(live(times * KBPS));
      // 2 copies and 34 stalls in two minutes, when each viewer prefetched what another was not loading.
      expect(copiesOf(together.offload)).toBeLessThan(1.05);
      expect(together.stalls).toBeLessThanOrEqual(alone.stalls * 4);
    },
  );
});
