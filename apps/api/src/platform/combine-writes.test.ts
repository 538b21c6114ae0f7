import { expect, test } from "vitest";
import { combineWrites } from "./combine-writes.ts";

/** Creates writes that end on demand. */
function makeWrites() {
  const batches: { items: readonly string[]; end: PromiseWithResolvers<void> }[] = [];
  const write = (items: readonly string[]) => {
    const end = Promise.withResolvers<void>();
    batches.push({ items, end });
    return end.promise;
  };
  return { batches, write };
}

test("the first item is written immediately, and items that arrive meanwhile in batches of at most the maximum size", async () => {
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

test("items of a failed batch are written one by one, without delaying the next batch", async () => {
  const { batches, write } = makeWrites();
  const record = combineWrites(write, 2);
  const [first, second, third, fourth] = ["a", "b", "c", "d"].map(record);
  batches[0]?.end.resolve();
  await first;
  batches[1]?.end.reject(new Error("locked"));
  await expect.poll(() => batches.map(({ items }) => items.join(""))).toEqual(["a", "bc", "b", "c", "d"]);
  batches[2]?.end.reject(new Error("away"));
  await expect(second).rejects.toThrow("away");
  batches[3]?.end.resolve();
  batches[4]?.end.resolve();
  await Promise.all([third, fourth]);
});

test("a write that must not be repeated fails for all items of its batch, and the next batch is written", async () => {
  const { batches, write } = makeWrites();
  const record = combineWrites(write, 2, { areFailuresSplit: false });
  const [first, second, third, fourth] = ["a", "b", "c", "d"].map(record);
  batches[0]?.end.resolve();
  await first;
  const ends = Promise.allSettled([second, third]);
  batches[1]?.end.reject(new Error("locked"));
  expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  batches[2]?.end.resolve();
  await fourth;
  expect(batches.map(({ items }) => items.join(""))).toEqual(["a", "bc", "d"]);
});
