import { expect, test } from "vitest";
import { delayChangesOf, isUnrecorded, seekChangesOf } from "./delay-values.ts";

test.each([
  ["yes", "no", { directStream: "no", seekLive: false }],
  ["middle", "no", { directStream: "no", seekLive: false }],
  ["no", "yes", { directStream: "yes", seekLive: true }],
  ["no", "middle", { directStream: "middle", seekLive: true }],
  ["middle", "yes", { directStream: "yes" }],
] as const)("changing the delay from %s to %s changes rewinding: %o", (before, next, changes) => {
  expect(seekChangesOf(before, next)).toEqual(changes);
});

test.each([
  ["no", false, true],
  ["no", true, false],
  ["middle", false, false],
  [null, false, false],
] as const)(
  "a live with the delay %s and keepLive %s is unrecorded: %s",
  (directStream, keepLive, expected) => {
    expect(isUnrecorded({ directStream, keepLive })).toBe(expected);
  },
);

test.each([
  ["no", "yes", true],
  ["yes", "middle", true],
  ["yes", "no", false],
  ["middle", "middle", false],
] as const)("changing the delay from %s to %s resets the password: %s", (before, next, isReset) => {
  const changes = delayChangesOf(before, next);
  expect("password" in changes).toBe(isReset);
  if (isReset) expect(changes).toMatchObject({ isPassword: false, password: "" });
});
