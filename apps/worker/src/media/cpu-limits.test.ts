import { DEFAULT_LIMITS } from "@shoal/media";
import { expect, it } from "vitest";
import { cpuLimitSec } from "./cpu-limits.ts";

it("the limit is low for small files, and grows with size and audio up to the tools' own limit", () => {
  expect(cpuLimitSec({ sizeBytes: 2_300_000 })).toBe(121);
  expect(cpuLimitSec({ sizeBytes: 2_000_000_000, soundSec: 600 })).toBe(340);
  expect(cpuLimitSec({ sizeBytes: 1e12, soundSec: 360_000 })).toBe(DEFAULT_LIMITS.cpuSec);
});
