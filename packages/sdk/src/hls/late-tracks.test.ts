import { expect, it } from "vitest";
import { actionFor, type MasterContent } from "./late-tracks.ts";

const createContent = (names: string, sounds: number): MasterContent => ({
  levels: [...names].map((uri) => ({ uri })),
  sounds,
});

it.each<[string, MasterContent, MasterContent, ReturnType<typeof actionFor>]>([
  ["the same", createContent("ab", 1), createContent("ab", 1), "nothing"],
  ["the same under other names", createContent("ab", 1), createContent("cd", 1), "nothing"],
  ["fewer", createContent("ab", 1), createContent("a", 0), "nothing"],
  ["levels above", createContent("a", 1), createContent("abc", 1), "append"],
  ["levels above without any sound", createContent("a", 0), createContent("abc", 0), "append"],
  ["a level below", createContent("b", 1), createContent("ab", 1), "load"],
  ["levels above under other names", createContent("a", 1), createContent("bc", 1), "load"],
  ["the sound", createContent("a", 0), createContent("a", 1), "load"],
  ["the sound and levels above", createContent("a", 0), createContent("abc", 1), "load"],
  ["another language", createContent("a", 1), createContent("a", 2), "load"],
])("actionFor for a master playlist that now lists %s", (_, before, now, action) => {
  expect(actionFor(before, now)).toBe(action);
});
