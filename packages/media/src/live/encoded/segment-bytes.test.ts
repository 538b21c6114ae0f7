import { expect, test } from "vitest";
import { SegmentBytes } from "./segment-bytes.ts";

test("released segments are read from the store, except those that could not be written", async () => {
  const stored = new Map<string, Uint8Array>();
  const requests: string[] = [];
  const bytes = new SegmentBytes({
    folder: "lives/1/",
    keptBytes: 1_000_000,
    objects: {
      async put(name, written) {
        if (name.endsWith("1.m4s")) throw new Error("No space left on device");
        stored.set(name, written);
      },
      async read({ object, offset, length }) {
        requests.push(object);
        return stored.get(object)?.subarray(offset, offset + length) ?? Buffer.alloc(0);
      },
      remove: async (name) => void stored.delete(name),
    },
    onFault: () => undefined,
  });
  const ranges = [0, 1].map((number) => {
    const name = bytes.nameOf("v0", number);
    const range = bytes.append(name, Buffer.from(`segment ${number}`));
    bytes.finish(name);
    return range;
  });
  const readAll = async () =>
    (await Promise.all(ranges.map((range) => bytes.read(range)))).map((each) => Buffer.from(each).toString());
  await bytes.settle();
  expect([await readAll(), requests]).toEqual([["segment 0", "segment 1"], []]);
  bytes.release();
  expect([await readAll(), requests]).toEqual([["segment 0", "segment 1"], ["lives/1/v0/0.m4s"]]);
});

test("an init segment that could not be written stays in memory, and isStored writes it again", async () => {
  let isFull = true;
  const stored = new Map<string, string>();
  const bytes = new SegmentBytes({
    folder: "lives/1/",
    keptBytes: 10,
    objects: {
      async put(name, written) {
        if (isFull) throw new Error("No space left on device");
        stored.set(name, Buffer.from(written).toString());
      },
      read: async () => Buffer.from("from the store"),
      remove: async () => undefined,
    },
    onFault: () => undefined,
  });
  const init = bytes.put("lives/1/v0/init-0.m4s", Buffer.from("init"));
  await bytes.settle();
  expect(await bytes.isStored(init.object)).toBe(false);
  // This segment exceeds the memory limit.
  const name = bytes.nameOf("v0", 0);
  bytes.append(name, Buffer.alloc(100));
  bytes.finish(name);
  await bytes.settle();
  expect(Buffer.from(await bytes.read(init)).toString()).toBe("init");
  isFull = false;
  expect(await Promise.all([bytes.isStored(init.object), bytes.isStored(init.object)])).toEqual([true, true]);
  expect([...stored]).toEqual([[init.object, "init"]]);
  expect(await bytes.isStored(init.object)).toBe(true);
});

test("a segment that could not be written is retried until it is dropped from memory", async () => {
  let failures = 2;
  const stored = new Map<string, string>();
  const faults: unknown[] = [];
  const bytes = new SegmentBytes({
    folder: "lives/1/",
    keptBytes: 10,
    againAfterMs: [1, 1, 1],
    objects: {
      async put(name, written) {
        if (name.endsWith("0.m4s") && failures-- > 0) throw new Error("The store is away");
        if (name.endsWith("9.m4s")) throw new Error("The store is away");
        stored.set(name, Buffer.from(written).toString());
      },
      read: async () => Buffer.alloc(0),
      remove: async () => undefined,
    },
    onFault: (error) => faults.push(error),
  });
  const add = (number: number, text: string) => {
    const name = bytes.nameOf("v0", number);
    bytes.append(name, Buffer.from(text));
    bytes.finish(name);
    return bytes.isStored(name);
  };
  expect(await add(0, "first")).toBe(true);
  expect([stored.get("lives/1/v0/0.m4s"), faults.length]).toEqual(["first", 2]);
  const forgotten = add(9, "never");
  // The total exceeds twice the limit, so the oldest segment is dropped, whether or not it is stored.
  expect(await add(1, "much more than that")).toBe(true);
  expect(await forgotten).toBe(false);
  await bytes.settle();
});
