import { expect, test } from "vitest";
import { reportToOpen } from "./report-to-open.ts";

const monthReport = (month: string, sessions: number) => ({
  month,
  with: { sessions, playingHours: 0, bytesServed: 0 } as never,
  without: { sessions: 0, playingHours: 0, bytesServed: 0 } as never,
});
const [empty, some] = [monthReport("2026-12", 0), monthReport("2026-12", 3)];

test.each([
  ["nothing is loaded", undefined, undefined, undefined],
  ["the month has figures", some, undefined, "2026-12"],
  ["it has none, and the previous month is still loading", empty, undefined, undefined],
  ["it has none, but the previous month has", empty, monthReport("2026-11", 5), "2026-11"],
  ["neither has any", empty, monthReport("2026-11", 0), "2026-12"],
] as const)("reportToOpen prefers a month with figures: %s", (_, running, previous, month) => {
  expect(reportToOpen(running, previous)?.month).toBe(month);
});
