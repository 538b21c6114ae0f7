import { expect, it } from "vitest";
import { actionFor, type MasterContent } from "./late-tracks.ts";

const listed = (names: string, sounds: number): MasterContent => ({
  levels: [...names].map((uri) => ({ uri })),
  sounds,
});

it.each<[string, MasterContent, MasterContent, ReturnType<typeof actionFor>]>([
  ["the same", listed("ab", 1), listed("ab", 1), "nothing"],
  ["the same under other names", listed("ab", 1), listed("cd", 1), "nothing"],
  ["fewer", listed("ab", 1), listed("a", 0), "nothing"],
  ["levels above", listed("a", 1), listed("abc", 1), "append"],
  ["levels above without any sound", listed("a", 0), listed("abc", 0), "append"],
  ["a level below", listed("b", 1), listed("ab", 1), "load"],
  ["levels above under other names", listed("a", 1), listed("bc", 1), "load"],
  ["the sound", listed("a", 0), listed("a", 1), "load"],
  ["the sound and levels above", listed("a", 0), listed("abc", 1), "load"],
  ["another language", listed("a", 1), listed("a", 2), "load"],
])("actionFor for a master playlist that now lists %s", (_, before, now, action) => {
  expect(actionFor(before, now)).toBe(action);
});
