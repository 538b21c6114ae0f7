import { vi } from "vitest";

/** `Date.now` of a test file, which it can stop: what is done meanwhile takes no time, however busy the machine is. */
export interface StoppableClock {
  stop(): void;
  goOn(): void;
  /** Gives `Date.now` back. */
  remove(): void;
}

/**
 * Takes the place of `Date.now`. An edge keeps the function with which it was made: this comes before the first of them,
 * and is one and the same whether it stands or goes.
 * @example clock = installStoppableClock(); rig = await startEdgeRig(); clock.stop();
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
