import { expect, test } from "vitest";
import { SegmentBytes } from "./segment-bytes.ts";

test("what was released is read from where objects lie, but for what could not be written there", async () => {
  const stored = new Map<string, Uint8Array>();
  const asked: string[] = [];
  const bytes = new SegmentBytes({
    folder: "lives/1/",
    keptBytes: 1_000_000,
    objects: {
      async put(name, written) {
        if (name.endsWith("1.m4s")) throw new Error("No space left on device");
        stored.set(name, written);
      },
      async read({ object, offset, length }) {
        asked.push(object);
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
  expect([await readAll(), asked]).toEqual([["segment 0", "segment 1"], []]);
  bytes.release();
  expect([await readAll(), asked]).toEqual([["segment 0", "segment 1"], ["lives/1/v0/0.m4s"]]);
});
