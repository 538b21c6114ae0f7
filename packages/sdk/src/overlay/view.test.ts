import type { P2pRuleSources } from "@shoal/contract/player";
import type { ArrivedSegment, P2pRules, SwarmInspection } from "@shoal/p2p";
import { describe, expect, it } from "vitest";
import type { Inspection } from "../inspection.ts";
import { barsOf } from "./bars.ts";
import { formatIn } from "./format.ts";
import { summarizeReport } from "./peer-stats.ts";
import { ruleRowsOf } from "./rule-rows.ts";
import { type Abilities, statusOf } from "./status.ts";
import { fillText } from "./texts.ts";
import { originOf } from "./timeline.ts";
import { viewOf } from "./view.ts";

const RULES: P2pRules = {
  enabled: true,
  viewerThreshold: 1,
  maxPeers: 8,
  uploadPercent: 80,

  uploadOnCellular: false,
  savedSegments: 0,
  interISP: true,
};
const SOURCES: P2pRuleSources = {
  enabled: { rule: "p2pWeb", source: "default" },

  viewerThreshold: "config",
  uploadPercent: "collection",
  uploadOnCellular: "default",

  savedSegments: "client",
  interISP: "custom",
};
const createRendition480 = () => ({ transport: "server" as const, kbps: 900, isBest: true, height: 480 });

function createArrival(
  name: string,
  startSec: number,
  sources: Record<string, number>,
  changes: Partial<ArrivedSegment> = {},
) {
  const segment = `u-1/1/${name}`;
  return { segment, startSec, about: undefined, sources, startedAtMs: 0, endedAtMs: 300, ...changes };
}

interface InspectionChanges {
  rules?: Partial<P2pRules>;
  session?: Inspection["session"];
  audience?: number;
  isTracked?: boolean;
  /** Whether each peer's channel is open. */
  peers?: boolean[];
  stats?: Partial<Inspection["stats"]>;
  fault?: string;
}

/** Returns the inspection of a viewer in a swarm of two, who has not exchanged anything. */
function createInspection(changes: InspectionChanges = {}): Inspection {
  const {
    rules = {},
    session = { rules: RULES, sources: SOURCES },
    audience = 2,
    isTracked = true,
  } = changes;
  const peers = new Map(
    (changes.peers ?? []).map((isOpen, index) => [`peer-number-${index}`, { isOpen }] as const),
  );
  const state = {
    rules: { ...RULES, ...rules },
    audience,
    peers: {},
    wants: {},
    canUpload: true,
    selfId: "me",
  };
  const swarm = { state, stats: { bytesServer: 90, bytesPeer: 60 }, isTracked, peers };
  const received = [{ assembly: { received: 10 } }];
  return {
    video: {
      currentTime: 100,
      duration: 130,
      buffered: { length: 1, start: () => 20, end: () => 130 },
    } as unknown as HTMLVideoElement,
    name: "Film",
    stats: {
      bytesServer: 0,
      bytesPeer: 0,
      bytesUp: 0,
      peers: peers.size,
      audience,
      stalls: 0,

      startupMs: null,
      secServer: 0,
      secPeer: 0,
      ...changes.stats,
    },
    swarm: {
      ...swarm,
      arrivals: { segments: [], bytes: 120 },
      loads: received,
    } as unknown as SwarmInspection,
    session,
    renditionAt: createRendition480,
    fault: changes.fault,
  };
}

describe("barsOf", () => {
  it("returns the source, position and bytes of each segment", () => {
    const bars = barsOf(
      [
        createArrival("v0/init", 0, { "": 900 }),
        createArrival("v0/0", 0, { "": 50_000 }),
        createArrival("v0/1", 4, { a: 30_000, b: 10_000 }),
        createArrival("v0/2", 8, { "": 20_000, a: 60_000 }, { about: { kind: "main", durationSec: 2 } }),
        createArrival("a0/0", 0, { a: 6_000 }),
      ],
      {},
      createRendition480,
    );
    const seen = bars.map((bar) => [bar.key, bar.lane, originOf(bar), bar.startSec, bar.endSec]);
    expect(seen).toEqual([
      ["v0/0", "picture", "server", 0, 4],
      ["v0/1", "picture", "peer", 4, 8],
      ["v0/2", "picture", "both", 8, 10],
      ["a0/0", "sound", "peer", 0, 4],
    ]);
    expect(bars[1]).toMatchObject({ bytesPeer: 40_000, bytesServer: 0, peerIds: ["a", "b"], height: 480 });
  });

  it("joins the parts of a live's segment, and counts reloaded bytes once", () => {
    const part = (name: string, startSec: number, sources: Record<string, number>) =>
      createArrival(name, startSec, sources, { about: { kind: "main", durationSec: 0.5 } });
    const parts = [
      part("v0/7.0", 14, { "": 10 }),
      part("v0/7.1", 14.5, { a: 30 }),
      part("v0/7.1", 14.5, { a: 30 }),
    ];
    const [bar, ...others] = barsOf(parts, {}, createRendition480);
    expect(others).toEqual([]);
    expect(bar).toMatchObject({ startSec: 14, endSec: 15, bytesServer: 10, bytesPeer: 30 });
  });

  it("uses the kind that the player reported for media of a CDN, whose names do not tell it", () => {
    const name = { segment: "cdn/0/abcd/3", about: { kind: "audio" as const, durationSec: 4 } };
    expect(barsOf([createArrival("", 12, { "": 9 }, name)], {}, createRendition480)[0]?.lane).toBe("sound");
  });

  it("draws a loading segment as long as its neighbours", () => {
    const want = { segment: "u-1/1/v0/1", startSec: 4, pieces: [{ peerId: "a" }] };
    const bars = barsOf(
      [createArrival("v0/0", 0, { "": 5 })],
      { [want.segment]: want } as never,
      createRendition480,
    );
    expect(bars[1]).toMatchObject({ key: "v0/1", isComing: true, endSec: 8, peerIds: ["a"] });
  });
});

