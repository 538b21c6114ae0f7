import { expect, it } from "vitest";
import { isRepeated } from "./keyboard.ts";

it("a held key repeats steps, and does not switch playback, sound or the screen on and off", () => {
  expect(["ArrowLeft", "ArrowUp", "j", "L", ">"].map(isRepeated)).toEqual([true, true, true, true, true]);
  expect([" ", "k", "m", "f", "c", "i", "d", "?"].filter(isRepeated)).toEqual([]);
});
