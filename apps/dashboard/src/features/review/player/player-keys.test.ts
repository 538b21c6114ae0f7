import { expect, test } from "vitest";
import { actionOfKey, KEYS_OF_ACTIONS, nextSpeed } from "./player-keys.ts";

const actionOfPress = (
  key: string,
  held: Partial<Record<"shiftKey" | "ctrlKey" | "metaKey" | "altKey", boolean>> = {},
) => actionOfKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });

test.each([
  ["j", {}, "backwards"],
  ["K", {}, "pause"],
  [" ", {}, "togglePlay"],
  [",", {}, "previousFrame"],
  ["ArrowRight", {}, "nextFrame"],
  ["ArrowRight", { shiftKey: true }, "nextSecond"],
  ["i", {}, "markIn"],
  ["I", { shiftKey: true }, "goToIn"],
  // On French keyboards, typing a full stop or a question mark requires Shift.
  [".", { shiftKey: true }, "nextFrame"],
  ["?", { shiftKey: true }, "help"],
  ["L", { shiftKey: true }, undefined],
  ["c", { ctrlKey: true }, undefined],
  ["r", { metaKey: true }, undefined],
  ["ArrowLeft", { altKey: true }, undefined],
  ["Enter", {}, undefined],
] as const)("the key %s with %o performs %s", (key, held, action) => {
  expect(actionOfPress(key, held)).toBe(action);
});

test("no key has two actions", () => {
  const named = KEYS_OF_ACTIONS.flatMap(({ keys, isShifted = false }) =>
    keys.map((key) => `${key} ${isShifted}`),
  );
  expect(new Set(named).size).toBe(named.length);
});

test("J and L double the speed up to eight times, and reverse immediately", () => {
  expect([0, 1, 2, 4, 8].map((speed) => nextSpeed(speed, 1))).toEqual([1, 2, 4, 8, 8]);
  expect([0, -1, -8, 4].map((speed) => nextSpeed(speed, -1))).toEqual([-1, -2, -8, -1]);
});
