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

it("sites whose viewers share with each other first load a video over their line little more than once", () => {
  const { viewers, stalls, offload } = simulate(OFFICES);
  const [first] = viewers;
  const copyBytes = (first?.downloads.bytesServer ?? 0) + (first?.downloads.bytesPeer ?? 0);
  const lines = new Set(viewers.map(({ site }) => site?.down));
  expect(lines.size).toBe(SITES);
  // Measured: 1.2 copies, and 2.5 if each viewer asks the peer with the best uplink.
  for (const line of lines) expect((line?.carriedBytes ?? 0) / copyBytes).toBeLessThan(1.5);
  expect(stalls).toBe(0);
  expect(offload).toBeGreaterThan(0.85);
});

/** Options for four viewers of one office, who arrive within 0.3 s. */
const behind = (kbps: number): WorldOptions => ({
  ...OFFICES,
  viewers: 4,
  arriveAtMs: (_index, random) => random.between(0, 300),
  site: () => ({ name: "office", upKbps: kbps, downKbps: kbps }),
});
/** Options for these viewers 10 s behind a live that has been running for a minute. */
const live = (kbps: number): WorldOptions => ({
  ...behind(kbps),

  bufferSec: 10,
  latencySec: 10,
  durationMs: 180_000,
  media: { segmentSec: 2, kbps: KBPS, isLive: true, count: 0 },
  arriveAtMs: (index, random) => 60_000 + index * 500 + random.between(0, 200),
});
/** Returns how many copies of the stream four viewers loaded from the server. */
const copiesOf = (offload: number) => (1 - offload) * 4;

describe("viewers of a site who open a video at once", () => {
  it("start in less than twice the time of a single viewer", () => {
    const alone = simulate({ ...behind(3 * KBPS), viewers: 1 });
    const together = simulate(behind(3 * KBPS));
    // They connect after a third of a second. A single viewer starts after 0.9 s; with a line of their own, each after 3.2 s.
    expect(together.startupWorstMs).toBeLessThan(alone.startupMs * 2);
    expect(copiesOf(together.offload)).toBeLessThan(1.05);
    expect(together.stalls).toBe(0);
  });

  it.each([9 / 8, 3 / 2])(
    "load a live once over a line of %f times its bit rate, without more stalls each than a single viewer",
    (times) => {
      const alone = simulate({ ...live(times * KBPS), viewers: 1 });
      const together = simulate(live(times * KBPS));
      // There were 2 copies and 34 stalls in two minutes when each viewer prefetched segments that no other was loading.
      expect(copiesOf(together.offload)).toBeLessThan(1.05);
      expect(together.stalls).toBeLessThanOrEqual(alone.stalls * 4);
    },
  );
});
