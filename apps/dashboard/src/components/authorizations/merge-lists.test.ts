import { expect, test } from "vitest";
import { mergeLists } from "./merge-lists.ts";

test.each([
  ["nobody else", ["a", "b"], ["b", "c"], ["a", "b"], ["b", "c"]],
  ["someone who added", ["a"], ["a", "b"], ["a", "c"], ["a", "c", "b"]],
  ["someone who took out what stays here", ["a", "b"], ["a", "b", "c"], ["b"], ["b", "c"]],
  ["someone who added what is taken out here", ["a"], [], ["a", "b"], ["b"]],
  ["someone who did the same", ["a"], ["b"], ["b"], ["b"]],
])("merges the own change with the other user's: %s", (_, base, own, other, merged) => {
  expect(mergeLists(base, own, other)).toEqual(merged);
});
