import { afterEach, expect, it, vi } from "vitest";
import { decide } from "../scheduler/decide.ts";
import { createSwarmState, type SwarmEvent } from "../scheduler/state.ts";
import { DEFAULT_RULES } from "../scheduler/swarm-harness.ts";
import { FULL_SWARM } from "./full-swarm.ts";
import { sha256Hex } from "./sha256.ts";

const EVENTS: SwarmEvent[] = [
  { type: "joined", peerId: "self", audience: 2, rules: DEFAULT_RULES },
  { type: "playhead", positionSec: 0, rate: 1, isMoving: true },
  { type: "peerOpen", peerId: "other" },
  { type: "announced", peerId: "other", entries: [] },
  { type: "published", segments: [{ segment: "u/1/v0/3", startSec: 6 }] },
];
const effectsOf = (extras = FULL_SWARM.scheduler) => {
  let state = createSwarmState(DEFAULT_RULES);
  return EVENTS.flatMap((event) => {
    const step = decide(state, event, 1_000, extras);
    state = step.state;
    return step.effects.map(({ type }) => type);
  });
};

afterEach(() => {
  vi.unstubAllGlobals();
});

it("published segments of a live are prefetched only with the parts of FULL_SWARM", () => {
  expect(effectsOf()).toContain("prefetch");
  expect(effectsOf({})).not.toContain("prefetch");
});

it("sha256Hex hashes in script outside a secure context, and returns an empty text without that script", async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const right = "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81";
  expect(await sha256Hex(bytes)).toBe(right);
  vi.stubGlobal("crypto", {});
  expect(await sha256Hex(bytes, FULL_SWARM.sha256InScript)).toBe(right);
  expect(await sha256Hex(bytes)).toBe("");
});
