import { Mp4Error, withShortBoxCheck } from "./boxes.ts";

/** The samples of one track in decode order; times in ticks of the track's timescale. */
export interface Samples {
  count: number;
  /** The positions of the samples in the file, in bytes. */
  offset: Float64Array;
  size: Uint32Array;
  /** The decode times, from 0, before the edit list. */
  dts: Float64Array;
  duration: Float64Array;
  /** The presentation times minus the decode times; may be negative. */
  cts: Int32Array;
  isSync: Uint8Array;
}

/** The maximum number of samples over all tracks: 92 hours at 60 frames a second have 20 million, and their two audio tracks 31 million. */
export const MAX_SAMPLES = 52_000_000;
/**
 * The minimum size of samples of equal size: such a table takes no space, so the file's bytes are the limit. A silent frame has 6 bytes.
 */
const MIN_FIXED_BYTES = 4;

/** The budget that remains for all tracks of a file. */
export interface SampleBudget {
  fileBytes: number;
  samples: number;
  /** The number of bytes that samples may still have whose sizes are not listed one by one. */
  bytes: number;
}

/** Returns the budget for a file before any of its tracks is read. */
export const createSampleBudget = (fileBytes: number): SampleBudget => ({
  fileBytes,
  samples: MAX_SAMPLES,
  bytes: fileBytes,
});

/** Returns the table of a track whose samples are not needed. */
export const emptySamples = (): Samples => ({
  count: 0,
  offset: new Float64Array(),
  size: new Uint32Array(),
  dts: new Float64Array(),
  duration: new Float64Array(),
  cts: new Int32Array(),
  isSync: new Uint8Array(),
});

/**
 * Expands the tables of an `stbl` box. Steps and memory are bounded by the bytes of the tables and of the file.
 * @param allowance is reduced by the samples.
 * @throws Mp4Error if tables are missing or disagree, or claim more samples than the file has bytes.
 */
export function readSamples(table: (type: string) => Buffer | undefined, allowance: SampleBudget): Samples {
  const need = (type: string) => {
    const body = table(type);
    if (!body) throw new Mp4Error(`No ${type} box`);
    return body;
  };
  return withShortBoxCheck(() => {
    const size = readSizes(need("stsz"), allowance);
    const count = size.length;
    const { dts, duration } = readTimes(need("stts"), count);
    const chunks = table("co64") ? readChunks64(need("co64"), count) : readChunks32(need("stco"), count);
    const offset = readOffsets(need("stsc"), chunks, size);
    const cts = readCompositionOffsets(table("ctts"), count);
    return { count, size, dts, duration, offset, cts, isSync: readSync(table("stss"), count) };
  });
}

function readEntryCount(body: Buffer, at: number, bytesEach: number): number {
  if (body.length < at + 4) throw new Mp4Error("A sample table ends early");
  const count = body.readUInt32BE(at);
  if (at + 4 + count * bytesEach > body.length) throw new Mp4Error("A sample table ends early");
  return count;
}

function readSizes(body: Buffer, allowance: SampleBudget): Uint32Array {
  if (body.length < 12) throw new Mp4Error("A sample table ends early");
  const fixed = body.readUInt32BE(4);
  const count = body.readUInt32BE(8);
  spendBudget(allowance, count, fixed);
  if (fixed > 0) return new Uint32Array(count).fill(fixed);
  readEntryCount(body, 8, 4);
  const sizes = new Uint32Array(count);
  for (let n = 0; n < count; n++) sizes[n] = body.readUInt32BE(12 + n * 4);
  return sizes;
}

/** Deducts samples from the budget before memory is allocated for them. */
function spendBudget(allowance: SampleBudget, count: number, fixed: number): void {
  const { fileBytes } = allowance;
  if (count > MAX_SAMPLES || count * Math.max(fixed, 1) > fileBytes)
    throw new Mp4Error(`${count} samples are claimed in ${fileBytes} bytes`);
  if (count > 0 && fixed > 0 && fixed < MIN_FIXED_BYTES)
    throw new Mp4Error(`Every sample has ${fixed} bytes`);
  allowance.samples -= count;
  allowance.bytes -= count * fixed;
  if (allowance.samples < 0 || allowance.bytes < 0)
    throw new Mp4Error("The tracks have more samples together than a file holds");
}

