import { expect, test } from "vitest";
import { createFramePairs } from "./frame-pairs.ts";

const tenFramesEarlier = (frame: number) => (frame >= 10 ? frame - 10 : null);

test("a pair is shown once both pictures have arrived, in either order", () => {
  const pairs = createFramePairs<string>(tenFramesEarlier);
  expect(pairs.addLead(30, "lead 30")).toBeUndefined();
  expect(pairs.addFollower(20, "follower 20")).toEqual({ lead: "lead 30", follower: "follower 20" });
  expect(pairs.addFollower(21, "follower 21")).toBeUndefined();
  expect(pairs.addFollower(22, "follower 22")).toBeUndefined();
  expect(pairs.addLead(31, "lead 31")).toEqual({ lead: "lead 31", follower: "follower 21" });
});

test("of several pairs only the newest is shown, and no older one afterwards", () => {
  const pairs = createFramePairs<string>(tenFramesEarlier);
  pairs.addLead(30, "lead 30");
  pairs.addLead(31, "lead 31");
  expect(pairs.addFollower(21, "follower 21")).toEqual({ lead: "lead 31", follower: "follower 21" });
  expect(pairs.addFollower(20, "follower 20")).toBeUndefined();
});

test("a frame without a counterpart is shown alone", () => {
  const pairs = createFramePairs<string>(tenFramesEarlier);
  expect(pairs.addLead(5, "lead 5")).toEqual({ lead: "lead 5", follower: null });
});

test("after a few waiting pictures the adjacent one is accepted, but none further away", () => {
  const pairs = createFramePairs<string>(tenFramesEarlier);
  pairs.addFollower(19, "follower 19");
  pairs.addFollower(24, "follower 24");
  const shown = [30, 31, 32, 33].map((frame) => pairs.addLead(frame, `lead ${frame}`));
  expect(shown).toEqual([undefined, undefined, undefined, { lead: "lead 33", follower: "follower 24" }]);
});

test("pictures from before a jump are not paired", () => {
  const pairs = createFramePairs<string>(tenFramesEarlier);
  pairs.addFollower(20, "follower 20");
  pairs.clear();
  expect(pairs.addLead(30, "lead 30")).toBeUndefined();
});
