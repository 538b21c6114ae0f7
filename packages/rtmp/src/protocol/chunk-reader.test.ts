import { describe, expect, it } from "vitest";
import { writeChunks } from "../testing/chunks.ts";
import { ChunkReader } from "./chunk-reader.ts";
import { RtmpFault } from "./fault.ts";
import { MESSAGE } from "./message.ts";

const createBytes = (length: number, seed = 0) =>
  Buffer.from(Array.from({ length }, (_, n) => (n * 7 + seed) & 255));
const createVideoMessage = (payload: Buffer) => ({ type: MESSAGE.video, streamId: 1, payload });
const FIRST_CHUNK_STYLE = { id: 6, format: 0, timeMs: 0, chunkBytes: 128 } as const;
const setChunkSize = (value: number) => {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(value);
  return writeChunks({ type: MESSAGE.setChunkSize, streamId: 0, payload }, { ...FIRST_CHUNK_STYLE, id: 2 });
};
const readMessages = (...bytes: Buffer[]) => {
  const reader = new ChunkReader();
  return bytes.flatMap((each) => [...reader.push(each)]);
};

describe("messages in chunks", () => {
  it("are the same however the bytes are split", () => {
    const stream = Buffer.concat([
      writeChunks(createVideoMessage(createBytes(1_000)), FIRST_CHUNK_STYLE),
      setChunkSize(4_096),
      writeChunks(createVideoMessage(createBytes(5_000, 1)), {
        ...FIRST_CHUNK_STYLE,
        format: 1,
        timeMs: 40,
        chunkBytes: 4_096,
      }),
      writeChunks(
        { ...createVideoMessage(createBytes(300, 2)), type: MESSAGE.audio },
        { ...FIRST_CHUNK_STYLE, id: 70, chunkBytes: 4_096 },
      ),
      writeChunks(createVideoMessage(createBytes(5_000, 3)), {
        ...FIRST_CHUNK_STYLE,
        format: 3,
        chunkBytes: 4_096,
      }),
      writeChunks(
        { ...createVideoMessage(createBytes(9, 4)), type: MESSAGE.audio },
        { ...FIRST_CHUNK_STYLE, id: 4_000, chunkBytes: 4_096 },
      ),
    ]);
    const whole = readMessages(stream).filter(({ type }) => type !== MESSAGE.setChunkSize);
    expect(whole.map(({ type, timestampMs, payload }) => [type, timestampMs, payload.length])).toEqual([
      [MESSAGE.video, 0, 1_000],
      [MESSAGE.video, 40, 5_000],
      [MESSAGE.audio, 0, 300],
      [MESSAGE.video, 80, 5_000],
      [MESSAGE.audio, 0, 9],
    ]);
    expect(whole[3]?.payload).toEqual(createBytes(5_000, 3));
    for (const size of [1, 2, 3, 7, 129, 4_097]) {
      const cuts = Array.from({ length: Math.ceil(stream.length / size) }, (_, n) =>
        stream.subarray(n * size, (n + 1) * size),
      );
      expect(readMessages(...cuts).filter(({ type }) => type !== MESSAGE.setChunkSize)).toEqual(whole);
    }
  });

  it("of interleaved chunk streams are read", () => {
    const [one, other] = [
      writeChunks(createVideoMessage(createBytes(200)), FIRST_CHUNK_STYLE),
      writeChunks(
        { ...createVideoMessage(createBytes(200, 9)), type: MESSAGE.audio },
        { ...FIRST_CHUNK_STYLE, id: 4 },
      ),
    ];
    // The first chunks of both streams precede their second chunks.
    const head = 12 + 128;
    const mixed = [one.subarray(0, head), other.subarray(0, head), one.subarray(head), other.subarray(head)];
    expect(readMessages(...mixed).map(({ payload }) => payload)).toEqual([
      createBytes(200),
      createBytes(200, 9),
    ]);
  });

  it("have times beyond 4.6 hours, which wrap to 0 after 49 days", () => {
    const times = readMessages(
      writeChunks(createVideoMessage(createBytes(300)), { ...FIRST_CHUNK_STYLE, timeMs: 0xffff_fff0 }),
      writeChunks(createVideoMessage(createBytes(300)), { ...FIRST_CHUNK_STYLE, format: 1, timeMs: 40 }),
    ).map(({ timestampMs }) => timestampMs);
    expect(times).toEqual([0xffff_fff0, 24]);
  });

  it("may omit the extended timestamp after their first chunk", () => {
    const style = { ...FIRST_CHUNK_STYLE, timeMs: 17_000_000, isBare: true };
    const payload = createBytes(300);
    const next = writeChunks(createVideoMessage(createBytes(200, 3)), {
      ...FIRST_CHUNK_STYLE,
      format: 1,
      timeMs: 40,
    });
    for (const [one, size] of [
      [Buffer.concat([writeChunks(createVideoMessage(payload), style), next]), 400],
      [Buffer.concat([writeChunks(createVideoMessage(payload), style), next]), 1],
      [Buffer.concat([writeChunks(createVideoMessage(payload), { ...style, isBare: false }), next]), 3],
    ] as const) {
      const cuts = Array.from({ length: Math.ceil(one.length / size) }, (_, n) =>
        one.subarray(n * size, (n + 1) * size),
      );
      expect(readMessages(...cuts).map((message) => [message.timestampMs, message.payload])).toEqual([
        [17_000_000, payload],
        [17_000_040, createBytes(200, 3)],
      ]);
    }
  });

  it("are dropped when the publisher aborts them", () => {
    const half = writeChunks(createVideoMessage(createBytes(200)), FIRST_CHUNK_STYLE).subarray(0, 12 + 128);
    const payload = Buffer.from([0, 0, 0, 6]);
    const abort = writeChunks({ type: MESSAGE.abort, streamId: 0, payload }, { ...FIRST_CHUNK_STYLE, id: 2 });
    const next = writeChunks(createVideoMessage(createBytes(10, 5)), { ...FIRST_CHUNK_STYLE, format: 1 });
    expect(readMessages(half, abort, next).at(-1)?.payload).toEqual(createBytes(10, 5));
  });
});

