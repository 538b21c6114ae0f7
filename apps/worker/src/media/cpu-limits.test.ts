import { DEFAULT_LIMITS } from "@shoal/media";
import { expect, it } from "vitest";
import { cpuLimitSec } from "./cpu-limits.ts";

it("a small file has little CPU time, long sound and large files more, and nobody more than tools have", () => {
  expect(cpuLimitSec({ sizeBytes: 2_300_000 })).toBe(121);
  expect(cpuLimitSec({ sizeBytes: 2_000_000_000, soundSec: 600 })).toBe(340);
  expect(cpuLimitSec({ sizeBytes: 1e12, soundSec: 360_000 })).toBe(DEFAULT_LIMITS.cpuSec);
});
