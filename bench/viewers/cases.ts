import type { WorldOptions } from "@shoal/swarm-sim";
import type { MaliciousBehavior } from "../../harness/swarm/malicious-peer.ts";
import type { swarmSettings } from "../settings.ts";
import { findScenario, LIVE_SINCE_MS, type SwarmScenario } from "../swarm/scenarios.ts";

/** The latency between simulated viewers on one machine, in ms. */
const LAN_LATENCY_MS = 0.5;
const SHAPED_DOWN_KBPS = 10_000;

/** A scenario of the simulation that is also watched in browsers. */
export interface BrowserCase {
  bench: "swarm-vod" | "swarm-live" | "swarm-shaped" | "swarm-liar";
  scenario: SwarmScenario;
  /** Whether each viewer has a separate line. */
  isShaped: boolean;
  liar?: { index: number; how: MaliciousBehavior };
}

const liveCase = (name: string): BrowserCase => ({
  bench: "swarm-live",
  scenario: findScenario(name),
  isShaped: false,
});
const shapedCase = (name: string): BrowserCase => ({
  bench: "swarm-shaped",
  scenario: findScenario(name),
  isShaped: true,
});
const maliciousCase = (name: string, how: MaliciousBehavior): BrowserCase => ({
  bench: "swarm-liar",
  scenario: findScenario(name),
  isShaped: false,
  liar: { index: 2, how },
});

export const BROWSER_CASES: readonly BrowserCase[] = [
  { bench: "swarm-vod", scenario: findScenario("8 VOD, 5 s apart, free uplinks"), isShaped: false },
  liveCase("8 live, free uplinks"),
  liveCase("8 live, latency ≤ 10 s"),
  liveCase("8 live, flash crowd in 2 s"),
  shapedCase("8 live, uplinks 3×"),
  shapedCase("8 live, uplinks 1.5×"),
  shapedCase("8 live, uplinks 0.2× 2× 10×"),
  maliciousCase("8 live, one liar", "wrong"),
  maliciousCase("8 live, one silent", "silent"),
  maliciousCase("8 live, one drip", "drip"),
];

/** Returns the simulation that corresponds to the browsers: the same number of viewers, duration and lines. */
export function simulationOptionsOf(
  { scenario, isShaped }: BrowserCase,
  settings: typeof swarmSettings,
): WorldOptions {
  const { options } = scenario;
  const { media } = options;
  const lengthMs = settings.minutes * 60_000;
  return {
    ...options,
    viewers: settings.viewers,
    media: { ...media, count: Math.floor(lengthMs / 1000 / media.segmentSec) },
    durationMs: (media.isLive ? LIVE_SINCE_MS : 40_000) + lengthMs,
    line: (index, random) => ({
      ...options.line(index, random),
      latencyMs: LAN_LATENCY_MS,
      ...(isShaped ? { downKbps: SHAPED_DOWN_KBPS } : {}),
    }),
  };
}
