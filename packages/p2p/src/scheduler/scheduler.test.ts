import { describe, expect, it } from "vitest";
import { OPEN_END } from "../protocol/index.ts";
import { DEFAULT_RULES, SwarmHarness } from "./swarm-harness.ts";
import * as TUNING from "./tuning.ts";

const FIRST_SEGMENT = "u/1/v0/0";
const LATER_SEGMENT = "u/1/v0/5";

const effectTypes = (effects: { type: string }[]) => effects.map((effect) => effect.type);

describe("a viewer without usable peers", () => {
  it("fetches from the server at once when the tracker reports an audience of one", () => {
    const harness = new SwarmHarness().joined(1);
    expect(harness.want(LATER_SEGMENT, 20)).toEqual([
      { type: "fetchServer", segment: LATER_SEGMENT, requestId: 1, fromByte: 0, toByte: OPEN_END },
    ]);
  });

  it("fetches from the server at once when the rules forbid peers", () => {
    const harness = new SwarmHarness().joined(8, { ...DEFAULT_RULES, enabled: false }).open("p");
    harness.announce("p", LATER_SEGMENT, "have");
    expect(effectTypes(harness.want(LATER_SEGMENT, 20))).toEqual(["fetchServer", "announce"]);
  });

  it("fetches from the server at once below the viewer threshold", () => {
    const harness = new SwarmHarness().joined(2, { ...DEFAULT_RULES, viewerThreshold: 3 });
    expect(effectTypes(harness.want(LATER_SEGMENT, 20))).toEqual(["fetchServer"]);
  });
});

describe("a viewer in their first seconds", () => {
  it("fetches a segment that the playhead needs now from the server, although a peer has it", () => {
    const harness = new SwarmHarness().joined(8).open("p");
    harness.announce("p", FIRST_SEGMENT, "have");
    expect(effectTypes(harness.want(FIRST_SEGMENT, 0))).toContain("fetchServer");
  });

  it("waits for peers that are being connected if the deadline is far, and fetches from the server afterwards", () => {
    const harness = new SwarmHarness().joined(8);
    harness.send({ type: "connecting", untilMs: harness.nowMs + 3_000 });
    expect(harness.want(LATER_SEGMENT, 20)).toEqual([]);
    expect(harness.pass(2_900)).toEqual([]);
    expect(effectTypes(harness.pass(200))).toEqual(["fetchServer"]);
  });
});

