import { Mp4Error, readBoxHeader, withShortBoxCheck } from "./boxes.ts";
import { type FragmentTable, readFragmentTable, type SampleDefaults } from "./read-fragment-table.ts";

/** The maximum number of fragments: a live segment has one per part, at most a hundred, and each takes memory. */
const MAX_FRAGMENTS = 10_000;
/** The number of bytes that contain the size and type of a box, including 64-bit sizes. */
const BOX_HEADER_BYTES = 16;
/** The number of bytes to read if only indexes are needed: 188 audio frames take 3 kB, 240 video frames 4 kB. */
const INDEX_READ_BYTES = 8_192;

/** A `moof` of a segment, and the position of its samples. */
export interface SegmentFragment {
  table: FragmentTable;
  /** The offset of the fragment's samples from the first byte of the segment; the samples are contiguous. */
  dataStart: number;
  /** The total size of the fragment's samples. */
  dataBytes: number;
}

/** A range of bytes in a segment. */
interface ByteSpan {
  offset: number;
  length: number;
}

/**
 * Lists the fragments of a whole segment of one track, in order; a live segment has one per part.
 * @param defaults the sample defaults of its init segment.
 * @throws Mp4Error if it is not a segment, has bytes outside of boxes, or ends inside a sample.
 */
export function listFragments(segment: Uint8Array, defaults: SampleDefaults): SegmentFragment[] {
  const bytes = Buffer.from(segment.buffer, segment.byteOffset, segment.byteLength);
  const walk = walkFragments(bytes.length, defaults);
  let step = walk.next();
  while (!step.done) {
    const { offset, length } = step.value;
    step = walk.next(bytes.subarray(offset, offset + length));
  }
  return step.value;
}

/** A segment that is only read as far as needed. */
export interface SegmentSource {
  sizeBytes: number;
  /** Reads bytes of the segment. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/**
 * Lists the fragments of a segment without reading the samples.
 * @param limit maximum number of fragments to read.
 * @throws Mp4Error as `listFragments`; errors of `read`.
 */
export async function readFragments(
  { sizeBytes, read }: SegmentSource,
  defaults: SampleDefaults,
  limit = MAX_FRAGMENTS,
): Promise<SegmentFragment[]> {
  let [heldFrom, held] = [0, Buffer.alloc(0)];
  const walk = walkFragments(sizeBytes, defaults, limit);
  let step = walk.next();
  while (!step.done) {
    const { offset, length } = step.value;
    if (offset < heldFrom || offset + length > heldFrom + held.length) {
      heldFrom = offset;
      held = Buffer.from(
        await read(offset, Math.min(sizeBytes - offset, Math.max(length, INDEX_READ_BYTES))),
      );
    }
    step = walk.next(held.subarray(offset - heldFrom, offset - heldFrom + length));
  }
  return step.value;
}

/** A generator that yields the ranges it needs and receives their bytes. */
function* walkFragments(
  sizeBytes: number,
  defaults: SampleDefaults,
  limit = MAX_FRAGMENTS,
): Generator<ByteSpan, SegmentFragment[], Buffer> {
  const fragments: SegmentFragment[] = [];
  let isMediaDue = false;
  for (let offset = 0; offset < sizeBytes; ) {
    const head = yield { offset, length: Math.min(BOX_HEADER_BYTES, sizeBytes - offset) };
    const header = readBoxHeader(head, 0);
    if (!header || header.size < header.headerBytes || offset + header.size > sizeBytes)
      throw new Mp4Error("A segment ends inside a box");
    if (header.type === "moof") {
      if (isMediaDue) throw new Mp4Error("A segment has no mdat behind its moof");
      const moof = yield { offset, length: header.size };
      fragments.push(fragmentOf(moof, { offset, sizeBytes, defaults, number: fragments.length }));
      if (fragments.length === limit && limit < MAX_FRAGMENTS) return fragments;
      if (fragments.length > MAX_FRAGMENTS)
        throw new Mp4Error(`A segment has more than ${MAX_FRAGMENTS} fragments`);
      isMediaDue = true;
    } else if (header.type === "mdat") {
      if (!isMediaDue) throw new Mp4Error("A segment has no moof before its media");
      isMediaDue = false;
    }
    offset += header.size;
  }
  if (fragments.length === 0) throw new Mp4Error("A segment has no moof");
  if (isMediaDue) throw new Mp4Error("A segment has no mdat behind its moof");
  return fragments;
}

function fragmentOf(
  moof: Buffer,
  place: { offset: number; sizeBytes: number; defaults: SampleDefaults; number: number },
): SegmentFragment {
  const table = withShortBoxCheck(() => readFragmentTable(moof, place.defaults));
  const dataStart = place.offset + table.dataOffset;
  const dataBytes = table.rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (dataStart < 0 || dataStart + dataBytes > place.sizeBytes)
    throw new Mp4Error(`A segment ends inside a sample of fragment ${place.number}`);
  return { table, dataStart, dataBytes };
}
