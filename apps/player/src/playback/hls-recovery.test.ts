import Hls, { type ErrorData } from "hls.js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HlsRecovery } from "./hls-recovery.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Milliseconds until a player requests a session again. */
async function delayOf(isLive: boolean, code: number): Promise<number> {
  let fail: (event: string, data: ErrorData) => void = () => undefined;
  const hls = {
    on(event: string, listener: typeof fail) {
      if (event === Hls.Events.ERROR) fail = listener;
    },
  };
  const startedAtMs = Date.now();
  const renewed = Promise.withResolvers<number>();
  const recovery = new HlsRecovery({
    hls: hls as unknown as Hls,
    isLive: () => isLive,
    renew: async () => renewed.resolve(Date.now() - startedAtMs),
    retry: () => undefined,
    onFault: () => undefined,
    onRecovered: () => undefined,
  });
  const data = { type: Hls.ErrorTypes.NETWORK_ERROR, fatal: true, response: { code } };
  fail(Hls.Events.ERROR, data as unknown as ErrorData);
  await vi.advanceTimersToNextTimerAsync();
  recovery.letGo();
  return renewed.promise;
}

it("a viewer whose live has moved to another ingest is back within a second, others spread over five", async () => {
  for (let viewer = 0; viewer < 50; viewer++) {
    expect(await delayOf(true, 404)).toBeLessThanOrEqual(1_000);
    for (const delayMs of [await delayOf(true, 503), await delayOf(false, 404)]) {
      expect(delayMs).toBeGreaterThanOrEqual(1_000);
      expect(delayMs).toBeLessThanOrEqual(5_000);
    }
  }
});