describe("a segment that a peer has", () => {
  it("is requested from that peer without any announcement", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    harness.announce("p", LATER_SEGMENT, "have");
    expect(harness.want(LATER_SEGMENT, 20)).toEqual([
      expect.objectContaining({
        type: "requestPeer",
        peerId: "p",
        requestId: 1,
        segment: LATER_SEGMENT,
        fromByte: 0,
      }),
    ]);
  });

  it("is requested from another peer if the first is busy, and later from the first again", () => {
    const harness = new SwarmHarness().joined(3).open("p").open("q");
    harness.announce("p", LATER_SEGMENT, "have");
    harness.announce("q", LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, 20);
    expect(effectTypes(harness.refuse(LATER_SEGMENT, 1, "busy"))).toEqual(["requestPeer"]);
    expect(harness.requestedPeers()).toEqual(new Set(["p", "q"]));
    expect(harness.refuse(LATER_SEGMENT, 2, "busy")).toEqual([]);
    expect(effectTypes(harness.pass(TUNING.busyRetryMs))).toEqual(["requestPeer"]);
  });

  it("is requested again from a peer that would be late, after half of the time it stated", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    harness.announce("p", LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, 20);
    harness.refuse(LATER_SEGMENT, 1, "late", 2_000);
    expect(harness.pass(900)).toEqual([]);
    expect(effectTypes(harness.pass(200))).toEqual(["requestPeer"]);
  });

  it("is fetched from the server near the deadline if the peer does not send", () => {
    const harness = new SwarmHarness().joined(2).open("p").play(0);
    harness.announce("p", LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, 8);
    harness.refuse(LATER_SEGMENT, 1, "off");
    expect(effectTypes(harness.pass(5_000))).toEqual([]);
    expect(effectTypes(harness.pass(1_000))).toEqual(["fetchServer", "announce"]);
  });

  it("is requested in pieces from several peers if a single one would take long", () => {
    const harness = new SwarmHarness().joined(3).open("p").open("q");
    harness.send({ type: "arrived", segment: FIRST_SEGMENT, bytes: 1_000_000 });
    harness.announce("p", LATER_SEGMENT, "have");
    harness.announce("q", LATER_SEGMENT, "have");
    const requests = harness.want(LATER_SEGMENT, 20).filter(({ type }) => type === "requestPeer");
    expect(requests).toMatchObject([
      { fromByte: 0, toByte: 500_000 },
      { fromByte: 500_000, toByte: OPEN_END },
    ]);
    expect(harness.requestedPeers()).toEqual(new Set(["p", "q"]));
  });

  it("is shared between a slow peer and another one that has it later", () => {
    const harness = new SwarmHarness().joined(3).open("p").open("q");
    harness.announce("p", LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, 60);
    harness.accept(LATER_SEGMENT, 1, 1_000_000);
    harness.progress(LATER_SEGMENT, 1, 20_000);
    harness.pass(1_000);
    harness.progress(LATER_SEGMENT, 1, 200_000);
    expect(harness.announce("q", LATER_SEGMENT, "have")).toMatchObject([
      { type: "cancelPeer", peerId: "p", atByte: 600_000 },
      { type: "requestPeer", peerId: "q", fromByte: 600_000, toByte: 1_000_000 },
    ]);
  });

  it.each([
    ["is not shared when it would be there before the word to stop", 60, 800, []],
    ["is shared when its second half comes later than that", 60, 2_000, ["cancelPeer", "requestPeer"]],
    ["is shared sooner when there is little time", 3, 800, ["cancelPeer", "requestPeer"]],
  ])("%s", (_name, startSec, etaMs, effects) => {
    const harness = new SwarmHarness().joined(3).open("p").open("q");
    harness.announce("p", LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, startSec);
    harness.announce("q", LATER_SEGMENT, "have");
    expect(effectTypes(harness.accept(LATER_SEGMENT, 1, 200_000, 0, etaMs))).toEqual(effects);
  });

  it("stays with a peer that starts late but is fast", () => {
    const harness = new SwarmHarness().joined(3).open("p").open("q");
    harness.announce("p", LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, 60);
    harness.announce("q", LATER_SEGMENT, "have");
    harness.accept(LATER_SEGMENT, 1, 200_000, 0, 300);
    harness.pass(700);
    expect(harness.progress(LATER_SEGMENT, 1, 20_000)).toEqual([]);
  });

  it("is continued by another peer when the first falls silent", () => {
    const harness = new SwarmHarness().joined(3).open("p").open("q");
    harness.announce("p", LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, 30);
    harness.accept(LATER_SEGMENT, 1, 100_000);
    harness.progress(LATER_SEGMENT, 1, 40_000);
    harness.announce("q", LATER_SEGMENT, "have");
    expect(harness.pass(TUNING.peerSilenceMs + 100)).toMatchObject([
      { type: "cancelPeer", peerId: "p" },
      { type: "requestPeer", peerId: "q", fromByte: 40_000 },
    ]);
  });

  it("is cancelled long after it should have arrived, unless little of it is left", () => {
    const atAPace = (bytesPerStep: number) => {
      const harness = new SwarmHarness().joined(3).open("p");
      harness.announce("p", LATER_SEGMENT, "have");
      harness.want(LATER_SEGMENT, 90);
      harness.accept(LATER_SEGMENT, 1, 100_000, 0, 2_000);
      for (let at = bytesPerStep; at < 100_000 && harness.nowMs < 1_009_000; at += bytesPerStep) {
        harness.pass(500);
        harness.progress(LATER_SEGMENT, 1, at);
      }
      return harness.effects.filter(({ type }) => type === "cancelPeer");
    };
    expect(atAPace(2_000)).toMatchObject([{ peerId: "p", atByte: 0 }]);
    expect(atAPace(9_000)).toEqual([]);
  });

  it("is awaited until the start that the peer announced, and cancelled if it stays silent after that", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    harness.announce("p", LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, 60);
    harness.accept(LATER_SEGMENT, 1, 100_000, 4_000, 5_000);
    expect(harness.pass(4_000 + TUNING.peerSilenceMs - 100)).toEqual([]);
    expect(effectTypes(harness.pass(200))).toContain("cancelPeer");
  });

  it("is fetched only from the server after a peer sent wrong bytes, and that peer is not asked for a while", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    harness.announce("p", LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, 30);
    harness.send({ type: "liars", peerIds: ["p"] });
    const effects = harness.send({ type: "corrupt", segment: LATER_SEGMENT });
    expect(effects).toMatchObject([
      { type: "cancelPeer", peerId: "p" },
      { type: "fetchServer", fromByte: 0 },
      { type: "announce" },
    ]);
    harness.announce("p", "u/1/v0/6", "have");
    expect(effectTypes(harness.want("u/1/v0/6", 34))).not.toContain("requestPeer");
    harness.pass(TUNING.penaltyHalfLifeMs * 2.1);
    harness.announce("p", "u/1/v0/7", "have");
    expect(effectTypes(harness.want("u/1/v0/7", 300))).toContain("requestPeer");
  });

  it("is not requested from a peer until the bytes that it sent of another segment are verified", () => {
    const other = "u/1/v0/6";
    const harness = new SwarmHarness().joined(3).open("p").open("q");
    for (const segment of [LATER_SEGMENT, other]) harness.announce("p", segment, "have");
    harness.want(LATER_SEGMENT, 30);
    harness.accept(LATER_SEGMENT, 1, 200_000);
    harness.want(other, 32);
    harness.progress(LATER_SEGMENT, 1, 80_000);
    harness.refuse(LATER_SEGMENT, 1, "busy");
    expect(harness.effects.filter(({ type }) => type === "requestPeer")).toHaveLength(1);
    expect(harness.send({ type: "arrived", segment: LATER_SEGMENT, bytes: 200_000 })).toMatchObject([
      { type: "requestPeer", peerId: "p", segment: other },
    ]);
  });

  it("is not requested from a peer that was silent for two segments", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    for (const number of [5, 6, 7]) {
      harness.announce("p", `u/1/v0/${number}`, "have");
      harness.want(`u/1/v0/${number}`, 60);
      harness.pass(TUNING.peerSilenceMs + 200);
    }
    const requests = harness.effects.filter(({ type }) => type === "requestPeer");
    expect(requests).toHaveLength(2);
  });

  it("is not requested before its hash is known", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    harness.announce("p", LATER_SEGMENT, "have");
    const effects = harness.send({ type: "want", segment: LATER_SEGMENT, startSec: 20, isVerifiable: false });
    expect(effects).toEqual([]);
    expect(effectTypes(harness.send({ type: "hash", segment: LATER_SEGMENT, isKnown: true }))).toEqual([
      "requestPeer",
    ]);
  });

  it("is fetched from the server if there is no hash", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    harness.announce("p", LATER_SEGMENT, "have");
    harness.send({ type: "want", segment: LATER_SEGMENT, startSec: 20, isVerifiable: false });
    expect(effectTypes(harness.send({ type: "hash", segment: LATER_SEGMENT, isKnown: false }))).toEqual([
      "fetchServer",
      "announce",
    ]);
  });
});

