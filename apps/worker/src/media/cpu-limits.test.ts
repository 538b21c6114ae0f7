import { DEFAULT_LIMITS } from "@shoal/media";
import { expect, it } from "vitest";
import { cpuLimitSecOf } from "./cpu-limits.ts";

it("the limit is low for small files, and grows with size and audio up to the tools' own limit", () => {
  expect(cpuLimitSecOf({ sizeBytes: 2_300_000 })).toBe(121);
  expect(cpuLimitSecOf({ sizeBytes: 2_000_000_000, soundSec: 600 })).toBe(340);
  expect(cpuLimitSecOf({ sizeBytes: 1e12, soundSec: 360_000 })).toBe(DEFAULT_LIMITS.cpuSec);
});
