import { expect, it, vi } from "vitest";
import { createReplayMinutes } from "./replay-minutes.ts";

/** Lets promises that are already resolved run their callbacks. */
const settlePromises = () => new Promise((resolve) => setTimeout(resolve, 0));

it("each minute is loaded once, and none before the start", async () => {
  const load = vi.fn(async (fromSec: number) => [`message at ${fromSec}`]);
  const onLoaded = vi.fn();
  const minutes = createReplayMinutes({ load, onLoaded });
  for (const fromSec of [-60, 0, 0, 60]) minutes.want(fromSec);
  await settlePromises();
  minutes.want(0);
  expect(load.mock.calls).toEqual([[0], [60]]);
  expect(onLoaded).toHaveBeenCalledTimes(2);
  expect(minutes.of(60)).toEqual(["message at 60"]);
});

it("requests are retried at increasing intervals while the edge fails, and succeed once it responds", async () => {
  let nowMs = 0;
  let isAway = true;
  const load = vi.fn(async () => {
    if (isAway) throw new Error("HTTP 500");
    return ["message"];
  });
  const minutes = createReplayMinutes({ load, onLoaded: () => undefined, nowMs: () => nowMs });
  // The player asks for the messages twice a second, because it follows the playback position.
  for (; nowMs < 60_000; nowMs += 500) {
    minutes.want(0);
    await settlePromises();
  }
  expect(load.mock.calls.length).toBeGreaterThan(3);
  expect(load.mock.calls.length).toBeLessThan(12);
  isAway = false;
  nowMs += 30_000;
  minutes.want(0);
  await settlePromises();
  expect(minutes.of(0)).toEqual(["message"]);
});
