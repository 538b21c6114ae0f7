/** Set up before the tests where FUZZ_SECONDS is given: each property is then tried for so long instead of 100 times. */
import { configureGlobal } from "fast-check";

configureGlobal({
  numRuns: Number.MAX_SAFE_INTEGER,
  interruptAfterTimeLimit: Number(process.env.FUZZ_SECONDS) * 1_000,
  markInterruptAsFailure: false,
});
