import { expect, test } from "vitest";
import { createFakePlayer } from "../testing/fake-frame-player.ts";
import { followLeader, frameOfLeader, leaderStateOf } from "./lead.ts";

test.each([
  [{ frame: 100, speed: 0 }, 5_000, 100],
  [{ frame: 100, speed: 1 }, 1_000, 125],
  [{ frame: 100, speed: 2 }, 1_000, 150],
  [{ frame: 100, speed: -1 }, 1_000, 75],
  [{ frame: 10, speed: -1 }, 60_000, 0],
  [{ frame: 990, speed: 1 }, 60_000, 999],
])("a leader at %o has reached, after %i ms, frame %i", (lead, ageMs, frame) => {
  const { clock } = createFakePlayer().player.getSnapshot();
  if (!clock) throw new Error("No clock");
  expect(frameOfLeader(lead, ageMs, clock)).toBe(frame);
});

test("a follower jumps to a paused leader's frame, and plays with a playing leader", () => {
  const { player, asked, set } = createFakePlayer();
  followLeader(player, { frame: 80, speed: 0 }, 0);
  followLeader(player, { frame: 80, speed: 1.5 }, 0);
  expect(asked.splice(0)).toEqual(["seek 80", "play 1.5"]);
  set({ shownFrame: 82 });
  followLeader(player, { frame: 83, speed: 1.5 }, 0);
  expect(asked.splice(0)).toEqual([]);
  followLeader(player, { frame: 200, speed: 1.5 }, 0);
  followLeader(player, { frame: 210, speed: 0 }, 9_000);
  expect(asked).toEqual(["seek 200", "pause", "seek 210"]);
});

test("a player that is not ready is not moved", () => {
  const { player, asked } = createFakePlayer({ status: "loading", clock: undefined });
  followLeader(player, { frame: 80, speed: 1 }, 0);
  expect(asked).toEqual([]);
});

test("the state of a paused leader has the requested frame, that of a playing one the shown frame", () => {
  const { player, set } = createFakePlayer({ shownFrame: 5, wantedFrame: 9, speed: -2 });
  expect(leaderStateOf(player.getSnapshot())).toEqual({ frame: 9, speed: 0 });
  set({ isPlaying: true });
  expect(leaderStateOf(player.getSnapshot())).toEqual({ frame: 5, speed: -2 });
});
