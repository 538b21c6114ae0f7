import { expect, it } from "vitest";
import { isDisposable } from "./disposable.ts";

const createUnit = (header: number) => [0, 0, 0, 3, header, 9, 9];

it.each([
  ["a slice that others need", createUnit(0x41), false],
  ["a slice that nobody needs", createUnit(0x01), true],
  ["an instant refresh", createUnit(0x65), false],
  ["a message before a slice that nobody needs", [...createUnit(0x06), ...createUnit(0x01)], true],
  [
    "parameter sets before one that others need",
    [...createUnit(0x67), ...createUnit(0x68), ...createUnit(0x21)],
    false,
  ],
  ["nothing but a message", createUnit(0x06), false],
  ["nothing", [], false],
  ["a length beyond the end", [0, 0, 9, 9, 0x06], false],
])("a sample can be dropped only if no other frame refers to it: %s", (_what, bytes, expected) => {
  expect(isDisposable(Uint8Array.from(bytes), 4)).toBe(expected);
});
