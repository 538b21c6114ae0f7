import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { ByteRange } from "@shoal/contract/stored-data";
import { expect, it } from "vitest";
import { createMetrics } from "../platform/metrics.ts";
import { CheckedMedia } from "./checked-media.ts";

/** Creates a store with one object, which counts the bytes read from it. */
function setUp(sizeBytes = 200_000) {
  const object = randomBytes(sizeBytes + 100);
  const range: ByteRange = {
    object: "a/piece-0.mp4",
    offset: 100,
    length: sizeBytes,
    sha256: createHash("sha256").update(object.subarray(100)).digest("hex"),
  };
  const state = { nowMs: 0, readBytes: 0, errors: [] as object[] };
  const slice = (asked: { offset: number; length: number } = { offset: 0, length: object.length }) => {
    state.readBytes += asked.length;
    return object.subarray(asked.offset, asked.offset + asked.length);
  };
  const metrics = createMetrics();
  const media = new CheckedMedia({
    store: {
      read: async (_, asked) => slice(asked),
      stream: (_, asked) => Readable.from([slice(asked)]),
    },
    metrics,
    log: { error: (fields: object) => void state.errors.push(fields) },
    now: () => state.nowMs,
  });
  const flip = () => object.writeUInt8((object[150] ?? 0) ^ 1, 150);
  const damagedTotal = async () => (await metrics.mediaDamaged.get()).values[0]?.value;
  return { object, range, state, media, flip, damagedTotal };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

it.each([100, 200_000])("reads a stored range of %s bytes", async (sizeBytes) => {
  const { media, object, range } = setUp(sizeBytes);
  expect(Buffer.from(await media.read(range)).equals(object.subarray(100))).toBe(true);
  expect((await readAll(media.stream(range))).equals(object.subarray(100))).toBe(true);
});

it.each([100, 200_000])("refuses %s bytes of which one differs, and logs it once", async (sizeBytes) => {
  const { media, range, flip, state, damagedTotal } = setUp(sizeBytes);
  flip();
  await expect(media.read(range)).rejects.toMatchObject({ code: "unavailable" });
  await expect(media.verify(range)).rejects.toMatchObject({ code: "unavailable" });
  await expect(readAll(media.stream(range))).rejects.toMatchObject({ code: "unavailable" });
  expect([state.readBytes, await damagedTotal(), media.damagedCount]).toEqual([sizeBytes, 1, 1]);
  expect(state.errors).toEqual([expect.objectContaining({ object: range.object, offset: 100 })]);
});

it("serves a repaired range again soon", async () => {
  const { media, range, flip, state } = setUp();
  flip();
  await expect(media.verify(range)).rejects.toMatchObject({ code: "unavailable" });
  flip();
  state.nowMs += 10_000;
  await media.verify(range);
  expect(media.damagedCount).toBe(0);
});

it("hashes a range once for all callers, and again after an hour", async () => {
  const { media, range, state, flip } = setUp();
  await Promise.all([media.verify(range), media.verify(range), media.verify(range)]);
  await media.verify(range);
  expect(state.readBytes).toBe(range.length);
  state.nowMs += 3_600_000;
  flip();
  await expect(media.read(range)).rejects.toMatchObject({ code: "unavailable" });
});
