import { expect, test } from "vitest";
import { ManualClock } from "./manual-clock.ts";

test("a wait ends immediately if its signal is or becomes aborted", async () => {
  const clock = new ManualClock(1_000);
  const late = clock.waitUntil(2_000, AbortSignal.abort(new Error("given up")));
  await expect(late).rejects.toThrow("given up");
  const giveUp = new AbortController();
  const waiting = expect(clock.waitUntil(2_000, giveUp.signal)).rejects.toThrow("enough");
  giveUp.abort(new Error("enough"));
  await waiting;
  expect(clock.nextMs).toBeUndefined();
});
