import { expect, it } from "vitest";
import { box, fullBox, Mp4Error, u32 } from "../../mp4/boxes.ts";
import { writeAvcEntry } from "../../mp4/sample-entries.ts";
import { writeFragment, writeInit } from "../../mp4/write-cmaf.ts";
import { EncodedTrack } from "./encoded-track.ts";

const avcC = Buffer.from([1, 0x42, 0xc0, 0x1e, 0xff, 0xe0, 0]);
const sampleEntry = writeAvcEntry({ width: 640, height: 360, avcC });
const init = writeInit({ kind: "video", timescale: 12_800, sampleEntry, width: 640, height: 360 });
const createFrame = (number: number) =>
  writeFragment(number, number * 512, [
    { durationTicks: 512, ctsTicks: 0, isSync: number === 0, bytes: Buffer.alloc(50 + number, number) },
  ]);
const encodedStream = Buffer.concat([
  init,
  ...[0, 1, 2, 3].map(createFrame),
  box("free", Buffer.alloc(9)),
  createFrame(4),
]);

it("reads the same frames from a pipe, however its bytes are split into chunks", () => {
  const whole = new EncodedTrack();
  const expected = whole.push(encodedStream);
  expect(expected.map(({ dtsTicks, isSync, bytes }) => [dtsTicks, isSync, bytes.length])).toEqual([
    [0, true, 50],
    ...[1, 2, 3, 4].map((n) => [n * 512, false, 50 + n]),
  ]);
  expect(whole.head).toMatchObject({ kind: "video", timescale: 12_800, codecs: "avc1.42c01e" });
  for (const size of [1, 7, 9, 100, 1_000]) {
    const track = new EncodedTrack();
    const cuts = Array.from({ length: Math.ceil(encodedStream.length / size) }, (_, n) =>
      encodedStream.subarray(n * size, (n + 1) * size),
    );
    expect(cuts.flatMap((bytes) => track.push(bytes))).toEqual(expected);
  }
});

it.each([
  ["a box without an end", u32(0, 0x6d646174)],
  ["a box of a gigabyte", u32(1_000_000_000, 0x6d646174)],
  ["media before any head", createFrame(0)],
  ["media without an index", Buffer.concat([init, box("mdat", Buffer.alloc(8))])],
  ["a head without a track", box("moov", fullBox("mvhd", 0, 0, u32(0, 0, 1_000)))],
])("refuses %s", (_what, bytes) => {
  expect(() => new EncodedTrack().push(bytes)).toThrow(Mp4Error);
});
