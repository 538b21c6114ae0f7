import { Mp4Error } from "./boxes.ts";
import type { ReadRange } from "./locate-moov.ts";
import type { Mp4Track } from "./read-tracks.ts";

/** The largest gap between samples that is read along with them, because a second request would cost more. */
const MAX_GAP_BYTES = 131_072;
const MAX_RANGE_BYTES = 16_777_216;

/**
 * Reads the bytes of the samples `[from, to)`, in as few reads as their positions allow. @throws Mp4Error if one is incomplete.
 */
export async function readSampleBytes(
  { samples }: Mp4Track,
  read: ReadRange,
  from: number,
  to: number,
): Promise<Uint8Array[]> {
  const result: Uint8Array[] = [];
  for (let first = from; first < to; ) {
    const start = samples.offset[first] ?? 0;
    let end = start + (samples.size[first] ?? 0);
    let last = first + 1;
    for (; last < to; last++) {
      const offset = samples.offset[last] ?? 0;
      const next = offset + (samples.size[last] ?? 0);
      if (offset < end || offset - end > MAX_GAP_BYTES || next - start > MAX_RANGE_BYTES) break;
      end = next;
    }
    const bytes = await read(start, end - start);
    if (bytes.length < end - start) throw new Mp4Error(`The file ends inside sample ${first}`);
    for (let n = first; n < last; n++) {
      const at = (samples.offset[n] ?? 0) - start;
      result.push(bytes.subarray(at, at + (samples.size[n] ?? 0)));
    }
    first = last;
  }
  return result;
}
