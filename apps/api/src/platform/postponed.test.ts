import { expect, test } from "vitest";
import { createPostponed, POSTPONED_MS } from "./postponed.ts";

test("failed work is skipped until its time has passed", () => {
  const postponed = createPostponed<string>();
  postponed.add("first", 0);
  postponed.add("second", 1_000);
  expect(postponed.list(POSTPONED_MS - 1)).toEqual(["first", "second"]);
  expect(postponed.list(POSTPONED_MS)).toEqual(["second"]);
  postponed.add("second", POSTPONED_MS);
  expect(postponed.list(POSTPONED_MS + 1_000)).toEqual(["second"]);
});
