import { describe, expect, it } from "vitest";
import { OPEN_END } from "../protocol/index.ts";
import { DEFAULT_RULES, SwarmRig } from "./swarm-rig.ts";
import * as TUNING from "./tuning.ts";

const FIRST = "u/1/v0/0";
const LATER = "u/1/v0/5";

const types = (effects: { type: string }[]) => effects.map((effect) => effect.type);

describe("a viewer without usable peers", () => {
  it("fetches from the server at once when the tracker reports an audience of one", () => {
    const rig = new SwarmRig().joined(1);
    expect(rig.want(LATER, 20)).toEqual([
      { type: "fetchServer", segment: LATER, requestId: 1, fromByte: 0, toByte: OPEN_END },
    ]);
  });

  it("fetches from the server at once when the rules forbid peers", () => {
    const rig = new SwarmRig().joined(8, { ...DEFAULT_RULES, enabled: false }).open("p");
    rig.announce("p", LATER, "have");
    expect(types(rig.want(LATER, 20))).toEqual(["fetchServer", "announce"]);
  });

  it("fetches from the server at once below the viewer threshold", () => {
    const rig = new SwarmRig().joined(2, { ...DEFAULT_RULES, viewerThreshold: 3 });
    expect(types(rig.want(LATER, 20))).toEqual(["fetchServer"]);
  });
});

describe("a viewer in their first seconds", () => {
  it("fetches a segment that the playhead needs now from the server, although a peer has it", () => {
    const rig = new SwarmRig().joined(8).open("p");
    rig.announce("p", FIRST, "have");
    expect(types(rig.want(FIRST, 0))).toContain("fetchServer");
  });

  it("waits for peers that are being connected if the deadline is far, and fetches from the server afterwards", () => {
    const rig = new SwarmRig().joined(8);
    rig.send({ type: "connecting", untilMs: rig.nowMs + 3_000 });
    expect(rig.want(LATER, 20)).toEqual([]);
    expect(rig.pass(2_900)).toEqual([]);
    expect(types(rig.pass(200))).toEqual(["fetchServer"]);
  });
});

