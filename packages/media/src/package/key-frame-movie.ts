import type { Segment } from "@shoal/contract";
import { getBox, Mp4Error, readBoxHeader } from "../mp4/boxes.ts";
import { readTimescale } from "../mp4/read-fragment.ts";
import { writeFragment } from "../mp4/write-cmaf.ts";

/** Enough for the index and the key frame of most segments, so that the rest is seldom read. */
const HEAD_BYTES = 262_144;

/** Reads bytes of an object of the media store. */
export type ReadObject = (object: string, range: { offset: number; length: number }) => Promise<Uint8Array>;

/**
 * A small movie of the first picture of each segment, one a second, for thumbnails.
 * @throws Mp4Error when a segment is not one that `writeFragment` wrote.
 */
export async function* keyFrameMovie(
  init: Uint8Array,
  segments: readonly Segment[],
  read: ReadObject,
): AsyncGenerator<Buffer> {
  const timescale = readTimescale(init);
  yield Buffer.from(init);
  for (const [order, segment] of segments.entries()) {
    const bytes = await readFirstSample(segment, read);
    const sample = { durationTicks: timescale, ctsTicks: 0, isSync: true, bytes };
    yield writeFragment(order, order * timescale, [sample]);
  }
}

async function readFirstSample({ object, offset, length }: Segment, read: ReadObject): Promise<Uint8Array> {
  const head = Buffer.from(await read(object, { offset, length: Math.min(length, HEAD_BYTES) }));
  const moof = readBoxHeader(head, 0);
  if (moof?.type !== "moof") throw new Mp4Error("A segment does not begin with moof");
  const start = moof.size + 8;
  const size = getBox(head.subarray(8, moof.size), "traf/trun").readUInt32BE(16);
  if (start + size <= head.length) return head.subarray(start, start + size);
  return read(object, { offset: offset + start, length: size });
}
