import type { ByteRange, Segment, SegmentIndex } from "@shoal/contract/stored-data";
import { findBox, getBox, Mp4Error } from "../mp4/boxes.ts";
import { readSampleDefaults, type SampleDefaults } from "../mp4/read-fragment-table.ts";
import { readFragments } from "../mp4/read-segment.ts";
import type { ReadObject } from "../package/key-frame-movie.ts";
import { contiguousSegments } from "../playlists/segment-index.ts";
import { TrackTable } from "./track-table.ts";
import { type Chunk, FILE_TYPE, type MovieTrack, writeMovie } from "./write-movie.ts";

/** The number of segment indexes that are read at once. */
const CONCURRENT_READS = 16;
const MAX_TIMESCALE = 0x7fffffff;
const MAX_SMALL_BYTES = 0xffffffff;

/** A video or audio track to be written into the progressive file. */
export interface FileTrack {
  kind: "video" | "audio";
  index: SegmentIndex;
  language: string | null;
  name: string | null;
}

/** A byte range of an object in the media store. */
export interface Span {
  object: string;
  offset: number;
  length: number;
  /** The segment that contains the span. */
  segment: ByteRange;
}

/** A file that can be played while it arrives. It consists of `head`, followed by the bytes of the spans. */
export interface ProgressiveFile {
  head: Buffer;
  spans: Span[];
  sizeBytes: number;
}

/**
 * Plans an MP4 of one video track and its audio tracks from their segments. Nothing is encoded, and only the index of each segment
 * is read. Audio is included up to the end of the video.
 * @throws Mp4Error if a segment is invalid; TooManySamples.
 */
export async function planProgressiveFile(
  tracks: readonly FileTrack[],
  read: ReadObject,
): Promise<ProgressiveFile> {
  const endSec = endOf(tracks.find(({ kind }) => kind === "video")?.index);
  const gathered: GatheredTrack[] = [];
  for (const track of tracks) {
    const segments = contiguousSegments(track.index).filter(({ startSec }) => startSec < endSec);
    if (segments.length > 0) gathered.push(await gatherTrack(track, segments, read));
  }
  return layOut(gathered);
}

function endOf(index: SegmentIndex | undefined): number {
  const last = index && contiguousSegments(index).at(-1);
  return last ? last.startSec + last.durationSec : Number.POSITIVE_INFINITY;
}

interface GatheredTrack {
  track: MovieTrack;
  /** The spans of the file: one per chunk, which is a fragment of a segment. */
  spans: Span[];
  /** The start of each chunk's segment. */
  startsSec: number[];
}

/** The fields of an init segment that its samples need. */
interface TrackInit {
  entry: Buffer;
  timescale: number;
  defaults: SampleDefaults;
  size: { width: number; height: number };
}

async function gatherTrack(track: FileTrack, segments: Segment[], read: ReadObject): Promise<GatheredTrack> {
  const { index, kind, language, name } = track;
  const ranges = [index.init, ...(index.moreInits ?? [])];
  const inits = await Promise.all(ranges.map((range) => readInit(range, read)));
  const table = new TrackTable(commonTimescale(inits.map(({ timescale }) => timescale)));
  const spans: Span[] = [];
  const chunks: Chunk[] = [];
  const startsSec: number[] = [];
  const mediaOffsetSec = index.mediaOffsetSec ?? 0;
  for (let from = 0; from < segments.length; from += CONCURRENT_READS) {
    const batch = segments.slice(from, from + CONCURRENT_READS);
    const read16 = batch.map((segment) => readSegment(segment, initOf(inits, segment), read));
    for (const [n, fragments] of (await Promise.all(read16)).entries()) {
      const segment = batch[n] as Segment;
      const { timescale } = initOf(inits, segment);
      // A section with its own clock is shifted to the times of the video.
      const shiftSec = mediaOffsetSec - (segment.mediaOffsetSec ?? mediaOffsetSec);
      for (const { table: fragment, dataStart, dataBytes } of fragments) {
        table.add(fragment, timescale, shiftSec);
        chunks.push({ samples: fragment.rows.length, entry: (segment.initNumber ?? 0) + 1 });
        const { object, offset } = segment;
        spans.push({ object, offset: offset + dataStart, length: dataBytes, segment });
        startsSec.push(segment.startSec);
      }
    }
  }
  table.finish();
  const size = inits[0]?.size ?? { width: 0, height: 0 };
  const entries = inits.map(({ entry }) => entry);
  return {
    track: { kind, table, entries, chunks, mediaOffsetSec, size, language, name },
    spans,
    startsSec,
  };
}

