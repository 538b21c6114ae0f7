import { Mp4Error } from "./boxes.ts";

/** Samples of one track in decode order; times in ticks of the track's timescale. */
export interface Samples {
  count: number;
  /** Byte positions in the file. */
  offset: Float64Array;
  size: Uint32Array;
  /** Decode time, from 0, before the edit list. */
  dts: Float64Array;
  duration: Float64Array;
  /** Presentation minus decode time; may be negative. */
  cts: Int32Array;
  isSync: Uint8Array;
}

/** 92 hours at 60 frames a second; a file that claims more is refused before memory is spent on it. */
const MAX_SAMPLES = 20_000_000;

/**
 * Expands the tables of an `stbl` box.
 * @throws Mp4Error when tables are missing or disagree, or claim more samples than the file has bytes.
 */
export function readSamples(table: (type: string) => Buffer | undefined, fileBytes: number): Samples {
  const need = (type: string) => {
    const body = table(type);
    if (!body) throw new Mp4Error(`No ${type} box`);
    return body;
  };
  const size = readSizes(need("stsz"), fileBytes);
  const count = size.length;
  const { dts, duration } = readTimes(need("stts"), count);
  const chunks = table("co64") ? readChunks64(need("co64")) : readChunks32(need("stco"));
  return {
    count,
    size,
    dts,
    duration,
    offset: readOffsets(need("stsc"), chunks, size),
    cts: readCompositionOffsets(table("ctts"), count),
    isSync: readSync(table("stss"), count),
  };
}

function entries(body: Buffer, at: number, bytesEach: number): number {
  if (body.length < at + 4) throw new Mp4Error("A sample table ends early");
  const count = body.readUInt32BE(at);
  if (at + 4 + count * bytesEach > body.length) throw new Mp4Error("A sample table ends early");
  return count;
}

function readSizes(body: Buffer, fileBytes: number): Uint32Array {
  if (body.length < 12) throw new Mp4Error("A sample table ends early");
  const fixed = body.readUInt32BE(4);
  const count = body.readUInt32BE(8);
  if (count > MAX_SAMPLES || count * Math.max(fixed, 1) > fileBytes)
    throw new Mp4Error(`${count} samples are claimed in ${fileBytes} bytes`);
  if (fixed > 0) return new Uint32Array(count).fill(fixed);
  entries(body, 8, 4);
  const sizes = new Uint32Array(count);
  for (let n = 0; n < count; n++) sizes[n] = body.readUInt32BE(12 + n * 4);
  return sizes;
}

function readTimes(body: Buffer, count: number) {
  const dts = new Float64Array(count);
  const duration = new Float64Array(count);
  const runs = entries(body, 4, 8);
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

/** Version 0 is unsigned by the book, but writers of negative offsets use it too. */
function readCompositionOffsets(body: Buffer | undefined, count: number): Int32Array {
  const cts = new Int32Array(count);
  if (!body) return cts;
  const runs = entries(body, 4, 8);
  let sample = 0;
  for (let run = 0; run < runs && sample < count; run++) {
    const end = Math.min(count, sample + body.readUInt32BE(8 + run * 8));
    cts.fill(body.readInt32BE(12 + run * 8), sample, end);
    sample = end;
  }
  return cts;
}

/** Without a table every sample is a sync sample. */
function readSync(body: Buffer | undefined, count: number): Uint8Array {
  const isSync = new Uint8Array(count);
  if (!body) return isSync.fill(1);
  const listed = entries(body, 4, 4);
  for (let n = 0; n < listed; n++) {
    const sample = body.readUInt32BE(8 + n * 4) - 1;
    if (sample >= 0 && sample < count) isSync[sample] = 1;
  }
  return isSync;
}

function readChunks32(body: Buffer): Float64Array {
  const count = entries(body, 4, 4);
  return Float64Array.from({ length: count }, (_, n) => body.readUInt32BE(8 + n * 4));
}

function readChunks64(body: Buffer): Float64Array {
  const count = entries(body, 4, 8);
  return Float64Array.from({ length: count }, (_, n) => Number(body.readBigUInt64BE(8 + n * 8)));
}

function readOffsets(stsc: Buffer, chunks: Float64Array, size: Uint32Array): Float64Array {
  const offset = new Float64Array(size.length);
  const runs = entries(stsc, 4, 12);
  let sample = 0;
  for (let run = 0; run < runs; run++) {
    const first = stsc.readUInt32BE(8 + run * 12) - 1;
    const next = run + 1 < runs ? stsc.readUInt32BE(20 + run * 12) - 1 : chunks.length;
    const perChunk = stsc.readUInt32BE(12 + run * 12);
    for (let chunk = first; chunk < Math.min(next, chunks.length) && sample < size.length; chunk++) {
      let position = chunks[chunk] ?? 0;
      for (let n = 0; n < perChunk && sample < size.length; n++, sample++) {
        offset[sample] = position;
        position += size[sample] ?? 0;
      }
    }
  }
  if (sample < size.length) throw new Mp4Error("stsc and stco place fewer samples than stsz counts");
  return offset;
}
