import Hls from "hls.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { delayYoungLive, type LiveDuration } from "./delay-young-live.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type LevelHandler = (event: string, data: { details: LiveDuration }) => void;

/** Fakes the loading of hls.js. */
function fakeHls() {
  let decide: LevelHandler | undefined;
  const hls = {
    isLoading: true,
    pauseBuffering() {
      hls.isLoading = false;
    },
    resumeBuffering() {
      hls.isLoading = true;
    },
    once(_event: string, listener: LevelHandler) {
      decide = listener;
    },
    off() {
      decide = undefined;
    },
    read: (details: LiveDuration) => decide?.(Hls.Events.LEVEL_LOADED, { details }),
  };
  return hls;
}

function delayPlayback(latencySec = 8) {
  const hls = fakeHls();
  const calls: string[] = [];
  const letGo = delayYoungLive({
    hls: hls as unknown as Hls,
    latencySec,
    onWaiting: () => calls.push("waits"),
    onRecovered: () => calls.push("goes on"),
  });
  return { hls, calls, letGo };
}

test("media of a live are not loaded until it has run for as long as its latency", () => {
  const { hls, calls } = delayPlayback();
  expect(hls.isLoading).toBe(false);
  hls.read({ live: true, totalduration: 3 });
  vi.advanceTimersByTime(4_900);
  expect([hls.isLoading, calls]).toEqual([false, ["waits"]]);
  vi.advanceTimersByTime(200);
  expect([hls.isLoading, calls]).toEqual([true, ["waits", "goes on"]]);
});

test.each([
  ["is old enough", { live: true, totalduration: 8 }],
  ["has ended", { live: false, totalduration: 3 }],
])("a live that %s is joined at once", (_, details) => {
  const { hls, calls } = delayPlayback();
  hls.read(details);
  expect([hls.isLoading, calls]).toEqual([true, []]);
});

test("ending the delay early reports nothing more", () => {
  const { hls, calls, letGo } = delayPlayback();
  hls.read({ live: true, totalduration: 3 });
  letGo();
  vi.advanceTimersByTime(60_000);
  expect([hls.isLoading, calls]).toEqual([true, ["waits"]]);
});
