import type { PlaySession } from "@shoal/contract/player";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { maintainSession } from "./session-keeper.ts";

const SESSION = {
  uuid: "film",
  isLink: false,
  sessionId: "s",
  pass: null,
  generation: 1,
  beacon: { token: "told" },

  tokenExpiresAt: "2026-01-01T00:15:00.000Z",
  serverTime: "2026-01-01T00:00:00.000Z",
} as PlaySession;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("viewers refused with 429 retry at random between one and two times the given delay", async () => {
  const answer = () =>
    new Response('{"code":"too_many_requests"}', { status: 429, headers: { "retry-after": "30" } });
  const asked = vi.fn(async () => answer());
  vi.stubGlobal("fetch", asked);
  const delaysMs: number[] = [];
  for (let viewer = 0; viewer < 20; viewer++) {
    asked.mockClear();
    const keeper = maintainSession({ session: SESSION, edgeUrl: "https://e.example", referrer: "" });
    await keeper.renewNow();
    const refusedAtMs = Date.now();
    while (asked.mock.calls.length < 2) await vi.advanceTimersToNextTimerAsync();
    delaysMs.push(Date.now() - refusedAtMs);
    keeper.close();
  }
  expect(Math.min(...delaysMs)).toBeGreaterThanOrEqual(30_000);
  expect(Math.max(...delaysMs)).toBeLessThanOrEqual(60_000);
  expect(new Set(delaysMs).size).toBeGreaterThan(10);
});

it("a renewal for a live asks the edge to hold its response, unlike one for a video", async () => {
  const asked = vi.fn(
    async (_url: string, _request: RequestInit) => new Response('{"code":"internal_error"}', { status: 500 }),
  );
  vi.stubGlobal("fetch", asked);
  const live = { latencySec: null } as PlaySession["live"];
  for (const session of [SESSION, { ...SESSION, live } as PlaySession]) {
    const keeper = maintainSession({ session, edgeUrl: "https://e.example", referrer: "" });
    await keeper.renewNow();
    keeper.close();
  }
  const preferences = asked.mock.calls.map(([, { headers }]) => new Headers(headers).get("prefer"));
  expect(preferences).toEqual([null, "wait=20"]);
});
