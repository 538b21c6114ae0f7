import { expect, test } from "vitest";
import { combineWrites } from "./combine-writes.ts";

/** Writes that end when the test says so. */
function makeWrites() {
  const batches: { items: readonly string[]; end: PromiseWithResolvers<void> }[] = [];
  const write = (items: readonly string[]) => {
    const end = Promise.withResolvers<void>();
    batches.push({ items, end });
    return end.promise;
  };
  return { batches, write };
}

test("the first item is written immediately, those that arrive meanwhile together, and no more than the maximum", async () => {
  const { batches, write } = makeWrites();
  const record = combineWrites(write, 2);
  const all = ["a", "b", "c", "d"].map(record);
  expect(batches.map(({ items }) => items)).toEqual([["a"]]);
  batches[0]?.end.resolve();
  await all[0];
  expect(batches.map(({ items }) => items)).toEqual([["a"], ["b", "c"]]);
  batches[1]?.end.resolve();
  await Promise.all(all.slice(1, 3));
  expect(batches[2]?.items).toEqual(["d"]);
  batches[2]?.end.resolve();
  await all[3];
});

test("a failed write fails its own items only", async () => {
  const { batches, write } = makeWrites();
  const record = combineWrites(write, 10);
  const [first, second] = [record("a"), record("b")];
  batches[0]?.end.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  batches[1]?.end.resolve();
  await second;
  // It starts again after it was idle.
  const third = record("c");
  batches[2]?.end.resolve();
  await third;
});
