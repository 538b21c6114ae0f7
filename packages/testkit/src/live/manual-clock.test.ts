import { expect, test } from "vitest";
import { ManualClock } from "./manual-clock.ts";

test("who has given up before he waits is not kept waiting, nor who gives up meanwhile", async () => {
  const clock = new ManualClock(1_000);
  const late = clock.waitUntil(2_000, AbortSignal.abort(new Error("given up")));
  await expect(late).rejects.toThrow("given up");
  const giveUp = new AbortController();
  const waiting = expect(clock.waitUntil(2_000, giveUp.signal)).rejects.toThrow("enough");
  giveUp.abort(new Error("enough"));
  await waiting;
  expect(clock.nextMs).toBeUndefined();
});
