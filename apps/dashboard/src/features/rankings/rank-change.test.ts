import { expect, test } from "vitest";
import { rankChangeOf } from "./rank-change.ts";

test.each([
  [1, 4, { kind: "up", by: 3 }],
  [4, 1, { kind: "down", by: 3 }],
  [2, 2, { kind: "same" }],
  [1, null, { kind: "new" }],
])("the change to rank %i from %o is %o", (now, before, expected) => {
  expect(rankChangeOf(now, before)).toEqual(expected);
});
