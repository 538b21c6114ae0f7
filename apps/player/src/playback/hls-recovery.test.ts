import Hls, { type ErrorData } from "hls.js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HlsRecovery } from "./hls-recovery.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns how many ms pass before a player requests a new session, for each of several errors without media in between. */
async function sessionDelaysOf(isLive: boolean, ...codes: number[]): Promise<number[]> {
  let fail: (event: string, data: ErrorData) => void = () => undefined;
  const hls = {
    on(event: string, listener: typeof fail) {
      if (event === Hls.Events.ERROR) fail = listener;
    },
  };
  let renewedAtMs = 0;
  const recovery = new HlsRecovery({
    hls: hls as unknown as Hls,
    isLive: () => isLive,
    async renew() {
      renewedAtMs = Date.now();
    },
    retry: () => undefined,
    onFault: () => undefined,
    onRecovered: () => undefined,
  });
  const delaysMs: number[] = [];
  for (const code of codes) {
    const failedAtMs = Date.now();
    const data = { type: Hls.ErrorTypes.NETWORK_ERROR, fatal: true, response: { code } };
    fail(Hls.Events.ERROR, data as unknown as ErrorData);
    await vi.advanceTimersToNextTimerAsync();
    delaysMs.push(renewedAtMs - failedAtMs);
  }
  recovery.letGo();
  return delaysMs;
}

it("a first 404 of a live renews the session within a second, while other faults do so within one to five seconds", async () => {
  for (let viewer = 0; viewer < 50; viewer++) {
    const [moved, again] = await sessionDelaysOf(true, 404, 404);
    expect(moved).toBeLessThanOrEqual(1_000);
    // Another error may precede the 404, such as the error of an edge with too many waiting viewers.
    const [, movedLater] = await sessionDelaysOf(true, 503, 404);
    expect(movedLater).toBeLessThanOrEqual(1_000);
    for (const delayMs of [
      again,
      ...(await sessionDelaysOf(true, 503)),
      ...(await sessionDelaysOf(false, 404)),
    ]) {
      expect(delayMs).toBeGreaterThanOrEqual(1_000);
      expect(delayMs).toBeLessThanOrEqual(5_000);
    }
  }
});

it.each([
  ["retries its loads once the session is renewed", false, 1],
  ["does not retry if it was closed while the session was renewed", true, 0],
])("a player %s", async (_, isClosed, retryCount) => {
  let fail: (event: string, data: ErrorData) => void = () => undefined;
  const hls = {
    on(event: string, listener: typeof fail) {
      if (event === Hls.Events.ERROR) fail = listener;
    },
  };
  let retries = 0;
  const recovery = new HlsRecovery({
    hls: hls as unknown as Hls,
    isLive: () => false,
    async renew() {
      if (isClosed) recovery.letGo();
    },
    retry() {
      retries += 1;
    },
    onFault: () => undefined,
    onRecovered: () => undefined,
  });
  const data = { type: Hls.ErrorTypes.NETWORK_ERROR, fatal: true };
  fail(Hls.Events.ERROR, data as unknown as ErrorData);
  await vi.advanceTimersToNextTimerAsync();
  expect(retries).toBe(retryCount);
});
