/**
 * fast-check for tests. In a run of `npm test`, the values of properties come from the run's seed, so unchanged code that has
 * passed passes again. A test file that runs alone uses new values each time. With FUZZ_SECONDS, each property is tried for that
 * long with new values instead of 100 times.
 * @example import * as fc from "@shoal/testkit/property"; fc.assert(fc.property(fc.nat(), (n) => n >= 0));
 */
import { configureGlobal } from "fast-check";

/** Declared in this file, because tests of pages also use properties, but lack Node's types. */
declare const process: { env: Record<string, string | undefined> };

const fuzzMs = Number(process.env.FUZZ_SECONDS ?? 0) * 1_000;
const runSeed = process.env.SHOAL_TEST_SEED;

if (fuzzMs > 0)
  configureGlobal({
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: fuzzMs,
    markInterruptAsFailure: false,
  });
else if (runSeed !== undefined) configureGlobal({ seed: Number(runSeed) });

export * from "fast-check";
