import { expect, test } from "vitest";
import { NO_SESSIONS, sessionFigures } from "./session-sums.ts";

test("viewers are null if sessions sent no viewer ids, and 0 without sessions", () => {
  expect(sessionFigures({ ...NO_SESSIONS, sessions: 3 }, 60_000).viewers).toBeNull();
  expect(sessionFigures({ ...NO_SESSIONS, sessions: 3, viewers: 2 }, 60_000).viewers).toBe(2);
  expect(sessionFigures(NO_SESSIONS, 60_000).viewers).toBe(0);
});

test("figures are ratios of sums, and null without data", () => {
  const sums = {
    ...NO_SESSIONS,
    views: 2,
    msServer: 30_000,
    msPeer: 90_000,
    msRebufHttp: 1_200,
    kbits: 240_000,
  };
  const figures = sessionFigures({ ...sums, bytesServer: 1_000, bytesPeer: 3_000 }, 60_000);
  expect(figures).toMatchObject({
    meanTimeSec: 60,
    meanConcurrency: 2,
    bitrateKbps: 2_000,
    offloadPercent: 75,
  });
  expect(figures.rebufferingSecPerHour).toBe(36);
  expect(sessionFigures(NO_SESSIONS, 0)).toMatchObject({
    meanTimeSec: null,
    meanConcurrency: 0,
    bitrateKbps: null,
    offloadPercent: null,
    startupMeanMs: null,
  });
});
