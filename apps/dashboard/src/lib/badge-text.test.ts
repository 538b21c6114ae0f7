import { expect, test } from "vitest";
import { badgeText } from "./badge-text.ts";

test.each([
  [0, ""],
  [1, "1"],
  [10, "10"],
  [11, "10+"],
  [100, "10+"],
])("%i unread messages are shown as %j", (count, text) => {
  expect(badgeText(count)).toBe(text);
});