describe("a segment that a peer has", () => {
  it("is requested from that peer without any announcement", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.announce("p", LATER, "have");
    expect(rig.want(LATER, 20)).toEqual([
      expect.objectContaining({
        type: "requestPeer",
        peerId: "p",
        requestId: 1,
        segment: LATER,
        fromByte: 0,
      }),
    ]);
  });

  it("is requested from another peer if the first is busy, and later from the first again", () => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    rig.announce("p", LATER, "have");
    rig.announce("q", LATER, "have");
    rig.want(LATER, 20);
    expect(types(rig.refuse(LATER, 1, "busy"))).toEqual(["requestPeer"]);
    expect(rig.requestedPeers()).toEqual(new Set(["p", "q"]));
    expect(rig.refuse(LATER, 2, "busy")).toEqual([]);
    expect(types(rig.pass(TUNING.busyRetryMs))).toEqual(["requestPeer"]);
  });

  it("is requested again from a peer that would be late, after half of the time it stated", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.announce("p", LATER, "have");
    rig.want(LATER, 20);
    rig.refuse(LATER, 1, "late", 2_000);
    expect(rig.pass(900)).toEqual([]);
    expect(types(rig.pass(200))).toEqual(["requestPeer"]);
  });

  it("is fetched from the server near the deadline if the peer does not send", () => {
    const rig = new SwarmRig().joined(2).open("p").play(0);
    rig.announce("p", LATER, "have");
    rig.want(LATER, 8);
    rig.refuse(LATER, 1, "off");
    expect(types(rig.pass(5_000))).toEqual([]);
    expect(types(rig.pass(1_000))).toEqual(["fetchServer", "announce"]);
  });

  it("is requested in pieces from several peers if a single one would take long", () => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    rig.send({ type: "arrived", segment: FIRST, bytes: 1_000_000 });
    rig.announce("p", LATER, "have");
    rig.announce("q", LATER, "have");
    const requests = rig.want(LATER, 20).filter(({ type }) => type === "requestPeer");
    expect(requests).toMatchObject([
      { fromByte: 0, toByte: 500_000 },
      { fromByte: 500_000, toByte: OPEN_END },
    ]);
    expect(rig.requestedPeers()).toEqual(new Set(["p", "q"]));
  });

  it("is shared between a slow peer and another one that has it later", () => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    rig.announce("p", LATER, "have");
    rig.want(LATER, 60);
    rig.accept(LATER, 1, 1_000_000);
    rig.progress(LATER, 1, 20_000);
    rig.pass(1_000);
    rig.progress(LATER, 1, 200_000);
    expect(rig.announce("q", LATER, "have")).toMatchObject([
      { type: "cancelPeer", peerId: "p", atByte: 600_000 },
      { type: "requestPeer", peerId: "q", fromByte: 600_000, toByte: 1_000_000 },
    ]);
  });

  it.each([
    ["is not shared when it would be there before the word to stop", 60, 800, []],
    ["is shared when its second half comes later than that", 60, 2_000, ["cancelPeer", "requestPeer"]],
    ["is shared sooner when there is little time", 3, 800, ["cancelPeer", "requestPeer"]],
  ])("%s", (_name, startSec, etaMs, effects) => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    rig.announce("p", LATER, "have");
    rig.want(LATER, startSec);
    rig.announce("q", LATER, "have");
    expect(types(rig.accept(LATER, 1, 200_000, 0, etaMs))).toEqual(effects);
  });

  it("stays with a peer that starts late but is fast", () => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    rig.announce("p", LATER, "have");
    rig.want(LATER, 60);
    rig.announce("q", LATER, "have");
    rig.accept(LATER, 1, 200_000, 0, 300);
    rig.pass(700);
    expect(rig.progress(LATER, 1, 20_000)).toEqual([]);
  });

  it("is continued by another peer when the first falls silent", () => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    rig.announce("p", LATER, "have");
    rig.want(LATER, 30);
    rig.accept(LATER, 1, 100_000);
    rig.progress(LATER, 1, 40_000);
    rig.announce("q", LATER, "have");
    expect(rig.pass(TUNING.peerSilenceMs + 100)).toMatchObject([
      { type: "cancelPeer", peerId: "p" },
      { type: "requestPeer", peerId: "q", fromByte: 40_000 },
    ]);
  });

  it("is cancelled long after it should have arrived, unless little of it is left", () => {
    const atAPace = (bytesPerStep: number) => {
      const rig = new SwarmRig().joined(3).open("p");
      rig.announce("p", LATER, "have");
      rig.want(LATER, 90);
      rig.accept(LATER, 1, 100_000, 0, 2_000);
      for (let at = bytesPerStep; at < 100_000 && rig.nowMs < 1_009_000; at += bytesPerStep) {
        rig.pass(500);
        rig.progress(LATER, 1, at);
      }
      return rig.effects.filter(({ type }) => type === "cancelPeer");
    };
    expect(atAPace(2_000)).toMatchObject([{ peerId: "p", atByte: 0 }]);
    expect(atAPace(9_000)).toEqual([]);
  });

  it("is awaited until the start that the peer announced, and cancelled if it stays silent after that", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.announce("p", LATER, "have");
    rig.want(LATER, 60);
    rig.accept(LATER, 1, 100_000, 4_000, 5_000);
    expect(rig.pass(4_000 + TUNING.peerSilenceMs - 100)).toEqual([]);
    expect(types(rig.pass(200))).toContain("cancelPeer");
  });

  it("is fetched only from the server after a peer sent wrong bytes, and that peer is not asked for a while", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.announce("p", LATER, "have");
    rig.want(LATER, 30);
    rig.send({ type: "liars", peerIds: ["p"] });
    const effects = rig.send({ type: "corrupt", segment: LATER });
    expect(effects).toMatchObject([
      { type: "cancelPeer", peerId: "p" },
      { type: "fetchServer", fromByte: 0 },
      { type: "announce" },
    ]);
    rig.announce("p", "u/1/v0/6", "have");
    expect(types(rig.want("u/1/v0/6", 34))).not.toContain("requestPeer");
    rig.pass(TUNING.penaltyHalfLifeMs * 2.1);
    rig.announce("p", "u/1/v0/7", "have");
    expect(types(rig.want("u/1/v0/7", 300))).toContain("requestPeer");
  });

  it("is not requested from a peer until the bytes that it sent of another segment are verified", () => {
    const other = "u/1/v0/6";
    const rig = new SwarmRig().joined(3).open("p").open("q");
    for (const segment of [LATER, other]) rig.announce("p", segment, "have");
    rig.want(LATER, 30);
    rig.accept(LATER, 1, 200_000);
    rig.want(other, 32);
    rig.progress(LATER, 1, 80_000);
    rig.refuse(LATER, 1, "busy");
    expect(rig.effects.filter(({ type }) => type === "requestPeer")).toHaveLength(1);
    expect(rig.send({ type: "arrived", segment: LATER, bytes: 200_000 })).toMatchObject([
      { type: "requestPeer", peerId: "p", segment: other },
    ]);
  });

  it("is not requested from a peer that was silent for two segments", () => {
    const rig = new SwarmRig().joined(2).open("p");
    for (const number of [5, 6, 7]) {
      rig.announce("p", `u/1/v0/${number}`, "have");
      rig.want(`u/1/v0/${number}`, 60);
      rig.pass(TUNING.peerSilenceMs + 200);
    }
    const requests = rig.effects.filter(({ type }) => type === "requestPeer");
    expect(requests).toHaveLength(2);
  });

  it("is not requested before its hash is known", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.announce("p", LATER, "have");
    const effects = rig.send({ type: "want", segment: LATER, startSec: 20, isVerifiable: false });
    expect(effects).toEqual([]);
    expect(types(rig.send({ type: "hash", segment: LATER, isKnown: true }))).toEqual(["requestPeer"]);
  });

  it("is fetched from the server if there is no hash", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.announce("p", LATER, "have");
    rig.send({ type: "want", segment: LATER, startSec: 20, isVerifiable: false });
    expect(types(rig.send({ type: "hash", segment: LATER, isKnown: false }))).toEqual([
      "fetchServer",
      "announce",
    ]);
  });
});