describe("while the server fails", () => {
  it("a segment is requested from a peer even at its deadline, and from the server again after its delay", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    harness.want(FIRST_SEGMENT, 0);
    harness.announce("p", FIRST_SEGMENT, "have");
    const effects = harness.send({
      type: "serverFailed",
      segment: FIRST_SEGMENT,
      requestId: 1,
      retryAfterMs: 2_000,
    });
    expect(effectTypes(effects)).toEqual(["requestPeer"]);
    expect(effectTypes(harness.refuse(FIRST_SEGMENT, 2, "busy"))).not.toContain("fetchServer");
    harness.send({ type: "peerClosed", peerId: "p" });
    expect(effectTypes(harness.pass(2_000))).toContain("fetchServer");
  });
});

describe("a published segment of a live", () => {
  const published = (harness: SwarmHarness, ...numbers: number[]) =>
    harness.send({
      type: "published",
      segments: numbers.map((number) => ({ segment: `u/1/v0/${number}`, startSec: number * 2 })),
    });

  it("is prefetched before the player requests it", () => {
    const harness = new SwarmHarness().joined(2).open("p").play(10);
    expect(published(harness, 8, 9)).toMatchObject([
      { type: "prefetch", segment: "u/1/v0/8" },
      { type: "prefetch", segment: "u/1/v0/9" },
      { type: "announce", entries: [{ from: 9, to: 11, holding: "want" }] },
    ]);
    harness.announce("p", "u/1/v0/8", "have");
    expect(effectTypes(harness.send({ type: "hash", segment: "u/1/v0/8", isKnown: true }))).toEqual([
      "requestPeer",
    ]);
  });

  it("is not prefetched by a lone viewer, nor while the player waits for another segment", () => {
    expect(published(new SwarmHarness().joined(1).play(10), 8)).toEqual([]);
    const harness = new SwarmHarness().joined(2).open("p").play(10);
    harness.want("u/1/v0/5", 10);
    expect(effectTypes(published(harness, 8))).not.toContain("prefetch");
  });

  it("is requested only from peers until a joining viewer's player moves, and afterwards from the server in time", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    harness.announce("p", "u/1/v0/6", "have");
    harness.send({ type: "playhead", positionSec: 10, rate: 1, isMoving: false });
    published(harness, 6, 7);
    expect(effectTypes(harness.send({ type: "hash", segment: "u/1/v0/6", isKnown: true }))).toEqual([
      "requestPeer",
    ]);
    // The segment that the player requests is due immediately. Later segments are due only once the playhead moves.
    expect(effectTypes(harness.want("u/1/v0/5", 10))).toContain("fetchServer");
    harness.send({ type: "arrived", segment: "u/1/v0/5", bytes: 1_000 });
    harness.open("q").send({ type: "connecting", untilMs: harness.nowMs + 60_000 });
    harness.send({ type: "peerClosed", peerId: "p" });
    expect(effectTypes(harness.pass(2_000))).not.toContain("fetchServer");
    expect(
      effectTypes(harness.send({ type: "playhead", positionSec: 10, rate: 1, isMoving: true })),
    ).toContain("fetchServer");
  });

  it("is not loaded again after it has arrived", () => {
    const harness = new SwarmHarness().joined(2).open("p").play(10);
    published(harness, 8);
    expect(effectTypes(harness.send({ type: "arrived", segment: "u/1/v0/8", bytes: 1_000 }))).toEqual([]);
  });
});

