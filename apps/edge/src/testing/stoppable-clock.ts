import { vi } from "vitest";

/** A clock that replaces `Date.now` and that tests can stop, so that no time passes however busy the machine is. */
export interface StoppableClock {
  stop(): void;
  goOn(): void;
  /** Restores `Date.now`. */
  remove(): void;
}

/**
 * Replaces `Date.now`. An edge keeps the function that exists when it is created, so this must be called before the first edge
 * starts. Stopping the clock does not change the function.
 * @example clock = installStoppableClock(); harness = await startEdgeHarness(); clock.stop();
 */
export function installStoppableClock(): StoppableClock {
  const realNow = Date.now;
  let stoppedAtMs: number | undefined;
  const spy = vi.spyOn(Date, "now").mockImplementation(() => stoppedAtMs ?? realNow());
  return {
    stop() {
      stoppedAtMs = Date.now();
    },
    goOn() {
      stoppedAtMs = undefined;
    },
    remove: () => spy.mockRestore(),
  };
}