describe("while the server fails", () => {
  it("a segment is requested from a peer even at its deadline, and from the server again after its delay", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.want(FIRST, 0);
    rig.announce("p", FIRST, "have");
    const effects = rig.send({ type: "serverFailed", segment: FIRST, requestId: 1, retryAfterMs: 2_000 });
    expect(types(effects)).toEqual(["requestPeer"]);
    expect(types(rig.refuse(FIRST, 2, "busy"))).not.toContain("fetchServer");
    rig.send({ type: "peerClosed", peerId: "p" });
    expect(types(rig.pass(2_000))).toContain("fetchServer");
  });
});

describe("a published segment of a live", () => {
  const published = (rig: SwarmRig, ...numbers: number[]) =>
    rig.send({
      type: "published",
      segments: numbers.map((number) => ({ segment: `u/1/v0/${number}`, startSec: number * 2 })),
    });

  it("is prefetched before the player requests it", () => {
    const rig = new SwarmRig().joined(2).open("p").play(10);
    expect(published(rig, 8, 9)).toMatchObject([
      { type: "prefetch", segment: "u/1/v0/8" },
      { type: "prefetch", segment: "u/1/v0/9" },
      { type: "announce", entries: [{ from: 9, to: 11, holding: "want" }] },
    ]);
    rig.announce("p", "u/1/v0/8", "have");
    expect(types(rig.send({ type: "hash", segment: "u/1/v0/8", isKnown: true }))).toEqual(["requestPeer"]);
  });

  it("is not prefetched by a lone viewer, nor while the player waits for another segment", () => {
    expect(published(new SwarmRig().joined(1).play(10), 8)).toEqual([]);
    const rig = new SwarmRig().joined(2).open("p").play(10);
    rig.want("u/1/v0/5", 10);
    expect(types(published(rig, 8))).not.toContain("prefetch");
  });

  it("is requested only from peers until a joining viewer's player moves, and afterwards from the server in time", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.announce("p", "u/1/v0/6", "have");
    rig.send({ type: "playhead", positionSec: 10, rate: 1, isMoving: false });
    published(rig, 6, 7);
    expect(types(rig.send({ type: "hash", segment: "u/1/v0/6", isKnown: true }))).toEqual(["requestPeer"]);
    // The segment that the player requests is due at once, while later ones are due once the playhead moves.
    expect(types(rig.want("u/1/v0/5", 10))).toContain("fetchServer");
    rig.send({ type: "arrived", segment: "u/1/v0/5", bytes: 1_000 });
    rig.open("q").send({ type: "connecting", untilMs: rig.nowMs + 60_000 });
    rig.send({ type: "peerClosed", peerId: "p" });
    expect(types(rig.pass(2_000))).not.toContain("fetchServer");
    expect(types(rig.send({ type: "playhead", positionSec: 10, rate: 1, isMoving: true }))).toContain(
      "fetchServer",
    );
  });

  it("is not loaded again after it has arrived", () => {
    const rig = new SwarmRig().joined(2).open("p").play(10);
    published(rig, 8);
    expect(types(rig.send({ type: "arrived", segment: "u/1/v0/8", bytes: 1_000 }))).toEqual([]);
  });
});

