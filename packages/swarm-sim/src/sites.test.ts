import { expect, it } from "vitest";
import { simulate } from "./simulate.ts";
import type { WorldOptions } from "./simulation.types.ts";

const KBPS = 667;
const SITES = 2;
const VIEWERS = 8;

/** Two offices that exchange with one another too, each behind one line of six times the bitrate. */
const OFFICES: WorldOptions = {
  ...{ seed: 1, viewers: VIEWERS, natFailures: 0, bufferSec: 30, latencySec: 12 },
  media: { segmentSec: 2, kbps: KBPS, isLive: false, count: 60 },
  arriveAtMs: (index) => index * 2_500,
  line: () => ({ upKbps: 100_000, downKbps: 100_000, latencyMs: 2 }),
  site: (index) => ({ name: `${index % SITES}`, upKbps: 6 * KBPS, downKbps: 6 * KBPS }),
  durationMs: 160_000,
  rules: {
    ...{ enabled: true, viewerThreshold: 1, maxPeers: 8 },
    ...{ uploadPercent: 80, uploadOnCellular: false, savedSegments: 0, interISP: true },
  },
  isPeering: true,
};

it("sites whose viewers meet first take a video over their line little more than once", () => {
  const { viewers, stalls, offload } = simulate(OFFICES);
  const [first] = viewers;
  const copyBytes = (first?.downloads.bytesServer ?? 0) + (first?.downloads.bytesPeer ?? 0);
  const lines = new Set(viewers.map(({ site }) => site?.down));
  expect(lines.size).toBe(SITES);
  // 1.2 copies; 2.5 where each asked whoever had the best uplink.
  for (const line of lines) expect((line?.carriedBytes ?? 0) / copyBytes).toBeLessThan(1.5);
  expect(stalls).toBe(0);
  expect(offload).toBeGreaterThan(0.85);
});
