import { expect, it } from "vitest";
import { isRepeated } from "./keyboard.ts";

it("a held key repeats seeking, volume and speed, but no switches such as play or mute", () => {
  expect(["ArrowLeft", "ArrowUp", "j", "L", ">"].map(isRepeated)).toEqual([true, true, true, true, true]);
  expect([" ", "k", "m", "f", "c", "i", "d", "?"].filter(isRepeated)).toEqual([]);
});
