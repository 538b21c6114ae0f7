import { getBox, Mp4Error, readBoxHeader, refusingShortBoxes } from "./boxes.ts";
import type { FragmentSample } from "./write-cmaf.ts";

/** Bytes of a sample's row in `trun`: duration, size, flags, composition offset. */
const ROW_BYTES = 16;
/** `sample_is_non_sync_sample` of ISO/IEC 14496-12, 8.8.3. */
const NON_SYNC = 0x00010000;

/** What a segment holds; times in ticks of its track. */
export interface Fragment {
  baseTicks: number;
  samples: FragmentSample[];
}

/**
 * Reads a segment that `writeFragment` wrote; one of a live is as many of them as it had parts.
 * @throws Mp4Error for any other.
 */
export const readFragment = (segment: Uint8Array): Fragment => refusingShortBoxes(() => parse(segment));

function parse(segment: Uint8Array): Fragment {
  const bytes = Buffer.from(segment.buffer, segment.byteOffset, segment.byteLength);
  const whole = parsePart(bytes);
  let endTicks = whole.baseTicks + durationOf(whole);
  for (let rest = afterPart(bytes); rest.length > 0; rest = afterPart(rest)) {
    const part = parsePart(rest);
    const last = whole.samples.at(-1);
    // Each part has a time of its own: what lies between two belongs to the sample before.
    if (last) last.durationTicks = Math.max(0, last.durationTicks + part.baseTicks - endTicks);
    endTicks = part.baseTicks + durationOf(part);
    whole.samples.push(...part.samples);
  }
  return whole;
}

const durationOf = ({ samples }: Fragment) =>
  samples.reduce((ticks, { durationTicks }) => ticks + durationTicks, 0);

/** What comes behind a `moof` and its `mdat`. */
function afterPart(bytes: Buffer): Buffer {
  const moof = readBoxHeader(bytes, 0);
  const mdat = moof && readBoxHeader(bytes, moof.size);
  if (!moof || mdat?.type !== "mdat") throw new Mp4Error("A segment has no mdat behind its moof");
  return bytes.subarray(moof.size + mdat.size);
}

function parsePart(bytes: Buffer): Fragment {
  const moof = readBoxHeader(bytes, 0);
  if (moof?.type !== "moof") throw new Mp4Error("A segment does not begin with moof");
  const traf = getBox(bytes.subarray(8, moof.size), "traf");
  const baseTicks = Number(getBox(traf, "tfdt").readBigUInt64BE(4));
  const trun = getBox(traf, "trun");
  if ((trun.readUInt32BE(0) & 0xffffff) !== 0xf01)
    throw new Mp4Error("A segment's samples lack their fields");
  const count = trun.readUInt32BE(4);
  if (count * ROW_BYTES > trun.length) throw new Mp4Error("A segment's samples lack their fields");
  let offset = trun.readInt32BE(8);
  const samples = Array.from({ length: count }, (_, n) => {
    const row = trun.subarray(12 + n * ROW_BYTES, 12 + (n + 1) * ROW_BYTES);
    const size = row.readUInt32BE(4);
    if (offset + size > bytes.length) throw new Mp4Error(`A segment ends inside sample ${n}`);
    const sample = {
      durationTicks: row.readUInt32BE(0),
      isSync: (row.readUInt32BE(8) & NON_SYNC) === 0,
      ctsTicks: row.readInt32BE(12),
      bytes: bytes.subarray(offset, offset + size),
    };
    offset += size;
    return sample;
  });
  return { baseTicks, samples };
}

/** Ticks a second of the track that an init segment describes. @throws Mp4Error when it is none. */
export function readTimescale(init: Uint8Array): number {
  return refusingShortBoxes(() => getBox(Buffer.from(init), "moov/trak/mdia/mdhd").readUInt32BE(12));
}
