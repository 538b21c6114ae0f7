import { box, fullBox, u8, u16, u32, u64 } from "../mp4/boxes.ts";
import type { TrackTable } from "./track-table.ts";

const IDENTITY_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
/** The tolerance for comparing times, because rounding a time to ticks must not cut off a frame. */
const TOLERANCE_SEC = 0.001;
const ENABLED_FLAGS = 3;
const ALTERNATE_FLAGS = 2;

/** A chunk: contiguous samples in the file. */
export interface Chunk {
  samples: number;
  /** The index of the chunk's sample entry, from 1. */
  entry: number;
}

export interface MovieTrack {
  kind: "video" | "audio";
  table: TrackTable;
  /** The whole sample entry boxes. */
  entries: readonly Buffer[];
  chunks: readonly Chunk[];
  /** The times in the segments minus the times of the video. */
  mediaOffsetSec: number;
  /** The frame size in 16.16 fixed point, as in the track header of an init segment. */
  size: { width: number; height: number };
  language: string | null;
  name: string | null;
}

export const FILE_TYPE = box("ftyp", Buffer.from("isom\0\0\x02\0isomiso2avc1mp41", "latin1"));

/**
 * Writes the index of a whole file. Its length does not depend on the positions of the chunks.
 * @param offsets the byte positions of the chunks in the file, by track.
 */
export function writeMovie(
  tracks: readonly MovieTrack[],
  offsets: readonly Float64Array[],
  isLarge: boolean,
): Buffer {
  const timescale = Math.max(...tracks.map(({ table }) => table.timescale));
  const lengths = tracks.map((track) => {
    const { delay, length } = editOf(track);
    return delay + length;
  });
  const inMovie = (ticks: number, { table }: MovieTrack) => Math.ceil((ticks * timescale) / table.timescale);
  const durations = tracks.map((track, n) => inMovie(lengths[n] ?? 0, track));
  const traks = tracks.map((track, n) => {
    const isFirstOfKind = tracks.findIndex(({ kind }) => kind === track.kind) === n;
    return box(
      "trak",
      trackHeader(track, { id: n + 1, duration: durations[n] ?? 0, isShown: isFirstOfKind }),
      writeEdits(track, (ticks) => inMovie(ticks, track)),
      writeMediaBox(track, offsets[n] ?? new Float64Array(), isLarge),
    );
  });
  return box("moov", movieHeader(timescale, Math.max(...durations), tracks.length), ...traks);
}

function movieHeader(timescale: number, duration: number, tracks: number): Buffer {
  return fullBox(
    "mvhd",
    1,
    0,
    u64(0),
    u64(0),
    u32(timescale),
    u64(duration),
    u32(0x10000),
    u16(0x0100, 0),
    Buffer.alloc(8),
    IDENTITY_MATRIX,
    Buffer.alloc(24),
    u32(tracks + 1),
  );
}

function trackHeader(
  { kind, size }: MovieTrack,
  { id, duration, isShown }: { id: number; duration: number; isShown: boolean },
): Buffer {
  return fullBox(
    "tkhd",
    1,
    isShown ? ENABLED_FLAGS : ALTERNATE_FLAGS,
    u64(0),
    u64(0),
    u32(id, 0),
    u64(duration),
    u32(0, 0),
    u16(0, kind === "audio" ? 1 : 0, kind === "audio" ? 0x0100 : 0, 0),
    IDENTITY_MATRIX,
    u32(size.width, size.height),
  );
}

/** The ticks by which all composition offsets are raised, because some players do not support negative ones. */
const raiseOf = ({ offsets }: TrackTable) => Math.max(0, -offsets.lowest);

/** Returns the track's initial delay in ticks, the start of its media, and how much of it is shown. */
function editOf({ table, mediaOffsetSec }: MovieTrack) {
  const { timescale, baseTicks, firstShownTicks, endTicks } = table;
  const zero = Math.round(mediaOffsetSec * timescale) - baseTicks;
  const isSame = Math.abs(firstShownTicks - zero) <= TOLERANCE_SEC * timescale;
  const start = isSame ? firstShownTicks : Math.max(firstShownTicks, zero);
  const delay = isSame ? 0 : Math.max(0, firstShownTicks - zero);
  return { delay, start: start + raiseOf(table), length: Math.max(0, endTicks - start) };
}

