import { expect, test } from "vitest";
import { isSpoolFile, spoolFileName } from "./spool.ts";

test("spool file names sort by age, and isSpoolFile excludes rejected and unrelated files", () => {
  const names = [
    spoolFileName(999, 2),
    spoolFileName(1_000, 1),
    spoolFileName(1_000, 10),
    spoolFileName(1_795_000_000_000, 1),
  ];
  expect(names.toSorted()).toEqual(names);
  expect(names.filter(isSpoolFile)).toEqual(names);
  for (const other of [`${names[0]}.rejected`, "previews.json", "robots", "1-1.jsonl"])
    expect(isSpoolFile(other)).toBe(false);
});
