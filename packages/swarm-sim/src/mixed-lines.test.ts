import { expect, it } from "vitest";
import { createLine } from "./profiles.ts";
import { simulate } from "./simulate.ts";

const BITRATE_KBPS = 667;
const UPLINK_RATIOS = [0.2, 2, 10, 2, 2, 0.2, 10, 2];

/**
 * Runs that once had a stall. Near the deadline, viewers waited for a fast peer that was still sending another segment, or a
 * cancelled transfer.
 */
it.each([
  { seed: 9, apartMs: 250, latencySec: 12 },
  { seed: 7, apartMs: 1_000, latencySec: 8 },
])("no viewer of a live stalls with uplinks of 0.2, 2 and 10 times its bit rate: %o", (run) => {
  const { seed, apartMs, latencySec } = run;
  const { stalls } = simulate({
    seed,
    viewers: UPLINK_RATIOS.length,
    natFailures: 0,
    bufferSec: latencySec,
    latencySec,
    media: { segmentSec: 2, kbps: BITRATE_KBPS, isLive: true, count: 0 },
    arriveAtMs: (index, random) => 60_000 + index * apartMs + random.between(0, 1_000),
    line: (index) => createLine(BITRATE_KBPS * (UPLINK_RATIOS[index] ?? 1)),
    durationMs: 90_000,
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
  });
  expect(stalls).toBe(0);
});
