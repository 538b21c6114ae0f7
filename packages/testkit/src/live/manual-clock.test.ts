import { expect, test } from "vitest";
import { ManualClock } from "./manual-clock.ts";

test("a wait with an aborted signal ends at once, and so does one aborted while it waits", async () => {
  const clock = new ManualClock(1_000);
  const late = clock.waitUntil(2_000, AbortSignal.abort(new Error("given up")));
  await expect(late).rejects.toThrow("given up");
  const giveUp = new AbortController();
  const waiting = expect(clock.waitUntil(2_000, giveUp.signal)).rejects.toThrow("enough");
  giveUp.abort(new Error("enough"));
  await waiting;
  expect(clock.nextMs).toBeUndefined();
});
