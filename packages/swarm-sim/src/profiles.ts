import type { Random } from "./random.ts";

/** A viewer's access line. */
export interface LineProfile {
  upKbps: number;
  downKbps: number;
  /** The latency from the device to the core network, one way. */
  latencyMs: number;
}

interface LineClass {
  share: number;
  upKbps: number;
  downKbps: number;
  latencyMs: number;
  spread: number;
}

/**
 * Real-world lines: fibre, cable, DSL and mobile. Published medians, Mbit/s down and up: fixed lines in the United States 153.8 and
 * 21.6 with 14 ms round trip (Ookla, Speedtest Global Index, June 2022); 5G worldwide 166.1 and 21.1 (Ookla, "Growing and Slowing:
 * The State of 5G Worldwide in 2021"). Fibre has the lowest latency, then cable, then DSL (FCC, Measuring Broadband America). The
 * classes and their shares are our own choice, with which the mix stays below those medians: 121 and 16.6, 18.5 ms. A tenth of the
 * uplinks is under 1.8, and a twentieth under 1.1.
 */
const LINE_CLASSES: readonly LineClass[] = [
  { share: 0.3, upKbps: 60_000, downKbps: 250_000, latencyMs: 5, spread: 0.6 },
  { share: 0.4, upKbps: 15_000, downKbps: 120_000, latencyMs: 9, spread: 0.5 },
  { share: 0.12, upKbps: 1_200, downKbps: 18_000, latencyMs: 18, spread: 0.5 },
  { share: 0.18, upKbps: 9_000, downKbps: 60_000, latencyMs: 25, spread: 0.8 },
];

/**
 * The share of pairs that cannot be connected. Without a relay, 22 % of calls could not connect (callstats.io at Enterprise Connect 2016).
 * Between routers, fewer attempts fail: "more than 80 %" succeed (Halkes and Pouwelse, 2011). In the IPFS network, more fail: 70 ± 7 %
 * succeed (Trautwein and others, arXiv 2510.27500).
 */
export const NAT_FAILURE_SHARE = 0.2;

export function realLine(random: Random): LineProfile {
  let left = random.next();
  const found = LINE_CLASSES.find((it) => {
    left -= it.share;
    return left < 0;
  });
  const { upKbps, downKbps, latencyMs, spread } = found ?? (LINE_CLASSES[1] as LineClass);
  return {
    upKbps: random.around(upKbps, spread),
    downKbps: Math.max(3_000, random.around(downKbps, spread)),
    latencyMs: random.around(latencyMs, 0.4),
  };
}

/** Returns a line whose downlink is never the bottleneck. */
export const createLine = (upKbps: number): LineProfile => ({ upKbps, downKbps: 100_000, latencyMs: 15 });
