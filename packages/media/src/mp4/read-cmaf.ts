import { Mp4Error } from "./boxes.ts";
import type { Fragment } from "./read-fragment.ts";
import { locateMoof, readFragmentTable, type SampleDefaults } from "./read-fragment-table.ts";

/**
 * Reads a segment of one track, whoever wrote it; only what stands in its first fragment.
 * @param defaults of its init segment.
 * @throws Mp4Error when it is none.
 */
export function readCmaf(segment: Uint8Array, defaults: SampleDefaults): Fragment {
  const bytes = Buffer.from(segment.buffer, segment.byteOffset, segment.byteLength);
  const moof = locateMoof(bytes);
  if (!moof) throw new Mp4Error("A segment has no moof");
  const table = readFragmentTable(bytes.subarray(moof.offset, moof.offset + moof.size), defaults);
  let offset = moof.offset + table.dataOffset;
  const samples = table.rows.map(({ sizeBytes, ...sample }, n) => {
    if (offset + sizeBytes > bytes.length) throw new Mp4Error(`A segment ends inside sample ${n}`);
    offset += sizeBytes;
    return { ...sample, bytes: bytes.subarray(offset - sizeBytes, offset) };
  });
  return { baseTicks: table.baseTicks, samples };
}
