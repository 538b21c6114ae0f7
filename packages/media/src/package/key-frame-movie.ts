import type { Segment } from "@shoal/contract/stored-data";
import { Mp4Error } from "../mp4/boxes.ts";
import { readTimescale } from "../mp4/read-fragment.ts";
import { readSampleDefaults, type SampleDefaults } from "../mp4/read-fragment-table.ts";
import { readFragments } from "../mp4/read-segment.ts";
import { writeFragment } from "../mp4/write-cmaf.ts";

/** The number of bytes that are read first: enough for the index and the key frame of most segments. */
const FIRST_READ_BYTES = 262_144;

/** Reads bytes of an object of the media store. */
export type ReadObject = (object: string, range: { offset: number; length: number }) => Promise<Uint8Array>;

/**
 * Makes a small movie of the first frame of each segment, one per second, for thumbnails.
 * @throws Mp4Error if a segment is invalid.
 */
export async function* keyFrameMovie(
  init: Uint8Array,
  segments: readonly Segment[],
  read: ReadObject,
): AsyncGenerator<Buffer> {
  const timescale = readTimescale(init);
  const defaults = readSampleDefaults(Buffer.from(init));
  yield Buffer.from(init);
  for (const [order, segment] of segments.entries()) {
    const bytes = await readFirstSample(segment, defaults, read);
    const sample = { durationTicks: timescale, ctsTicks: 0, isSync: true, bytes };
    yield writeFragment(order, order * timescale, [sample]);
  }
}

async function readFirstSample(
  { object, offset, length }: Segment,
  defaults: SampleDefaults,
  read: ReadObject,
): Promise<Uint8Array> {
  const head = await read(object, { offset, length: Math.min(length, FIRST_READ_BYTES) });
  const readPart = async (from: number, bytes: number) =>
    from + bytes <= head.length
      ? head.subarray(from, from + bytes)
      : read(object, { offset: offset + from, length: bytes });
  const source = { sizeBytes: length, read: readPart };
  const [first] = await readFragments(source, defaults, 1);
  const [row] = first?.table.rows ?? [];
  if (!first || !row) throw new Mp4Error("A segment has no sample");
  return readPart(first.dataStart, row.sizeBytes);
}