describe("the server's measured rate", () => {
  it("is hardly affected by an init segment, which arrives at once on any line", () => {
    const harness = new SwarmHarness().joined(2);
    harness.send({ type: "serverMeasured", latencyMs: 64, bytes: 827, durationMs: 1.2 });
    harness.send({ type: "serverMeasured", latencyMs: 80, bytes: 167_934, durationMs: 1_435 });
    const { sampleBytes, sampleMs } = harness.state.server;
    expect((sampleBytes / sampleMs) * 1000).toBeCloseTo(118_000, -4);
  });
});

describe("penalties and uplink reports", () => {
  it("peers are hardly penalised while none of them answers", () => {
    const harness = new SwarmHarness().joined(4).open("p").open("q").open("r");
    for (const id of ["p", "q", "r"]) harness.announce(id, LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, 300);
    harness.pass(2 * TUNING.peerSilenceMs);
    const penalties = Object.values(harness.state.peers).map(({ penalty }) => penalty);
    expect(Math.max(...penalties)).toBeGreaterThan(0);
    expect(Math.max(...penalties)).toBeLessThanOrEqual(TUNING.penaltySilent);
  });

  it("a peer that reports no uplink is not asked", () => {
    const harness = new SwarmHarness().joined(3).open("p").open("q");
    harness.send({ type: "peerStatus", peerId: "p", uplinkKbps: 0 });
    harness.announce("p", LATER_SEGMENT, "have");
    expect(effectTypes(harness.want(LATER_SEGMENT, 300))).not.toContain("requestPeer");
  });
});

describe("a viewer whose uplink is too slow to share", () => {
  it("does not prefetch for others, and fetches its own segments in time", () => {
    const harness = new SwarmHarness().joined(2).open("p").play(0);
    harness.send({ type: "uplink", bytesPerSec: TUNING.ownBytesPerSec });
    harness.send({ type: "published", segments: [{ segment: LATER_SEGMENT, startSec: 20 }] });
    harness.send({ type: "hash", segment: LATER_SEGMENT, isKnown: true });
    expect(effectTypes(harness.pass(15_000))).not.toContain("fetchServer");
    expect(effectTypes(harness.pass(3_000))).toContain("fetchServer");
  });

  it("asks at most two peers at a time", () => {
    const harness = new SwarmHarness().joined(5).play(0);
    harness.send({ type: "uplink", bytesPerSec: TUNING.ownBytesPerSec });
    for (const peerId of ["p", "q", "r"]) {
      harness.open(peerId);
      for (const index of [5, 6, 7]) harness.announce(peerId, `u/1/v0/${index}`, "have");
    }
    for (const index of [5, 6, 7]) harness.want(`u/1/v0/${index}`, 20 + 2 * index);
    expect(effectTypes(harness.effects).filter((type) => type === "requestPeer")).toHaveLength(2);
    harness.accept("u/1/v0/5", 1, 1_000);
    expect(effectTypes(harness.progress("u/1/v0/5", 1, 1_000))).toContain("requestPeer");
  });
});

