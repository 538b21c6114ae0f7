import { expect, it, vi } from "vitest";
import { createReplayMinutes } from "./replay-minutes.ts";

/** Lets what is settled run. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

it("reads each minute once", async () => {
  const load = vi.fn(async (fromSec: number) => [`message at ${fromSec}`]);
  const onLoaded = vi.fn();
  const minutes = createReplayMinutes({ load, onLoaded });
  for (const fromSec of [-60, 0, 0, 60]) minutes.want(fromSec);
  await settle();
  minutes.want(0);
  expect(load.mock.calls).toEqual([[0], [60]]);
  expect(onLoaded).toHaveBeenCalledTimes(2);
  expect(minutes.of(60)).toEqual(["message at 60"]);
});

it("asks an edge that does not answer ever more rarely, and goes on when it answers", async () => {
  let nowMs = 0;
  let isAway = true;
  const load = vi.fn(async () => {
    if (isAway) throw new Error("HTTP 500");
    return ["message"];
  });
  const minutes = createReplayMinutes({ load, onLoaded: () => undefined, nowMs: () => nowMs });
  // Twice a second, as the position is followed.
  for (; nowMs < 60_000; nowMs += 500) {
    minutes.want(0);
    await settle();
  }
  expect(load.mock.calls.length).toBeGreaterThan(3);
  expect(load.mock.calls.length).toBeLessThan(12);
  isAway = false;
  nowMs += 30_000;
  minutes.want(0);
  await settle();
  expect(minutes.of(0)).toEqual(["message"]);
});
