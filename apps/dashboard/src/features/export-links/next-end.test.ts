import { expect, test } from "vitest";
import { msUntilNextEnd } from "./next-end.ts";

const NOW_MS = Date.parse("2026-05-06T12:00:00Z");
const DAY_MS = 24 * 3_600_000;

test.each<[string, (string | null)[], number | false]>([
  ["nothing ends", [null], false],
  ["one has ended", ["2026-05-06T11:00:00Z"], false],
  ["two will end", ["2026-05-06T14:00:00Z", "2026-05-06T13:00:00Z"], 3_600_000],
  ["one ends in a year, longer than timers reach", ["2027-05-06T12:00:00Z"], DAY_MS],
])("msUntilNextEnd returns the delay when %s", (_case, ends, waitMs) => {
  expect(msUntilNextEnd({ _embedded: ends.map((endsAt) => ({ endsAt })) }, NOW_MS)).toBe(waitMs);
});
