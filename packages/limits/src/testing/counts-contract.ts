import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { JointRates } from "../joint-rates.ts";
import type { SharedCounts } from "../shared-counts.ts";

/** A rate so slow that the leak within a test is a small part of a unit. */
const SLOW_LEAK_PER_SEC = 0.001;

/**
 * Defines the tests that every store of counts must pass.
 * @param open opens the store; each call stands for another process.
 */
export function testsOfCounts(kept: string, open: () => SharedCounts): void {
  test(`${kept}: counts of several processes are added up for each key`, async () => {
    const [first, second] = [open(), open()];
    const [a, b] = [randomUUID(), randomUUID()];
    const untilMs = Date.now() + 600_000;
    expect(await first.add([{ key: a, points: 2, untilMs }])).toEqual(new Map([[a, 2]]));
    const counts = await second.add([
      { key: b, points: 5, untilMs },
      { key: a, points: 3, untilMs },
    ]);
    expect(new Map([...counts].sort())).toEqual(
      new Map(
        [
          [a, 5],
          [b, 5],
        ].sort() as [string, number][],
      ),
    );
    expect(await first.add([])).toEqual(new Map());
  });

  test(`${kept}: buckets hold the units of several processes, and leak over time`, async () => {
    const [first, second] = [open(), open()];
    const key = randomUUID();
    const near = (map: ReadonlyMap<string, number>) => expect(map.get(key)).toBeCloseTo(expected, 1);
    let expected = 3;
    near(await first.pour([{ key, units: 3, perSec: SLOW_LEAK_PER_SEC }]));
    expected = 7;
    near(await second.pour([{ key, units: 4, perSec: SLOW_LEAK_PER_SEC }]));
    // A unit that leaks within a millisecond must be gone, so that only the new one is left.
    const fast = [{ key: randomUUID(), units: 1, perSec: 1_000 }];
    await first.pour(fast);
    await expect.poll(async () => Math.max(...(await second.pour(fast)).values())).toBeLessThanOrEqual(1);
    expect(await first.pour([])).toEqual(new Map());
  });

  test(`${kept}: units admitted by one process count for the other`, async () => {
    const name = randomUUID();
    const rates = () =>
      new JointRates({
        name,
        counts: open(),
        onError: (error) => {
          throw error;
        },
      });
    const [first, second] = [rates(), rates()];
    const rate = { perSec: SLOW_LEAK_PER_SEC, atOnce: 5 };
    for (let n = 0; n < 4; n++) expect(first.tryConsume("someone", rate)).toBe(true);
    await first.exchange();
    expect(second.tryConsume("someone", rate)).toBe(true);
    await second.exchange();
    expect(second.tryConsume("someone", rate)).toBe(false);
    expect(second.tryConsume("another", rate)).toBe(true);
  });
}