function readTimes(body: Buffer, count: number) {
  const dts = new Float64Array(count);
  const duration = new Float64Array(count);
  const runs = readEntryCount(body, 4, 8);
  let time = 0;
  let sample = 0;
  for (let run = 0; run < runs && sample < count; run++) {
    const end = Math.min(count, sample + body.readUInt32BE(8 + run * 8));
    const delta = body.readUInt32BE(12 + run * 8);
    for (; sample < end; sample++, time += delta) {
      dts[sample] = time;
      duration[sample] = delta;
    }
  }
  if (sample < count) throw new Mp4Error("stts covers fewer samples than stsz");
  return { dts, duration };
}

/** Reads composition offsets as signed: version 0 is unsigned in the standard, but is also written with negative offsets. */
function readCompositionOffsets(body: Buffer | undefined, count: number): Int32Array {
  const cts = new Int32Array(count);
  if (!body) return cts;
  const runs = readEntryCount(body, 4, 8);
  let sample = 0;
  for (let run = 0; run < runs && sample < count; run++) {
    const end = Math.min(count, sample + body.readUInt32BE(8 + run * 8));
    cts.fill(body.readInt32BE(12 + run * 8), sample, end);
    sample = end;
  }
  return cts;
}

/** Reads the sync samples. If there is no table, every sample is a sync sample. */
function readSync(body: Buffer | undefined, count: number): Uint8Array {
  const isSync = new Uint8Array(count);
  if (!body) return isSync.fill(1);
  const listed = readEntryCount(body, 4, 4);
  for (let n = 0; n < listed; n++) {
    const sample = body.readUInt32BE(8 + n * 4) - 1;
    if (sample >= 0 && sample < count) isSync[sample] = 1;
  }
  return isSync;
}

/** Reads 32-bit chunk offsets, at most as many as there are samples, since each chunk contains at least one. */
function readChunks32(body: Buffer, samples: number): Float64Array {
  const chunks = new Float64Array(Math.min(readEntryCount(body, 4, 4), samples));
  for (let n = 0; n < chunks.length; n++) chunks[n] = body.readUInt32BE(8 + n * 4);
  return chunks;
}

function readChunks64(body: Buffer, samples: number): Float64Array {
  const chunks = new Float64Array(Math.min(readEntryCount(body, 4, 8), samples));
  for (let n = 0; n < chunks.length; n++) {
    const offset = Number(body.readBigUInt64BE(8 + n * 8));
    if (offset > Number.MAX_SAFE_INTEGER) throw new Mp4Error("A chunk lies beyond any file");
    chunks[n] = offset;
  }
  return chunks;
}

/** Chunks from `first` on, counted from 0, contain this many samples each. */
interface ChunkRun {
  first: number;
  perChunk: number;
}

function readOffsets(stsc: Buffer, chunks: Float64Array, size: Uint32Array): Float64Array {
  const offset = new Float64Array(size.length);
  const runs = readEntryCount(stsc, 4, 12);
  let sample = 0;
  for (let run = 0; run < runs && sample < size.length; run++) {
    const { first, perChunk } = readRun(stsc, run);
    const end = run + 1 < runs ? readRun(stsc, run + 1).first : chunks.length;
    if ((run === 0 && first !== 0) || (run + 1 < runs && end <= first))
      throw new Mp4Error("The runs of stsc do not ascend from the first chunk");
    for (let chunk = first; chunk < Math.min(end, chunks.length) && sample < size.length; chunk++) {
      const last = Math.min(size.length, sample + perChunk);
      for (let position = chunks[chunk] ?? 0; sample < last; sample++) {
        offset[sample] = position;
        position += size[sample] ?? 0;
      }
    }
  }
  if (sample < size.length) throw new Mp4Error("stsc and stco place fewer samples than stsz counts");
  return offset;
}

function readRun(stsc: Buffer, run: number): ChunkRun {
  const first = stsc.readUInt32BE(8 + run * 12) - 1;
  const perChunk = stsc.readUInt32BE(12 + run * 12);
  if (perChunk === 0) throw new Mp4Error("A chunk has no samples");
  return { first, perChunk };
}
