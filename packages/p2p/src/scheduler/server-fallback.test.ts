import { describe, expect, it } from "vitest";
import { isFallingBack } from "./server-fallback.ts";
import { SwarmHarness } from "./swarm-harness.ts";
import * as TUNING from "./tuning.ts";

const FIRST_SEGMENT = "u/1/v0/0";
const LATER_SEGMENT = "u/1/v0/5";

/** Sets up half of a segment of 100 kB from a peer at 50 kB/s; the playhead needs it in 1.2 s, and the server takes 50 ms. */
function setUpHalfReceived(): SwarmHarness {
  const harness = new SwarmHarness().joined(2).open("p").play(0);
  harness.send({ type: "serverMeasured", latencyMs: 20, bytes: 100_000, durationMs: 30 });
  harness.announce("p", LATER_SEGMENT, "have");
  harness.want(LATER_SEGMENT, 2.2);
  harness.accept(LATER_SEGMENT, 1, 100_000);
  for (let at = 5_000; at <= 50_000; at += 5_000) {
    harness.pass(100);
    harness.progress(LATER_SEGMENT, 1, at);
  }
  return harness;
}
/** Lists the byte count of each request to the server. */
const fetchedBytes = (harness: SwarmHarness) =>
  harness.effects.flatMap((effect) =>
    effect.type === "fetchServer" ? [effect.toByte - effect.fromByte] : [],
  );
const effectTypes = (effects: { type: string }[]) => effects.map((effect) => effect.type);

describe("a late transfer", () => {
  it("is cut at a byte from which the server sends the rest", () => {
    const harness = new SwarmHarness().joined(2).open("p").play(0);
    harness.announce("p", LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, 8);
    harness.accept(LATER_SEGMENT, 1, 20_000_000);
    for (let step = 1; step <= 12; step++) {
      harness.pass(500);
      harness.progress(LATER_SEGMENT, 1, step * 200_000);
    }
    const last = harness.effects.filter(({ type }) => type === "cancelPeer" || type === "fetchServer");
    expect(last).toMatchObject([
      { type: "cancelPeer", peerId: "p" },
      { type: "fetchServer", toByte: 20_000_000 },
    ]);
    const [cut, rest] = last;
    const isWhole =
      cut?.type === "cancelPeer" && rest?.type === "fetchServer" && cut.atByte === rest.fromByte;
    expect(isWhole).toBe(true);
  });

  it("is cancelled completely if the peer would send hardly anything more", () => {
    const harness = new SwarmHarness().joined(2).open("p").play(0);
    harness.announce("p", LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, 8);
    harness.accept(LATER_SEGMENT, 1, 1_000_000);
    for (let step = 1; step <= 12; step++) {
      harness.pass(500);
      harness.progress(LATER_SEGMENT, 1, step * 2_000);
    }
    expect(harness.effects).toContainEqual(expect.objectContaining({ type: "cancelPeer", atByte: 0 }));
    expect(harness.effects.filter(({ type }) => type === "fetchServer")).toHaveLength(1);
  });

  it("is requested from the server in pieces that are not too small", () => {
    const harness = setUpHalfReceived();
    for (let at = 50_500; at <= 56_000; at += 500) {
      harness.pass(100);
      harness.progress(LATER_SEGMENT, 1, at);
    }
    expect(fetchedBytes(harness).length).toBeGreaterThan(0);
    expect(Math.min(...fetchedBytes(harness))).toBeGreaterThan(4_000);
  });

  it("continues if its rest arrives before the server would respond", () => {
    const harness = setUpHalfReceived();
    harness.send({ type: "serverMeasured", latencyMs: 9_000, bytes: 100_000, durationMs: 30 });
    harness.pass(100);
    harness.progress(LATER_SEGMENT, 1, 55_000);
    expect(harness.effects.filter(({ type }) => type === "cancelPeer")).toEqual([]);
  });

  it("is cancelled near the deadline if its peer has gone quiet", () => {
    const harness = setUpHalfReceived();
    harness.pass(TUNING.quietMs + 100);
    expect(harness.effects).toContainEqual({ type: "cancelPeer", peerId: "p", requestId: 1, atByte: 0 });
    const here = harness.state.wants[LATER_SEGMENT]?.pieces.filter(({ peerId }) => peerId !== "");
    expect(here).toEqual([]);
  });

  it("is not shared near its end, since the cancellation would arrive too late", () => {
    const harness = new SwarmHarness().joined(3).open("p").open("q");
    harness.announce("p", LATER_SEGMENT, "have");
    harness.want(LATER_SEGMENT, 60);
    harness.accept(LATER_SEGMENT, 1, 1_000_000);
    harness.pass(1_000);
    harness.progress(LATER_SEGMENT, 1, 500_000);
    expect(harness.announce("q", LATER_SEGMENT, "have")).toEqual([]);
  });
});

describe("a segment that the server sends at the last moment", () => {
  it("has the line to itself: later segments are requested once it has arrived", () => {
    const harness = new SwarmHarness().joined(3).open("p").open("q");
    harness.send({ type: "playhead", positionSec: 9.9, rate: 1, isMoving: true });
    harness.announce("p", LATER_SEGMENT, "have");
    expect(effectTypes(harness.want(FIRST_SEGMENT, 10))).toContain("fetchServer");
    expect(effectTypes(harness.want(LATER_SEGMENT, 20))).not.toContain("requestPeer");
    expect(effectTypes(harness.send({ type: "arrived", segment: FIRST_SEGMENT, bytes: 100_000 }))).toContain(
      "requestPeer",
    );
  });

  it("holds back our own uploads for a limited time", () => {
    const harness = new SwarmHarness().joined(2).open("p").play(9.9);
    expect(isFallingBack(harness.state, harness.nowMs)).toBe(false);
    harness.want(FIRST_SEGMENT, 10);
    expect(isFallingBack(harness.state, harness.nowMs)).toBe(true);
    expect(isFallingBack(harness.state, harness.nowMs + TUNING.maxServerFallbackMs)).toBe(false);
  });
});