describe("the server's measured rate", () => {
  it("is hardly affected by an init segment, which arrives at once on any line", () => {
    const rig = new SwarmRig().joined(2);
    rig.send({ type: "serverMeasured", latencyMs: 64, bytes: 827, durationMs: 1.2 });
    rig.send({ type: "serverMeasured", latencyMs: 80, bytes: 167_934, durationMs: 1_435 });
    const { sampleBytes, sampleMs } = rig.state.server;
    expect((sampleBytes / sampleMs) * 1000).toBeCloseTo(118_000, -4);
  });
});

describe("penalties and uplink reports", () => {
  it("peers are hardly penalised while none of them answers", () => {
    const rig = new SwarmRig().joined(4).open("p").open("q").open("r");
    for (const id of ["p", "q", "r"]) rig.announce(id, LATER, "have");
    rig.want(LATER, 300);
    rig.pass(2 * TUNING.peerSilenceMs);
    const penalties = Object.values(rig.state.peers).map(({ penalty }) => penalty);
    expect(Math.max(...penalties)).toBeGreaterThan(0);
    expect(Math.max(...penalties)).toBeLessThanOrEqual(TUNING.penaltySilent);
  });

  it("a peer that reports no uplink is not asked", () => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    rig.send({ type: "peerStatus", peerId: "p", uplinkKbps: 0 });
    rig.announce("p", LATER, "have");
    expect(types(rig.want(LATER, 300))).not.toContain("requestPeer");
  });
});

describe("a viewer whose uplink is too slow to share", () => {
  it("does not prefetch for others, and fetches its own segments in time", () => {
    const rig = new SwarmRig().joined(2).open("p").play(0);
    rig.send({ type: "uplink", bytesPerSec: TUNING.ownBytesPerSec });
    rig.send({ type: "published", segments: [{ segment: LATER, startSec: 20 }] });
    rig.send({ type: "hash", segment: LATER, isKnown: true });
    expect(types(rig.pass(15_000))).not.toContain("fetchServer");
    expect(types(rig.pass(3_000))).toContain("fetchServer");
  });

  it("asks at most two peers at a time", () => {
    const rig = new SwarmRig().joined(5).play(0);
    rig.send({ type: "uplink", bytesPerSec: TUNING.ownBytesPerSec });
    for (const peerId of ["p", "q", "r"]) {
      rig.open(peerId);
      for (const index of [5, 6, 7]) rig.announce(peerId, `u/1/v0/${index}`, "have");
    }
    for (const index of [5, 6, 7]) rig.want(`u/1/v0/${index}`, 20 + 2 * index);
    expect(types(rig.effects).filter((type) => type === "requestPeer")).toHaveLength(2);
    rig.accept("u/1/v0/5", 1, 1_000);
    expect(types(rig.progress("u/1/v0/5", 1, 1_000))).toContain("requestPeer");
  });
});

