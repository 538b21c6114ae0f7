import { expect, it } from "vitest";
import { isDisposable } from "./disposable.ts";

const unit = (header: number) => [0, 0, 0, 3, header, 9, 9];

it.each([
  ["a slice that others need", unit(0x41), false],
  ["a slice that nobody needs", unit(0x01), true],
  ["an instant refresh", unit(0x65), false],
  ["a message before a slice that nobody needs", [...unit(0x06), ...unit(0x01)], true],
  ["parameter sets before one that others need", [...unit(0x67), ...unit(0x68), ...unit(0x21)], false],
  ["nothing but a message", unit(0x06), false],
  ["nothing", [], false],
  ["a length beyond the end", [0, 0, 9, 9, 0x06], false],
])("a sample can be dropped only if no other frame refers to it: %s", (_what, bytes, expected) => {
  expect(isDisposable(Uint8Array.from(bytes), 4)).toBe(expected);
});
