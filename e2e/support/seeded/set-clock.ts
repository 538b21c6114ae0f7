/** Debian's libfaketime, from the package faketime. The loader replaces `$LIB` by the folder for the machine's architecture. */
const FAKETIME_LIBRARY = "/usr/$LIB/faketime/libfaketimeMT.so.1";

/**
 * Returns the environment that shifts the clock of a process and its children. The clock runs on from the shifted time. Monotonic
 * clocks, including timers, are unaffected.
 * @param aheadMs the time by which the clock is ahead of the machine's, in ms.
 */
export const clockAheadSettings = (aheadMs: number): Record<string, string> => ({
  LD_PRELOAD: FAKETIME_LIBRARY,
  FAKETIME: `${aheadMs < 0 ? "-" : "+"}${(Math.abs(aheadMs) / 1_000).toFixed(3)}`,
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
  // File timestamps still follow the machine's clock.
  NO_FAKE_STAT: "1",
});