describe("after the device slept", () => {
  it("no peer counts as silent and nothing is requested twice", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.announce("p", LATER, "have");
    rig.want(LATER, 300);
    rig.accept(LATER, 1, 100_000);
    rig.nowMs += 60_000;
    expect(rig.send({ type: "tick" })).toEqual([]);
    expect(rig.pass(1_000)).toEqual([]);
  });
});

describe("uploads", () => {
  const offer = (rig: SwarmRig) => rig.send({ type: "held", segment: LATER });

  it("are accepted one after the other with the time that each will take", () => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    rig.send({ type: "uplink", bytesPerSec: 250_000 });
    expect(rig.ask("p", 1, LATER)).toMatchObject([
      { type: "accept", startInMs: 0, etaMs: 500 },
      { type: "startUpload", peerId: "p" },
    ]);
    expect(rig.ask("q", 1, LATER)).toMatchObject([{ type: "accept", startInMs: 500, etaMs: 1_000 }]);
    rig.send({ type: "uploadEnded", peerId: "p", requestId: 1 });
    expect(rig.effects.at(-1)).toMatchObject({ type: "startUpload", peerId: "q" });
  });

  it("measure an unknown uplink one at a time, even if they may be late", () => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    expect(rig.ask("p", 1, LATER, 400)).toContainEqual(expect.objectContaining({ type: "startUpload" }));
    expect(rig.ask("q", 1, LATER)).toMatchObject([{ type: "refuse", reason: "busy" }]);
  });

  it("do not measure the uplink while the viewer needs a segment soon, unless that lasts too long", () => {
    const rig = new SwarmRig().joined(2).open("p").play(0);
    rig.want(FIRST, 0.5);
    expect(rig.ask("p", 9, LATER)).toMatchObject([{ type: "refuse", reason: "busy" }]);
    rig.nowMs += TUNING.shortMaxMs + 1;
    expect(types(rig.ask("p", 10, LATER))).toContain("accept");
  });

  it("are refused on an uplink that is too slow, until it is measured again", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.send({ type: "uplink", bytesPerSec: TUNING.ownBytesPerSec });
    expect(rig.effects.at(-1)).toEqual({ type: "status", uplinkKbps: 0 });
    expect(rig.ask("p", 1, LATER)).toMatchObject([{ type: "refuse", reason: "off" }]);
    rig.nowMs += TUNING.uplinkStaleMs + 1;
    rig.send({ type: "tick" });
    expect(rig.effects.at(-1)).toEqual({ type: "status", uplinkKbps: TUNING.uplinkStaleKbps });
    expect(types(rig.ask("p", 2, LATER))).toEqual(["accept", "startUpload"]);
  });

  it("are refused if they cannot start at the announced time", () => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    rig.send({ type: "uplink", bytesPerSec: 100_000 });
    rig.ask("p", 1, LATER);
    rig.ask("q", 1, LATER);
    const effects = [];
    for (let at = 2_500; at < 100_000 + 2_500; at += 2_500) {
      rig.nowMs += 50;
      effects.push(
        ...rig.send({ type: "uploadProgress", peerId: "p", requestId: 1, at: Math.min(at, 99_999) }),
      );
    }
    rig.nowMs += 1;
    effects.push(...rig.send({ type: "tick" }));
    expect(effects).toEqual([{ type: "refuse", peerId: "q", requestId: 1, reason: "busy", waitMs: 0 }]);
  });

  it("are refused at once if they would be late, with the time they would take", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.send({ type: "uplink", bytesPerSec: 250_000 });
    expect(rig.ask("p", 1, LATER, 400)).toEqual([
      { type: "refuse", peerId: "p", requestId: 1, reason: "late", waitMs: 500 },
    ]);
  });

  it("use the rule's percentage of the measured uplink", () => {
    const rig = new SwarmRig().joined(2, { ...DEFAULT_RULES, uploadPercent: 50 }).open("p");
    rig.send({ type: "uplink", bytesPerSec: 100_000 });
    expect(rig.ask("p", 1, LATER)).toMatchObject([{ type: "accept", etaMs: 2_000 }, { type: "startUpload" }]);
    expect(rig.effects).toContainEqual({ type: "status", uplinkKbps: 400 });
  });

  it("run in parallel if the first receiver is slow", () => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    rig.send({ type: "uplink", bytesPerSec: 250_000 });
    rig.ask("p", 1, LATER);
    rig.ask("q", 1, LATER);
    rig.nowMs += TUNING.slotProbeMs;
    expect(types(rig.send({ type: "uploadProgress", peerId: "p", requestId: 1, at: 9_000 }))).toEqual([
      "startUpload",
    ]);
  });

  it("that have not started are refused in favour of a peer that shares more", () => {
    const rig = new SwarmRig().joined(4).open("p").open("taker").open("giver");
    rig.send({ type: "peerStatus", peerId: "taker", uplinkKbps: 300 });
    rig.send({ type: "peerStatus", peerId: "giver", uplinkKbps: 9_000 });
    rig.send({ type: "uplink", bytesPerSec: 250_000 });
    rig.ask("p", 1, LATER);
    rig.ask("taker", 1, LATER);
    expect(rig.ask("giver", 1, LATER)).toMatchObject([
      { type: "refuse", peerId: "taker", reason: "busy" },
      { type: "accept", peerId: "giver" },
    ]);
  });

  it("to a peer that shares nothing are accepted only while no other upload runs", () => {
    const rig = new SwarmRig().joined(3).open("p").open("rider");
    rig.send({ type: "peerStatus", peerId: "rider", uplinkKbps: 0 });
    rig.ask("p", 1, LATER);
    expect(types(rig.ask("rider", 1, LATER))).toEqual(["refuse"]);
    rig.send({ type: "uploadEnded", peerId: "p", requestId: 1 });
    expect(types(rig.ask("rider", 2, LATER))).toEqual(["accept", "startUpload"]);
  });

  it("end at the byte from which the receiver needs no more", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.ask("p", 1, LATER);
    expect(rig.send({ type: "uploadCancelled", peerId: "p", requestId: 1, atByte: 50_000 })).toEqual([
      { type: "trimUpload", peerId: "p", requestId: 1, atByte: 50_000 },
    ]);
    rig.send({ type: "uploadCancelled", peerId: "p", requestId: 1, atByte: 0 });
    expect(rig.state.uploads).toEqual([]);
  });

  it("of segments that are not cached are refused", () => {
    const rig = new SwarmRig().joined(2).open("p");
    expect(rig.ask("p", 1, LATER, 60_000, 0)).toMatchObject([{ type: "refuse", reason: "missing" }]);
  });

  it("are refused, and segments are not announced, while uploading is off", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.send({ type: "canUpload", canUpload: false });
    expect(offer(rig)).toEqual([]);
    expect(rig.ask("p", 1, LATER)).toMatchObject([{ type: "refuse", reason: "off" }]);
  });

  it("start with the held segments announced to a new peer as ranges; dropped ones are announced to all peers", () => {
    const rig = new SwarmRig().joined(2);
    for (let number = 0; number < 900; number++) rig.send({ type: "held", segment: `u/1/v0/${number}` });
    expect(rig.send({ type: "peerOpen", peerId: "p" })).toEqual([
      expect.objectContaining({ type: "status", peerId: "p" }),
      {
        type: "announce",
        peerId: "p",
        entries: [{ track: "u/1/v0", from: 1, to: 901, holding: "have" }],
      },
    ]);
    expect(rig.send({ type: "dropped", segments: [LATER] })).toEqual([
      { type: "announce", entries: [{ track: "u/1/v0", from: 6, to: 7, holding: "gone" }] },
    ]);
  });
});

describe("the scheduler", () => {
  it("does not modify the state that it is given", () => {
    const rig = new SwarmRig().joined(2).open("p");
    const before = rig.state;
    const copy = structuredClone(before);
    rig.announce("p", LATER, "have");
    rig.want(LATER, 20);
    expect(before).toEqual(copy);
  });
});