const ALL_ABILITIES: Abilities = { isSecure: true, hasWebRtc: true };

it.each<[string, InspectionChanges, string]>([
  ["nobody else watches", { audience: 1 }, "alone"],
  ["the tracker has found nobody", {}, "unmatched"],
  ["the tracker is away", { isTracked: false }, "untracked"],
  ["a peer is being connected", { peers: [false] }, "connecting"],
  ["peers are there and nothing was wanted", { peers: [true] }, "idle"],
  ["bytes have come", { peers: [true], stats: { bytesPeer: 9 } }, "exchanging"],
  ["the page wants none", { rules: { enabled: false, maxPeers: 0 } }, "optedOut"],
  ["there are too few for the rules", { rules: { viewerThreshold: 3 } }, "tooFew"],
  ["the rules changed to none", { rules: { enabled: false } }, "off"],
])("statusOf in a swarm: %s", (_, changes, code) => {
  expect(statusOf(createInspection(changes), ALL_ABILITIES).code).toBe(code);
});

it("statusOf names the rule that turned peers off and its source", () => {
  const enabled = { rule: "activeTimes", source: "client" } as const;
  const off = { ...RULES, enabled: false };
  const inspection = createInspection({
    rules: off,
    session: { rules: off, sources: { ...SOURCES, enabled } },
  });
  expect(statusOf(inspection, ALL_ABILITIES)).toEqual({ code: "off", rule: "activeTimes", source: "client" });
});

it("statusOf reports missing consent if viewers are asked", () => {
  const alone = { ...RULES, enabled: false, maxPeers: 0 };
  const sources = { ...SOURCES, enabled: { rule: "asksConsent", source: "config" } as const };
  const inspection = createInspection({ rules: alone, session: { rules: alone, sources } });
  expect(statusOf(inspection, ALL_ABILITIES)).toEqual({ code: "unconsented" });
});

it.each<[string, Partial<Inspection>, Partial<Abilities>, string]>([
  ["whose session is not there yet", { session: undefined }, {}, "opening"],
  ["that was refused", { session: undefined, fault: "key_unknown" }, {}, "refused"],
  ["of a page on plain HTTP", {}, { isSecure: false }, "insecure"],
  ["that has loaded nothing", {}, {}, "unstarted"],
  ["that the browser plays by itself", { fault: "native" }, {}, "native"],
  ["that comes from the page that films it", { fault: "direct" }, {}, "direct"],
])("statusOf without a swarm, for a player %s", (_, changes, abilities, code) => {
  const inspection = { ...createInspection(), swarm: undefined, ...changes };
  expect(statusOf(inspection, { ...ALL_ABILITIES, ...abilities }).code).toBe(code);
});

it("ruleRowsOf returns the source of each rule, or unknown if the session does not state it", () => {
  const sourcesOf = (inspection: Inspection) =>
    Object.fromEntries(ruleRowsOf(inspection).map(({ name, source }) => [name, source]));
  expect(sourcesOf(createInspection({ rules: { uploadPercent: 10 } }))).toEqual({
    enabled: "default",
    viewerThreshold: "config",
    maxPeers: "platform",
    uploadPercent: "changed",

    uploadOnCellular: "default",
    savedSegments: "client",
    interISP: "custom",
  });
  expect(sourcesOf(createInspection({ session: { rules: RULES } })).interISP).toBe("unknown");
  expect(sourcesOf(createInspection({ rules: { enabled: false, maxPeers: 0 } })).enabled).toBe("viewer");
});

it("summarize reads the round trip and bytes of the selected connection", () => {
  const report = new Map<string, object>([
    ["T", { type: "transport", selectedCandidatePairId: "P2" }],
    ["P1", { type: "candidate-pair", currentRoundTripTime: 0.9, nominated: true }],
    [
      "P2",
      { type: "candidate-pair", currentRoundTripTime: 0.025, localCandidateId: "L", remoteCandidateId: "R" },
    ],
    ["L", { type: "local-candidate", candidateType: "relay" }],
    ["R", { type: "remote-candidate", candidateType: "host" }],
    ["D", { type: "data-channel", bytesReceived: 700, bytesSent: 30 }],
  ]);
  expect(summarizeReport(report as never)).toEqual({
    bytesFrom: 700,
    bytesTo: 30,
    roundTripMs: 25,
    isRelayed: true,
  });
});

it("viewOf covers the last minute and the buffer, and states the share of peers", () => {
  const inspection = createInspection({ peers: [true], stats: { bytesServer: 25, bytesPeer: 75 } });
  const watch = { inspect: () => inspection, stalls: [], peerStats: new Map(), uploadRate: () => 0 };
  const view = viewOf(watch, ALL_ABILITIES, 0);
  expect(view).toMatchObject({ peerShare: 0.75, fromSec: 40, toSec: 130, bufferedSec: 130, bytesWasted: 20 });
  expect(view.peers).toEqual([expect.objectContaining({ shortId: "peer-n", isOpen: true })]);
});

it.each([
  ["en", ["12.3 MB", "8 Mbps", "68%", "1:02:05"]],
  ["fr", ["12,3 Mo", "8 Mbps", "68 %", "1:02:05"]],
])("formatIn(%s) formats figures for the language", (language, written) => {
  const format = formatIn(language);
  const texts = [format.bytes(12_345_678), format.rate(1e6), format.percent(0.68), format.clock(3_725)];
  expect(texts.map((text) => text.replace(/\s/g, " "))).toEqual(written);
  expect(fillText("{a} of {b}", { a: 1 })).toBe("1 of {b}");
});
