import { describe, expect, it } from "vitest";
import { simulate } from "./simulate.ts";
import type { WorldOptions } from "./simulation.types.ts";

const BITRATE_KBPS = 667;
const SITE_COUNT = 2;
const VIEWERS_PER_SITE = 8;

/** Two offices that also exchange with each other, each behind one line of six times the bitrate. */
const OFFICE_OPTIONS: WorldOptions = {
  seed: 1,
  viewers: VIEWERS_PER_SITE,
  natFailures: 0,
  bufferSec: 30,
  latencySec: 12,
  media: { segmentSec: 2, kbps: BITRATE_KBPS, isLive: false, count: 60 },
  arriveAtMs: (index) => index * 2_500,
  line: () => ({ upKbps: 100_000, downKbps: 100_000, latencyMs: 2 }),
  site: (index) => ({ name: `${index % SITE_COUNT}`, upKbps: 6 * BITRATE_KBPS, downKbps: 6 * BITRATE_KBPS }),
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
  const { viewers, stalls, offload } = simulate(OFFICE_OPTIONS);
  const [first] = viewers;
  const copyBytes = (first?.downloads.bytesServer ?? 0) + (first?.downloads.bytesPeer ?? 0);
  const lines = new Set(viewers.map(({ site }) => site?.down));
  expect(lines.size).toBe(SITE_COUNT);
  // The simulation measured 1.2 copies. If each viewer requested from the peer with the best uplink, it measured 2.5.
  for (const line of lines) expect((line?.carriedBytes ?? 0) / copyBytes).toBeLessThan(1.5);
  expect(stalls).toBe(0);
  expect(offload).toBeGreaterThan(0.85);
});

/** Options for four viewers of one office, who arrive within 0.3 s. */
const oneOffice = (kbps: number): WorldOptions => ({
  ...OFFICE_OPTIONS,
  viewers: 4,
  arriveAtMs: (_index, random) => random.between(0, 300),
  site: () => ({ name: "office", upKbps: kbps, downKbps: kbps }),
});
/** Options for these viewers 10 s behind a live that has been running for a minute. */
const oneOfficeLive = (kbps: number): WorldOptions => ({
  ...oneOffice(kbps),

  bufferSec: 10,
  latencySec: 10,
  durationMs: 180_000,
  media: { segmentSec: 2, kbps: BITRATE_KBPS, isLive: true, count: 0 },
  arriveAtMs: (index, random) => 60_000 + index * 500 + random.between(0, 200),
});
/** Returns how many copies of the stream four viewers loaded from the server. */
const copiesOf = (offload: number) => (1 - offload) * 4;

describe("viewers of a site who open a video at once", () => {
  it("start in less than twice the time of a single viewer", () => {
    const alone = simulate({ ...oneOffice(3 * BITRATE_KBPS), viewers: 1 });
    const together = simulate(oneOffice(3 * BITRATE_KBPS));
    // The viewers connect after a third of a second. A single viewer starts after 0.9 s. With separate lines, each viewer starts
    // after 3.2 s.
    expect(together.startupWorstMs).toBeLessThan(alone.startupMs * 2);
    expect(copiesOf(together.offload)).toBeLessThan(1.05);
    expect(together.stalls).toBe(0);
  });

  it.each([9 / 8, 3 / 2])(
    "load a live once over a line of %f times its bit rate, without more stalls each than a single viewer",
    (times) => {
      const alone = simulate({ ...oneOfficeLive(times * BITRATE_KBPS), viewers: 1 });
      const together = simulate(oneOfficeLive(times * BITRATE_KBPS));
      // When viewers prefetched segments that no other viewer was loading, there were 2 copies and 34 stalls in two minutes.
      expect(copiesOf(together.offload)).toBeLessThan(1.05);
      expect(together.stalls).toBeLessThanOrEqual(alone.stalls * 4);
    },
  );
});
