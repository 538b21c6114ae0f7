import type { DoctorReport } from "@shoal/contract";
import { expect, test } from "vitest";
import { FindingSums, linesOfReport, MAX_LISTED_NAMES } from "./findings.ts";

const createReport = (more: Partial<DoctorReport>): DoctorReport => ({
  startedAt: "2026-01-01T00:00:00.000Z",
  endedAt: "2026-01-01T00:00:01.000Z",
  isMending: false,
  seen: { objects: 12, bytes: 3_400_000, videos: 2, checksums: 5 },
  findings: [],
  checkedUntil: null,
  faults: [],
  ...more,
});

test("few findings are named even if there are many, and those that affect viewers come first", () => {
  const sums = new FindingSums();
  for (let n = 0; n < 1_000; n += 1) sums.add("orphan_media", `videos/${n}/`, { bytes: 5, isMended: n < 10 });
  sums.add("missing_media", "videos/a/1/v0/x.m4s", { isRepairing: true });
  const [missing, orphan] = sums.list();
  expect(missing).toEqual({
    kind: "missing_media",
    count: 1,
    bytes: 0,
    named: ["videos/a/1/v0/x.m4s"],
    mended: 0,
    repairing: 1,
  });
  expect(orphan).toMatchObject({ kind: "orphan_media", count: 1_000, bytes: 5_000, mended: 10 });
  expect(orphan?.named).toHaveLength(MAX_LISTED_NAMES);
});

test("a report lists problems with their solutions, or states that there are none", () => {
  expect(linesOfReport(createReport({}))).toEqual([
    "Checked 12 objects (3 MB), 2 videos and 5 checksums.",
    "No problems found.",
  ]);
  const sums = new FindingSums();
  for (const name of ["videos/a/", "videos/b/"])
    sums.add("orphan_media", name, { bytes: 2_000_000, isMended: name === "videos/a/" });
  expect(linesOfReport(createReport({ findings: sums.list(), isMending: true })).slice(1)).toEqual([
    "Media folders without an owner: 2 (4 MB). --mend removes those found at least a day ago.",
    "  Mended: 1",
    "  videos/a/",
    "  videos/b/",
  ]);
});

test("a report with faults does not state that no problems were found", () => {
  const words = linesOfReport(createReport({ faults: ["figures: the engine is away"] }));
  expect(words.at(-1)).toBe("Could not be checked: figures: the engine is away");
  expect(words).not.toContain("No problems found.");
});
