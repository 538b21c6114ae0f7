import { findBox, getBox, listBoxes, Mp4Error, withShortBoxCheck } from "./boxes.ts";

/** The flag `sample_is_non_sync_sample` (ISO/IEC 14496-12, 8.8.3). */
const NON_SYNC_FLAG = 0x00010000;

/** The defaults for samples without their own values. */
export interface SampleDefaults {
  durationTicks: number;
  sizeBytes: number;
  flags: number;
}

/** The defaults for fragments whose samples have their own values. */
export const NO_DEFAULTS: SampleDefaults = { durationTicks: 0, sizeBytes: 0, flags: 0 };

/** A sample of a fragment without its bytes; times in ticks. */
export interface SampleRow {
  durationTicks: number;
  sizeBytes: number;
  isSync: boolean;
  ctsTicks: number;
}

/** The content of a `moof` box. */
export interface FragmentTable {
  /** The decode time of the first sample. */
  baseTicks: number;
  rows: SampleRow[];
  /** The offset of the samples' bytes from the `moof` box; they are contiguous. */
  dataOffset: number;
}

/** Reads the defaults in an init segment. @throws Mp4Error if it is not one. */
export function readSampleDefaults(init: Buffer): SampleDefaults {
  const trex = findBox(init, "moov/mvex/trex");
  if (!trex) return NO_DEFAULTS;
  return withShortBoxCheck(() => ({
    durationTicks: trex.readUInt32BE(12),
    sizeBytes: trex.readUInt32BE(16),
    flags: trex.readUInt32BE(20),
  }));
}

/**
 * Parses a whole `moof` box.
 * @throws Mp4Error if it has several tracks or its samples are not contiguous.
 */
export const readFragmentTable = (moof: Buffer, initial: SampleDefaults): FragmentTable =>
  withShortBoxCheck(() => parseFragment(moof, initial));

function parseFragment(moof: Buffer, initial: SampleDefaults): FragmentTable {
  const children = listBoxes(moof.subarray(8));
  const trafs = children.filter(({ type }) => type === "traf");
  const [traf] = trafs;
  if (!traf || trafs.length > 1) throw new Mp4Error("A segment is not of one track");
  const defaults = readHeader(getBox(traf.body, "tfhd"), initial);
  const runs = listBoxes(traf.body).filter(({ type }) => type === "trun");
  const rows: SampleRow[] = [];
  let dataOffset: number | undefined;
  let bytesBefore = 0;
  for (const { body } of runs) {
    const run = readRun(body, defaults, MAX_ROWS - rows.length);
    dataOffset ??= run.dataOffset;
    if (run.dataOffset !== undefined && run.dataOffset !== (dataOffset ?? 0) + bytesBefore)
      throw new Mp4Error("A segment's samples do not follow one another");
    for (const row of run.rows) {
      rows.push(row);
      bytesBefore += row.sizeBytes;
    }
  }
  if (dataOffset === undefined) throw new Mp4Error("A segment does not say where its samples are");
  return { baseTicks: readBase(getBox(traf.body, "tfdt")), rows, dataOffset };
}

const readBase = (tfdt: Buffer) => (tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4));

function readHeader(tfhd: Buffer, defaults: SampleDefaults): SampleDefaults {
  const flags = tfhd.readUInt32BE(0) & 0xffffff;
  let at = 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
  const next = (bit: number, usual: number) => {
    if (!(flags & bit)) return usual;
    at += 4;
    return tfhd.readUInt32BE(at - 4);
  };
  return {
    durationTicks: next(0x8, defaults.durationTicks),
    sizeBytes: next(0x10, defaults.sizeBytes),
    flags: next(0x20, defaults.flags),
  };
}

/** The maximum number of rows, since rows with only defaults take no bytes; half an hour of audio in one segment has fewer. */
const MAX_ROWS = 100_000;

function readRun(
  trun: Buffer,
  defaults: SampleDefaults,
  maxRows: number,
): { dataOffset: number | undefined; rows: SampleRow[] } {
  const flags = trun.readUInt32BE(0) & 0xffffff;
  const count = trun.readUInt32BE(4);
  if (count > maxRows) throw new Mp4Error(`A segment has more than ${MAX_ROWS} samples`);
  let at = 8;
  const next = (bit: number, usual: number) => {
    if (!(flags & bit)) return usual;
    at += 4;
    return trun.readUInt32BE(at - 4);
  };
  const dataOffset = flags & 0x1 ? next(0x1, 0) : undefined;
  const firstFlags = next(0x4, defaults.flags);
  const rows: SampleRow[] = [];
  for (let n = 0; n < count; n++) {
    const durationTicks = next(0x100, defaults.durationTicks);
    const sizeBytes = next(0x200, defaults.sizeBytes);
    const own = next(0x400, n === 0 ? firstFlags : defaults.flags);
    const isSync = (own & NON_SYNC_FLAG) === 0;
    rows.push({ durationTicks, sizeBytes, isSync, ctsTicks: next(0x800, 0) | 0 });
  }
  return { dataOffset, rows };
}