function writeEdits(track: MovieTrack, inMovie: (ticks: number) => number): Buffer {
  const { delay, start, length } = editOf(track);
  const rate = u16(1, 0);
  const wait = delay > 0 ? [Buffer.concat([u64(inMovie(delay)), Buffer.alloc(8, 0xff), rate])] : [];
  const list = [...wait, Buffer.concat([u64(inMovie(length)), u64(start), rate])];
  return box("edts", fullBox("elst", 1, 0, u32(list.length), ...list));
}

function writeMediaBox(track: MovieTrack, offsets: Float64Array, isLarge: boolean): Buffer {
  const { kind, table, language, name } = track;
  const header = fullBox(
    "mdhd",
    1,
    0,
    u64(0),
    u64(0),
    u32(table.timescale),
    u64(table.decodedTicks),
    u16(languageCode(language), 0),
  );
  const handler = fullBox(
    "hdlr",
    0,
    0,
    u32(0),
    Buffer.from(kind === "video" ? "vide" : "soun", "latin1"),
    Buffer.alloc(12),
    Buffer.from(name ?? "", "utf8"),
    u8(0),
  );
  const kindHeader =
    kind === "video" ? fullBox("vmhd", 0, 1, Buffer.alloc(8)) : fullBox("smhd", 0, 0, Buffer.alloc(4));
  const data = box("dinf", fullBox("dref", 0, 0, u32(1), fullBox("url ", 0, 1)));
  return box("mdia", header, handler, box("minf", kindHeader, data, sampleTable(track, offsets, isLarge)));
}

function sampleTable({ kind, table, entries, chunks }: MovieTrack, offsets: Float64Array, isLarge: boolean) {
  const { durations, offsets: compositions, sizes, syncs } = table;
  const shift = raiseOf(table);
  const isReordered = compositions.runs > 1 || compositions.lowest !== 0;
  return box(
    "stbl",
    fullBox("stsd", 0, 0, u32(entries.length), ...entries),
    fullBox("stts", 0, 0, u32(durations.runs), durations.toBytes()),
    ...(isReordered ? [fullBox("ctts", 0, 0, u32(compositions.runs), compositions.toBytes(shift))] : []),
    ...(kind === "video" ? [fullBox("stss", 0, 0, u32(syncs.length), syncs.toBytes())] : []),
    fullBox("stsz", 0, 0, u32(0, sizes.length), sizes.toBytes()),
    chunkRuns(chunks),
    fullBox(isLarge ? "co64" : "stco", 0, 0, u32(offsets.length), placesOf(offsets, isLarge)),
  );
}

/** Writes the chunk runs; equal neighbours share an entry. */
function chunkRuns(chunks: readonly Chunk[]): Buffer {
  const runs = chunks.flatMap((chunk, n) => {
    const before = chunks[n - 1];
    const isSame = before?.samples === chunk.samples && before.entry === chunk.entry;
    return isSame ? [] : [u32(n + 1, chunk.samples, chunk.entry)];
  });
  return fullBox("stsc", 0, 0, u32(runs.length), ...runs);
}

function placesOf(offsets: Float64Array, isLarge: boolean): Buffer {
  const bytes = Buffer.allocUnsafe(offsets.length * (isLarge ? 8 : 4));
  for (const [n, offset] of offsets.entries())
    if (isLarge) bytes.writeBigUInt64BE(BigInt(offset), n * 8);
    else bytes.writeUInt32BE(offset, n * 4);
  return bytes;
}

/** Encodes a language of ISO 639-2/T as three letters of five bits; `und` for everything else. */
function languageCode(language: string | null): number {
  const letters = /^[a-z]{3}$/.test(language ?? "") ? (language ?? "") : "und";
  return [...letters].reduce((code, letter) => (code << 5) | (letter.charCodeAt(0) - 0x60), 0);
}
