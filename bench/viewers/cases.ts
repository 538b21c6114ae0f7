import type { WorldOptions } from "@shoal/swarm-sim";
import type { MaliciousBehavior } from "../../harness/swarm/malicious-peer.ts";
import type { swarmSettings } from "../settings.ts";
import { LIVE_SINCE_MS, type Scenario, scenarioNamed } from "../swarm/scenarios.ts";

/** The maximum latency on one machine, in ms. */
const LAN_LATENCY_MS = 0.5;
const SHAPED_DOWN_KBPS = 10_000;

/** A scenario of the simulation that is also watched in browsers. */
export interface BrowserCase {
  bench: "swarm-vod" | "swarm-live" | "swarm-shaped" | "swarm-liar";
  scenario: Scenario;
  /** Whether each viewer has a separate line. */
  isShaped: boolean;
  liar?: { index: number; how: MaliciousBehavior };
}

const live = (name: string): BrowserCase => ({
  bench: "swarm-live",
  scenario: scenarioNamed(name),
  isShaped: false,
});
const shaped = (name: string): BrowserCase => ({
  bench: "swarm-shaped",
  scenario: scenarioNamed(name),
  isShaped: true,
});
const lying = (name: string, how: MaliciousBehavior): BrowserCase => ({
  bench: "swarm-liar",
  scenario: scenarioNamed(name),
  isShaped: false,
  liar: { index: 2, how },
});

export const CASES: readonly BrowserCase[] = [
  { bench: "swarm-vod", scenario: scenarioNamed("8 VOD, 5 s apart, free uplinks"), isShaped: false },
  live("8 live, free uplinks"),
  live("8 live, latency ≤ 10 s"),
  live("8 live, flash crowd in 2 s"),
  shaped("8 live, uplinks 3×"),
  shaped("8 live, uplinks 1.5×"),
  shaped("8 live, uplinks 0.2× 2× 10×"),
  lying("8 live, one liar", "wrong"),
  lying("8 live, one silent", "silent"),
  lying("8 live, one drip", "drip"),
];

/** Returns the simulation that corresponds to the browsers: the same number of viewers, duration and lines. */
export function worldOf({ scenario, isShaped }: BrowserCase, settings: typeof swarmSettings): WorldOptions {
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
