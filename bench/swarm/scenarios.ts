import type { P2pRules } from "@shoal/p2p/protocol";
import { createLine, type Media, NAT_FAILURE_SHARE, realLine, type WorldOptions } from "@shoal/swarm-sim";

const BITRATE_KBPS = 667;
const P2P_RULES: P2pRules = {
  enabled: true,
  viewerThreshold: 1,
  maxPeers: 8,

  uploadPercent: 80,
  uploadOnCellular: false,
  savedSegments: 0,
  interISP: true,
};
const TWO_MINUTES_MS = 120_000;
const LIVE_MEDIA: Media = { segmentSec: 2, kbps: BITRATE_KBPS, isLive: true, count: 0 };
const VOD_MEDIA: Media = { segmentSec: 2, kbps: BITRATE_KBPS, isLive: false, count: 60 };
/** The time for which a live has been running when the first viewer arrives. */
export const LIVE_SINCE_MS = 60_000;

const vodOptions: WorldOptions = {
  seed: 1,
  media: VOD_MEDIA,
  viewers: 8,
  natFailures: 0,
  bufferSec: 30,
  latencySec: 20,
  arriveAtMs: (index) => index * 5_000,
  line: () => createLine(100_000),

  durationMs: TWO_MINUTES_MS + 40_000,
  rules: P2P_RULES,
  isPeering: true,
};

const liveOptions: WorldOptions = {
  ...vodOptions,
  media: LIVE_MEDIA,
  arriveAtMs: (index) => LIVE_SINCE_MS + index * 1_000,
  durationMs: LIVE_SINCE_MS + TWO_MINUTES_MS,
};

const uplinksOf =
  (...multiples: number[]) =>
  (index: number) =>
    createLine(BITRATE_KBPS * (multiples[index % multiples.length] ?? 1));

const audienceOf = (viewers: number): WorldOptions => ({
  ...liveOptions,
  viewers,
  latencySec: 12,
  arriveAtMs: (_index, random) => LIVE_SINCE_MS + random.between(0, 20_000),
  line: (_index, random) => realLine(random),
  natFailures: NAT_FAILURE_SHARE,
});

/** An office: four viewers with low latency to each other share one connection of three times the bitrate. */
const officeOptions = {
  viewers: 4,
  line: () => ({ upKbps: 100_000, downKbps: 100_000, latencyMs: 2 }),
  site: () => ({ name: "office", upKbps: 3 * BITRATE_KBPS, downKbps: 3 * BITRATE_KBPS }),
};
/** Returns the minimum offload for a connection that may carry at most this many copies of the stream that one viewer plays. */
const offloadOfCopies = (copies: number) => 1 - copies / officeOptions.viewers;

export interface SwarmScenario {
  name: string;
  options: WorldOptions;
  /** The minimum offload, or, as `ofCeiling`, the minimum share of the highest possible offload. */
  offload?: number;
  ofCeiling?: number;
  /** Whether as many stalls are allowed as without peers. Otherwise, none is allowed. */
  isComparedWithAlone?: boolean;
  latencyMaxSec?: number;
  wastedMax?: number;
  wrongMax?: number;
}

export const SWARM_SCENARIOS: readonly SwarmScenario[] = [
  { name: "8 VOD, 5 s apart, free uplinks", options: vodOptions, ofCeiling: 0.96 },
  { name: "8 live, free uplinks", options: liveOptions, offload: 0.85 },
  {
    name: "8 live, latency ≤ 10 s",
    options: { ...liveOptions, latencySec: 8, bufferSec: 8 },
    offload: 0.85,
    latencyMaxSec: 10,
  },
  {
    name: "8 live, flash crowd in 2 s",
    options: { ...liveOptions, arriveAtMs: (_index, random) => LIVE_SINCE_MS + random.between(0, 2_000) },
    offload: 0.84,
  },
  { name: "8 live, uplinks 3×", options: { ...liveOptions, line: uplinksOf(3) }, offload: 0.8 },
  { name: "8 live, uplinks 1.5×", options: { ...liveOptions, line: uplinksOf(1.5) }, offload: 0.65 },
  {
    name: "8 live, uplinks 0.2× 2× 10×",
    options: { ...liveOptions, line: uplinksOf(0.2, 2, 10, 2, 2, 0.2, 10, 2) },
    offload: 0.75,
  },
  {
    name: "8 live, one liar",
    options: { ...liveOptions, conduct: (index) => (index === 2 ? "liar" : "honest") },
    wrongMax: 2,
    wastedMax: 1,
  },
  {
    name: "8 live, one silent",
    options: { ...liveOptions, conduct: (index) => (index === 2 ? "silent" : "honest") },
    wastedMax: 1,
  },
  {
    name: "8 live, one drip",
    options: { ...liveOptions, conduct: (index) => (index === 2 ? "drip" : "honest") },
    wastedMax: 1,
  },
  {
    name: "8 live at 3×, 3 free riders",
    options: {
      ...liveOptions,
      line: uplinksOf(3),
      conduct: (index) => (index % 3 === 1 ? "free" : "honest"),
    },
    offload: 0.7,
  },
  {
    name: "4 VOD at once, behind one line of 3×",
    options: { ...vodOptions, ...officeOptions, arriveAtMs: (_index, random) => random.between(0, 300) },
    offload: offloadOfCopies(1.3),
  },
  {
    name: "4 live, behind one line of 3×",
    options: { ...liveOptions, ...officeOptions, latencySec: 10, bufferSec: 10 },
    offload: offloadOfCopies(1.3),
    isComparedWithAlone: true,
  },
  {
    name: "4 live, behind one line of 1.1×",
    options: {
      ...liveOptions,
      ...officeOptions,

      latencySec: 10,
      bufferSec: 10,
      site: () => ({ name: "office", upKbps: 1.125 * BITRATE_KBPS, downKbps: 1.125 * BITRATE_KBPS }),
    },
    offload: offloadOfCopies(1.1),
    isComparedWithAlone: true,
  },
  {
    name: "64 live, half leave at once",
    options: {
      ...audienceOf(64),
      leaveAtMs: (index) => LIVE_SINCE_MS + (index % 2 === 0 ? 60_000 : TWO_MINUTES_MS),
    },
    isComparedWithAlone: true,
  },
  {
    name: "200 VOD, any place, minutes apart",
    options: {
      ...audienceOf(200),
      media: { ...VOD_MEDIA, count: 300 },
      arriveAtMs: (_index, random) => random.between(0, 60_000),
      startNumber: (random) => Math.floor(random.next() ** 3 * 200),
      durationMs: 180_000,
    },
    isComparedWithAlone: true,
  },
  {
    name: "1,000 live, real uplinks, 20 % NAT failures",
    options: audienceOf(1_000),
    offload: 0.85,
    isComparedWithAlone: true,
  },
];

/** The largest scenario. It takes minutes and is therefore a separate bench. */
export const LARGE_SCENARIO: SwarmScenario = {
  name: "10,000 live, real uplinks, 20 % NAT failures",
  options: audienceOf(10_000),
  offload: 0.85,
  isComparedWithAlone: true,
};

/** Returns the scenario with this name. @throws Error if no scenario has it. */
export function findScenario(name: string): SwarmScenario {
  const scenario = SWARM_SCENARIOS.find((it) => it.name === name);
  if (!scenario) throw new Error(`No scenario ${name}`);
  return scenario;
}