describe("after the device slept", () => {
  it("no peer counts as silent and nothing is requested twice", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    harness.announce("p", LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, 300);
    harness.accept(LATER_SEGMENT, 1, 100_000);
    harness.nowMs += 60_000;
    expect(harness.send({ type: "tick" })).toEqual([]);
    expect(harness.pass(1_000)).toEqual([]);
  });
});

describe("uploads", () => {
  const offer = (harness: SwarmHarness) => harness.send({ type: "held", segment: LATER_SEGMENT });

  it("are accepted one after the other with the time that each will take", () => {
    const harness = new SwarmHarness().joined(3).open("p").open("q");
    harness.send({ type: "uplink", bytesPerSec: 250_000 });
    expect(harness.ask("p", 1, LATER_SEGMENT)).toMatchObject([
      { type: "accept", startInMs: 0, etaMs: 500 },
      { type: "startUpload", peerId: "p" },
    ]);
    expect(harness.ask("q", 1, LATER_SEGMENT)).toMatchObject([
      { type: "accept", startInMs: 500, etaMs: 1_000 },
    ]);
    harness.send({ type: "uploadEnded", peerId: "p", requestId: 1 });
    expect(harness.effects.at(-1)).toMatchObject({ type: "startUpload", peerId: "q" });
  });

  it("measure an unknown uplink one at a time, even if they may be late", () => {
    const harness = new SwarmHarness().joined(3).open("p").open("q");
    expect(harness.ask("p", 1, LATER_SEGMENT, 400)).toContainEqual(
      expect.objectContaining({ type: "startUpload" }),
    );
    expect(harness.ask("q", 1, LATER_SEGMENT)).toMatchObject([{ type: "refuse", reason: "busy" }]);
  });

  it("do not measure the uplink while the viewer needs a segment soon, unless that lasts too long", () => {
    const harness = new SwarmHarness().joined(2).open("p").play(0);
    harness.want(FIRST_SEGMENT, 0.5);
    expect(harness.ask("p", 9, LATER_SEGMENT)).toMatchObject([{ type: "refuse", reason: "busy" }]);
    harness.nowMs += TUNING.maxShortMs + 1;
    expect(effectTypes(harness.ask("p", 10, LATER_SEGMENT))).toContain("accept");
  });

  it("are refused on an uplink that is too slow, until it is measured again", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    harness.send({ type: "uplink", bytesPerSec: TUNING.ownBytesPerSec });
    expect(harness.effects.at(-1)).toEqual({ type: "status", uplinkKbps: 0 });
    expect(harness.ask("p", 1, LATER_SEGMENT)).toMatchObject([{ type: "refuse", reason: "off" }]);
    harness.nowMs += TUNING.uplinkStaleMs + 1;
    harness.send({ type: "tick" });
    expect(harness.effects.at(-1)).toEqual({ type: "status", uplinkKbps: TUNING.uplinkStaleKbps });
    expect(effectTypes(harness.ask("p", 2, LATER_SEGMENT))).toEqual(["accept", "startUpload"]);
  });

  it("are refused if they cannot start at the announced time", () => {
    const harness = new SwarmHarness().joined(3).open("p").open("q");
    harness.send({ type: "uplink", bytesPerSec: 100_000 });
    harness.ask("p", 1, LATER_SEGMENT);
    harness.ask("q", 1, LATER_SEGMENT);
    const effects = [];
    for (let at = 2_500; at < 100_000 + 2_500; at += 2_500) {
      harness.nowMs += 50;
      effects.push(
        ...harness.send({ type: "uploadProgress", peerId: "p", requestId: 1, at: Math.min(at, 99_999) }),
      );
    }
    harness.nowMs += 1;
    effects.push(...harness.send({ type: "tick" }));
    expect(effects).toEqual([{ type: "refuse", peerId: "q", requestId: 1, reason: "busy", waitMs: 0 }]);
  });

  it("are refused at once if they would be late, with the time they would take", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    harness.send({ type: "uplink", bytesPerSec: 250_000 });
    expect(harness.ask("p", 1, LATER_SEGMENT, 400)).toEqual([
      { type: "refuse", peerId: "p", requestId: 1, reason: "late", waitMs: 500 },
    ]);
  });

  it("use the rule's percentage of the measured uplink", () => {
    const harness = new SwarmHarness().joined(2, { ...DEFAULT_RULES, uploadPercent: 50 }).open("p");
    harness.send({ type: "uplink", bytesPerSec: 100_000 });
    expect(harness.ask("p", 1, LATER_SEGMENT)).toMatchObject([
      { type: "accept", etaMs: 2_000 },
      { type: "startUpload" },
    ]);
    expect(harness.effects).toContainEqual({ type: "status", uplinkKbps: 400 });
  });

  it("run in parallel if the first receiver is slow", () => {
    const harness = new SwarmHarness().joined(3).open("p").open("q");
    harness.send({ type: "uplink", bytesPerSec: 250_000 });
    harness.ask("p", 1, LATER_SEGMENT);
    harness.ask("q", 1, LATER_SEGMENT);
    harness.nowMs += TUNING.slotProbeMs;
    expect(
      effectTypes(harness.send({ type: "uploadProgress", peerId: "p", requestId: 1, at: 9_000 })),
    ).toEqual(["startUpload"]);
  });

  it("that have not started are refused in favour of a peer that shares more", () => {
    const harness = new SwarmHarness().joined(4).open("p").open("taker").open("giver");
    harness.send({ type: "peerStatus", peerId: "taker", uplinkKbps: 300 });
    harness.send({ type: "peerStatus", peerId: "giver", uplinkKbps: 9_000 });
    harness.send({ type: "uplink", bytesPerSec: 250_000 });
    harness.ask("p", 1, LATER_SEGMENT);
    harness.ask("taker", 1, LATER_SEGMENT);
    expect(harness.ask("giver", 1, LATER_SEGMENT)).toMatchObject([
      { type: "refuse", peerId: "taker", reason: "busy" },
      { type: "accept", peerId: "giver" },
    ]);
  });

  it("to a peer that shares nothing are accepted only while no other upload runs", () => {
    const harness = new SwarmHarness().joined(3).open("p").open("rider");
    harness.send({ type: "peerStatus", peerId: "rider", uplinkKbps: 0 });
    harness.ask("p", 1, LATER_SEGMENT);
    expect(effectTypes(harness.ask("rider", 1, LATER_SEGMENT))).toEqual(["refuse"]);
    harness.send({ type: "uploadEnded", peerId: "p", requestId: 1 });
    expect(effectTypes(harness.ask("rider", 2, LATER_SEGMENT))).toEqual(["accept", "startUpload"]);
  });

  it("end at the byte from which the receiver needs no more", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    harness.ask("p", 1, LATER_SEGMENT);
    expect(harness.send({ type: "uploadCancelled", peerId: "p", requestId: 1, atByte: 50_000 })).toEqual([
      { type: "trimUpload", peerId: "p", requestId: 1, atByte: 50_000 },
    ]);
    harness.send({ type: "uploadCancelled", peerId: "p", requestId: 1, atByte: 0 });
    expect(harness.state.uploads).toEqual([]);
  });

  it("of segments that are not cached are refused", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    expect(harness.ask("p", 1, LATER_SEGMENT, 60_000, 0)).toMatchObject([
      { type: "refuse", reason: "missing" },
    ]);
  });

  it("are refused, and segments are not announced, while uploading is off", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    harness.send({ type: "canUpload", canUpload: false });
    expect(offer(harness)).toEqual([]);
    expect(harness.ask("p", 1, LATER_SEGMENT)).toMatchObject([{ type: "refuse", reason: "off" }]);
  });

  it("start with the held segments announced to a new peer as ranges; dropped ones are announced to all peers", () => {
    const harness = new SwarmHarness().joined(2);
    for (let number = 0; number < 900; number++) harness.send({ type: "held", segment: `u/1/v0/${number}` });
    expect(harness.send({ type: "peerOpen", peerId: "p" })).toEqual([
      expect.objectContaining({ type: "status", peerId: "p" }),
      {
        type: "announce",
        peerId: "p",
        entries: [{ track: "u/1/v0", from: 1, to: 901, holding: "have" }],
      },
    ]);
    expect(harness.send({ type: "dropped", segments: [LATER_SEGMENT] })).toEqual([
      { type: "announce", entries: [{ track: "u/1/v0", from: 6, to: 7, holding: "gone" }] },
    ]);
  });
});

describe("the scheduler", () => {
  it("does not modify the state that it is given", () => {
    const harness = new SwarmHarness().joined(2).open("p");
    const before = harness.state;
    const copy = structuredClone(before);
    harness.announce("p", LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, 20);
    expect(before).toEqual(copy);
  });
});
