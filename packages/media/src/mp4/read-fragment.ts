import { getBox, withShortBoxCheck } from "./boxes.ts";
import { NO_DEFAULTS, type SampleDefaults } from "./read-fragment-table.ts";
import { listFragments, type SegmentFragment } from "./read-segment.ts";
import type { FragmentSample } from "./write-cmaf.ts";

/** The content of a segment; times in ticks of its track. */
export interface Fragment {
  baseTicks: number;
  samples: FragmentSample[];
}

/**
 * Parses a whole segment of one track, by any writer; a live segment has one fragment per part.
 * @param defaults the sample defaults of its init segment; fragments of `writeFragment` need none.
 * @throws Mp4Error if it is invalid.
 */
export function readFragment(segment: Uint8Array, defaults: SampleDefaults = NO_DEFAULTS): Fragment {
  const bytes = Buffer.from(segment.buffer, segment.byteOffset, segment.byteLength);
  const fragments = listFragments(segment, defaults);
  const samples: FragmentSample[] = [];
  let endTicks = fragments[0]?.table.baseTicks ?? 0;
  for (const fragment of fragments) {
    const { baseTicks, rows } = fragment.table;
    const last = samples.at(-1);
    // Each part has its own time, so the previous sample lasts through a gap between two parts.
    if (last) last.durationTicks = Math.max(0, last.durationTicks + baseTicks - endTicks);
    samples.push(...samplesOf(bytes, fragment));
    endTicks = rows.reduce((ticks, { durationTicks }) => ticks + durationTicks, baseTicks);
  }
  return { baseTicks: fragments[0]?.table.baseTicks ?? 0, samples };
}

function samplesOf(bytes: Buffer, { table, dataStart }: SegmentFragment): FragmentSample[] {
  let offset = dataStart;
  return table.rows.map(({ sizeBytes, ...sample }) => {
    offset += sizeBytes;
    return { ...sample, bytes: bytes.subarray(offset - sizeBytes, offset) };
  });
}

/** Reads the timescale of the track in an init segment. @throws Mp4Error if it is invalid. */
export function readTimescale(init: Uint8Array): number {
  return withShortBoxCheck(() => getBox(Buffer.from(init), "moov/trak/mdia/mdhd").readUInt32BE(12));
}