describe("hostile input", () => {
  const endless = (id: number) =>
    writeChunks(createVideoMessage(createBytes(200)), { ...FIRST_CHUNK_STYLE, id }).subarray(0, 13 + 128);

  it.each([
    ["a stream that begins in its middle", () => Buffer.from([0xc6])],
    ["chunks of a byte", () => setChunkSize(1)],
    ["chunks of four billion bytes", () => setChunkSize(0xffff_ffff)],
    [
      "a control message without a value",
      () =>
        writeChunks(
          { type: MESSAGE.setChunkSize, streamId: 0, payload: Buffer.alloc(1) },
          { ...FIRST_CHUNK_STYLE, id: 2 },
        ),
    ],
    [
      "a message that is too long",
      () =>
        writeChunks(createVideoMessage(Buffer.alloc(8_000_001)), {
          ...FIRST_CHUNK_STYLE,
          chunkBytes: 128,
        }).subarray(0, 12),
    ],
    ["streams without end", () => Buffer.concat(Array.from({ length: 70 }, (_, n) => endless(100 + n)))],
  ])("is refused: %s", (_what, make) => {
    expect(() => readMessages(make())).toThrow(RtmpFault);
  });

  it("uses no memory for declared but missing bytes", () => {
    const before = process.memoryUsage().arrayBuffers;
    const readers = Array.from({ length: 60 }, () => new ChunkReader());
    const promise = writeChunks(createVideoMessage(Buffer.alloc(7_900_000)), FIRST_CHUNK_STYLE).subarray(
      0,
      12 + 100,
    );
    for (const reader of readers) expect([...reader.push(promise)]).toEqual([]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });
});
