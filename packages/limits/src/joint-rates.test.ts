import { expect, test } from "vitest";
import { JointRates } from "./joint-rates.ts";
import type { BucketUse, SharedCounts } from "./shared-counts.ts";

const TEST_RATE = { perSec: 10, atOnce: 100 };

/** Creates buckets that run on the test's own clock, with the behaviour of PostgreSQL and Redis. */
function makeShared() {
  const empty = new Map<string, number>();
  const shared = {
    nowMs: 0,
    isAway: false,
    keys: () => [...empty.keys()],
    add: async () => new Map<string, number>(),
    async pour(poured: readonly BucketUse[]) {
      if (shared.isAway) throw new Error("away");
      return new Map(
        poured.map(({ key, units, perSec }) => {
          const until = Math.max(empty.get(key) ?? 0, shared.nowMs) + (units * 1_000) / perSec;
          empty.set(key, until);
          return [key, ((until - shared.nowMs) * perSec) / 1_000];
        }),
      );
    },
  };
  return shared satisfies SharedCounts & Record<string, unknown>;
}

const makeRates = (shared: ReturnType<typeof makeShared>, keptMax?: number) =>
  new JointRates({
    name: "test",
    counts: shared,
    onError: (error) => {
      throw error;
    },
    now: () => shared.nowMs,
    ...(keptMax === undefined ? {} : { keptMax }),
  });

/** Counts how many of many attempts are currently admitted. */
function countPassing(rates: JointRates, key = "someone", rate = TEST_RATE): number {
  for (let n = 0; ; n++) if (!rates.tryConsume(key, rate)) return n;
}

test("two processes together admit what one does, plus what they admit within a second", async () => {
  const shared = makeShared();
  const rates = [makeRates(shared), makeRates(shared)] as const;
  for (const each of rates) for (let n = 0; n < 40; n++) each.tryConsume("someone", TEST_RATE);
  for (const each of rates) await each.exchange();
  // The first process learns what the second one has used when it next exchanges counts.
  expect(rates[0].tryConsume("someone", TEST_RATE)).toBe(true);
  await rates[0].exchange();
  expect(countPassing(rates[0])).toBe(19);
  await rates[0].exchange();
  expect(rates[1].tryConsume("someone", TEST_RATE)).toBe(true);
  await rates[1].exchange();
  expect(countPassing(rates[1])).toBe(0);
  let passed = 0;
  for (let second = 0; second < 60; second++) {
    shared.nowMs += 1_000;
    for (const each of rates) passed += countPassing(each);
    for (const each of rates) await each.exchange();
  }
  // Both processes admit units in the same second. The excess is deducted in the following seconds.
  expect(passed).toBeLessThanOrEqual(60 * TEST_RATE.perSec + 2 * TEST_RATE.perSec);
  expect(passed).toBeGreaterThanOrEqual(59 * TEST_RATE.perSec);
});

test("a process knows a caller's shared count after its first exchange", async () => {
  const shared = makeShared();
  const [first, second] = [makeRates(shared), makeRates(shared)];
  expect(countPassing(first)).toBe(100);
  await first.exchange();
  second.tryConsume("someone", TEST_RATE);
  await second.exchange();
  expect(countPassing(second)).toBe(0);
});

test("each process counts on its own while the shared counts are unavailable, and reports what has not leaked afterwards", async () => {
  const shared = makeShared();
  const rates = makeRates(shared);
  shared.isAway = true;
  expect(countPassing(rates)).toBe(100);
  await expect(rates.exchange()).rejects.toThrow("away");
  shared.nowMs += 5_000;
  await expect(rates.exchange()).rejects.toThrow("away");
  expect(countPassing(rates)).toBe(50);
  shared.isAway = false;
  await rates.exchange();
  expect(countPassing(rates)).toBe(0);
  shared.nowMs += 10_000;
  expect(countPassing(rates)).toBe(100);
});

test("the least recently used buckets are dropped beyond the maximum, and keys are only shared as hashes", async () => {
  const shared = makeShared();
  const rates = makeRates(shared, 3);
  for (const key of ["a", "b", "c"]) rates.tryConsume(key, TEST_RATE);
  await rates.exchange();
  while (rates.tryConsume("a", TEST_RATE));
  rates.tryConsume("d", TEST_RATE);
  expect(rates.size).toBe(3);
  // A rejected attempt takes no unit.
  expect(rates.tryConsume("a", TEST_RATE)).toBe(false);
  expect(shared.keys()).toHaveLength(3);
  for (const key of shared.keys()) expect(key).toMatch(/^test:[\w-]{43}$/);
});