function initOf(inits: readonly TrackInit[], { initNumber = 0 }: Segment): TrackInit {
  const init = inits[initNumber];
  if (!init) throw new Mp4Error(`There is no init segment ${initNumber}`);
  return init;
}

async function readInit({ object, offset, length }: ByteRange, read: ReadObject): Promise<TrackInit> {
  const bytes = Buffer.from(await read(object, { offset, length }));
  const stsd = getBox(bytes, "moov/trak/mdia/minf/stbl/stsd");
  const tkhd = findBox(bytes, "moov/trak/tkhd") ?? Buffer.alloc(8);
  return {
    entry: Buffer.from(stsd.subarray(8)),
    timescale: timescaleOf(getBox(bytes, "moov/trak/mdia/mdhd")),
    defaults: readSampleDefaults(bytes),
    size: { width: tkhd.readUInt32BE(tkhd.length - 8), height: tkhd.readUInt32BE(tkhd.length - 4) },
  };
}

const timescaleOf = (mdhd: Buffer) => mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12);

const readSegment = ({ object, offset, length }: Segment, { defaults }: TrackInit, read: ReadObject) =>
  readFragments(
    { sizeBytes: length, read: (from, bytes) => read(object, { offset: offset + from, length: bytes }) },
    defaults,
  );

/** Returns a timescale that represents all sections without rounding; otherwise the finest of them. */
function commonTimescale(timescales: readonly number[]): number {
  const common = timescales.reduce((a, b) => (a / greatestDivisor(a, b)) * b);
  return common <= MAX_TIMESCALE ? common : Math.max(...timescales);
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** Lays out the file so that video and audio alternate segment by segment. A player that reads sequentially then always has both. */
function layOut(gathered: readonly GatheredTrack[]): ProgressiveFile {
  const order = gathered
    .flatMap(({ startsSec }, track) => startsSec.map((startSec, chunk) => ({ track, chunk, startSec })))
    .toSorted((a, b) => a.startSec - b.startSec || a.track - b.track);
  const spanOf = ({ track, chunk }: { track: number; chunk: number }) =>
    gathered[track]?.spans[chunk] as Span;
  const mediaBytes = order.reduce((sum, each) => sum + spanOf(each).length, 0);
  const isLarge = mediaBytes > MAX_SMALL_BYTES / 2;
  const offsets = gathered.map(({ spans }) => new Float64Array(spans.length));
  const tracks = gathered.map(({ track }) => track);
  const headBytes = FILE_TYPE.length + writeMovie(tracks, offsets, isLarge).length + (isLarge ? 16 : 8);
  let endBytes = headBytes;
  for (const each of order) {
    const own = offsets[each.track];
    if (own) own[each.chunk] = endBytes;
    endBytes += spanOf(each).length;
  }
  const head = Buffer.concat([
    FILE_TYPE,
    writeMovie(tracks, offsets, isLarge),
    mediaHeader(mediaBytes, isLarge),
  ]);
  return { head, spans: order.map(spanOf), sizeBytes: endBytes };
}

function mediaHeader(mediaBytes: number, isLarge: boolean): Buffer {
  const header = Buffer.alloc(isLarge ? 16 : 8);
  header.writeUInt32BE(isLarge ? 1 : mediaBytes + 8, 0);
  header.write("mdat", 4, "latin1");
  if (isLarge) header.writeBigUInt64BE(BigInt(mediaBytes + 16), 8);
  return header;
}
