/** Debian's libfaketime, of the package faketime; the loader fills in the folder of the machine's kind. */
const LIBRARY = "/usr/$LIB/faketime/libfaketimeMT.so.1";

/**
 * The environment of a process, and of all that it starts, whose clock shows another time and goes on from there. What
 * measures how long something takes, timers among it, is left alone.
 * @param aheadMs how far it is ahead of the machine's.
 */
export const clockAhead = (aheadMs: number): Record<string, string> => ({
  LD_PRELOAD: LIBRARY,
  FAKETIME: `${aheadMs < 0 ? "-" : "+"}${(Math.abs(aheadMs) / 1_000).toFixed(3)}`,
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
  // Files keep the times that the machine gives them.
  NO_FAKE_STAT: "1",
});
