import { describe, expect, it } from "vitest";
import { isFallingBack } from "./server-fallback.ts";
import { SwarmRig } from "./swarm-rig.ts";
import * as TUNING from "./tuning.ts";

const FIRST = "u/1/v0/0";
const LATER = "u/1/v0/5";

/** Sets up half of a segment of 100 kB from a peer at 50 kB/s; the playhead needs it in 1.2 s, and the server takes 50 ms. */
function halfHere(): SwarmRig {
  const rig = new SwarmRig().joined(2).open("p").play(0);
  rig.send({ type: "serverMeasured", latencyMs: 20, bytes: 100_000, durationMs: 30 });
  rig.announce("p", LATER, "have");
  rig.want(LATER, 2.2);
  rig.accept(LATER, 1, 100_000);
  for (let at = 5_000; at <= 50_000; at += 5_000) {
    rig.pass(100);
    rig.progress(LATER, 1, at);
  }
  return rig;
}
/** Lists the number of bytes of each request to the server. */
const fetched = (rig: SwarmRig) =>
  rig.effects.flatMap((effect) => (effect.type === "fetchServer" ? [effect.toByte - effect.fromByte] : []));
const types = (effects: { type: string }[]) => effects.map((effect) => effect.type);

describe("a late transfer", () => {
  it("is cut at a byte from which the server sends the rest", () => {
    const rig = new SwarmRig().joined(2).open("p").play(0);
    rig.announce("p", LATER, "have");
    rig.want(LATER, 8);
    rig.accept(LATER, 1, 20_000_000);
    for (let step = 1; step <= 12; step++) {
      rig.pass(500);
      rig.progress(LATER, 1, step * 200_000);
    }
    const last = rig.effects.filter(({ type }) => type === "cancelPeer" || type === "fetchServer");
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
    const rig = new SwarmRig().joined(2).open("p").play(0);
    rig.announce("p", LATER, "have");
    rig.want(LATER, 8);
    rig.accept(LATER, 1, 1_000_000);
    for (let step = 1; step <= 12; step++) {
      rig.pass(500);
      rig.progress(LATER, 1, step * 2_000);
    }
    expect(rig.effects).toContainEqual(expect.objectContaining({ type: "cancelPeer", atByte: 0 }));
    expect(rig.effects.filter(({ type }) => type === "fetchServer")).toHaveLength(1);
  });

  it("is requested from the server in pieces that are not too small", () => {
    const rig = halfHere();
    for (let at = 50_500; at <= 56_000; at += 500) {
      rig.pass(100);
      rig.progress(LATER, 1, at);
    }
    expect(fetched(rig).length).toBeGreaterThan(0);
    expect(Math.min(...fetched(rig))).toBeGreaterThan(4_000);
  });

  it("continues if its rest arrives before the server would respond", () => {
    const rig = halfHere();
    rig.send({ type: "serverMeasured", latencyMs: 9_000, bytes: 100_000, durationMs: 30 });
    rig.pass(100);
    rig.progress(LATER, 1, 55_000);
    expect(rig.effects.filter(({ type }) => type === "cancelPeer")).toEqual([]);
  });

  it("is cancelled near the deadline if its peer has gone quiet", () => {
    const rig = halfHere();
    rig.pass(TUNING.quietMs + 100);
    expect(rig.effects).toContainEqual({ type: "cancelPeer", peerId: "p", requestId: 1, atByte: 0 });
    const here = rig.state.wants[LATER]?.pieces.filter(({ peerId }) => peerId !== "");
    expect(here).toEqual([]);
  });

  it("is not shared near its end, since the cancellation would arrive too late", () => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    rig.announce("p", LATER, "have");
    rig.want(LATER, 60);
    rig.accept(LATER, 1, 1_000_000);
    rig.pass(1_000);
    rig.progress(LATER, 1, 500_000);
    expect(rig.announce("q", LATER, "have")).toEqual([]);
  });
});

describe("a segment that the server sends at the last moment", () => {
  it("has the line to itself: later segments are requested once it has arrived", () => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    rig.send({ type: "playhead", positionSec: 9.9, rate: 1, isMoving: true });
    rig.announce("p", LATER, "have");
    expect(types(rig.want(FIRST, 10))).toContain("fetchServer");
    expect(types(rig.want(LATER, 20))).not.toContain("requestPeer");
    expect(types(rig.send({ type: "arrived", segment: FIRST, bytes: 100_000 }))).toContain("requestPeer");
  });

  it("holds back our own uploads for a limited time", () => {
    const rig = new SwarmRig().joined(2).open("p").play(9.9);
    expect(isFallingBack(rig.state, rig.nowMs)).toBe(false);
    rig.want(FIRST, 10);
    expect(isFallingBack(rig.state, rig.nowMs)).toBe(true);
    expect(isFallingBack(rig.state, rig.nowMs + TUNING.serverFallbackMaxMs)).toBe(false);
  });
});
