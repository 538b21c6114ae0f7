import { expect, test } from "vitest";
import { ChunkBuffers } from "./chunk-buffers.ts";

const pool = (limit: number, patienceMs = 10_000) => new ChunkBuffers({ sizeBytes: 8, limit, patienceMs });

test("a buffer that came back is lent again", async () => {
  const buffers = pool(4);
  const first = await buffers.lend(async (buffer) => buffer);
  expect(await buffers.lend(async (buffer) => buffer)).toBe(first);
});

test("one that failed gives its buffer back too", async () => {
  const buffers = pool(1);
  await expect(buffers.lend(() => Promise.reject(new Error("damaged")))).rejects.toThrow("damaged");
  expect(await buffers.lend(async (buffer) => buffer.length)).toBe(8);
});

test("those beyond the limit wait their turn", async () => {
  const buffers = pool(1);
  const held = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = buffers.lend(async () => {
    await held.promise;
    order.push("first");
  });
  const second = buffers.lend(async () => void order.push("second"));
  const third = buffers.lend(async () => void order.push("third"));
  held.resolve();
  await Promise.all([first, second, third]);
  expect(order).toEqual(["first", "second", "third"]);
});

test("who waited too long is told to come again, and does not take a later buffer with him", async () => {
  const buffers = pool(1, 5);
  const held = Promise.withResolvers<void>();
  const first = buffers.lend(() => held.promise);
  await expect(buffers.lend(async () => "never")).rejects.toMatchObject({ code: "unavailable" });
  held.resolve();
  await first;
  expect(await buffers.lend(async () => "at once")).toBe("at once");
});
