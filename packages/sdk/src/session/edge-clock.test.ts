import type { PlaySession } from "@shoal/contract/player";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EdgeClock } from "./edge-clock.ts";
import { callPlay } from "./play-call.ts";

const EDGE_ORIGIN = "https://e.example";
const EDGE_TIME = "2026-01-01T00:00:00.000Z";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Requests a session whose response takes `wayMs` and is read `readMs` later. */
async function requestSession({ wayMs = 0, readMs = 0, at = EDGE_TIME }): Promise<PlaySession> {
  const session = {
    hlsUrl: "",
    token: "",
    p2p: {},
    beacon: {},
    serverTime: at,
  };
  const after = (ms: number) => vi.advanceTimersByTime(ms);
  vi.stubGlobal("fetch", async () => {
    after(wayMs);
    const response = {
      ok: true,
      url: `${EDGE_ORIGIN}/play/film`,
      json: async () => {
        after(readMs);
        return session;
      },
    };
    return response;
  });
  return callPlay({ edgeUrl: EDGE_ORIGIN, uuid: "film", referrer: "" });
}

/** Returns the clock's error, in ms, `sinceMs` after an edge stamped a session. */
const clockErrorMs = (clock: EdgeClock, sinceMs: number) => Date.parse(EDGE_TIME) + sinceMs - clock.nowMs();

it("the edge's time counts from the arrival of the response, however late the clock is created", async () => {
  const session = await requestSession({ readMs: 700 });
  vi.advanceTimersByTime(2_000);
  expect(clockErrorMs(new EdgeClock(session), 2_700)).toBeCloseTo(0);
});

it("the browser's resource timing counts if the page was busy when the response arrived", async () => {
  const cameAtMs = performance.now() + 30;
  const noted = [{ responseStart: 1 }, { responseStart: cameAtMs }] as PerformanceResourceTiming[];
  vi.spyOn(performance, "getEntriesByName").mockReturnValue(noted);
  const session = await requestSession({ wayMs: 1_530 });
  expect(clockErrorMs(new EdgeClock(session), 1_500)).toBeCloseTo(0);
});

it("the resource timing of an earlier call is ignored", async () => {
  const noted = [{ responseStart: performance.now() - 10 }] as PerformanceResourceTiming[];
  vi.spyOn(performance, "getEntriesByName").mockReturnValue(noted);
  expect(clockErrorMs(new EdgeClock(await requestSession({ wayMs: 50 })), 0)).toBeCloseTo(0);
});

it("the session with the fastest response sets the clock", async () => {
  const clock = new EdgeClock(await requestSession({}));
  vi.advanceTimersByTime(10_000);
  // This session was stamped 10 s after the first one, and its response was 400 ms faster.
  clock.synchronise(await requestSession({ wayMs: 400, at: "2026-01-01T00:00:10.000Z" }));
  expect(clockErrorMs(clock, 10_400)).toBeCloseTo(0);
  clock.synchronise(await requestSession({ at: "2026-01-01T00:00:10.900Z" }));
  expect(clockErrorMs(clock, 10_900)).toBeCloseTo(0);
});
