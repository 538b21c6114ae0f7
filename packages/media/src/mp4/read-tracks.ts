import { MAX_STREAMS } from "../ffmpeg/limits.ts";
import { findBox, getBox, listBoxes, Mp4Error, withShortBoxCheck } from "./boxes.ts";
import {
  createSampleBudget,
  emptySamples,
  readSamples,
  type SampleBudget,
  type Samples,
} from "./sample-table.ts";

/** One track of an MP4 or MOV file, with every sample's position and time. */
export interface Mp4Track {
  kind: "video" | "audio" | "other";
  /** The track's position among all tracks of the file: ffmpeg's stream index. */
  streamIndex: number;
  timescale: number;
  /** The four letters of the sample entry: `avc1`, `mp4a`, `encv`, … */
  codec: string;
  /** Body of the only sample entry; undefined if there are several (parameters change midway). */
  sampleEntry: Buffer | undefined;
  /** The samples; empty if not requested, for audio that is not coded in frames, and for tracks of other kinds. */
  samples: Samples;
  /** The media time, in ticks, that the edit list presents at `delaySec`. */
  editStart: number;
  /** The length of the leading empty edit. */
  delaySec: number;
  /** Whether the edit list does more than set a start; only a decoder can follow it. */
  hasComplexEdits: boolean;
  /** Whether the track header neither rotates, mirrors nor scales the frame. */
  isUpright: boolean;
}

/** Audio codecs with frames. Uncompressed audio lists each sample, 48,000 per second. */
const FRAMED_AUDIO_TYPES = new Set(["mp4a", "ac-3", "ec-3", "Opus", "alac", "fLaC", ".mp3"]);

/** The maximum size of a sample entry with its settings; ICC profiles take the most. */
const MAX_ENTRY_BYTES = 1_000_000;

/**
 * Reads every track of a `moov` box body.
 * @param fileBytes size of the whole file, against which claims are checked.
 * @throws Mp4Error if the tables contradict themselves.
 */
export function readTracks(moov: Buffer, fileBytes: number): Mp4Track[] {
  return withShortBoxCheck(() => {
    const movieTimescale = readTimescale(getBox(moov, "mvhd"));
    const traks = listBoxes(moov).filter(({ type }) => type === "trak");
    if (traks.length > MAX_STREAMS) throw new Mp4Error(`${traks.length} tracks`);
    const allowance = createSampleBudget(fileBytes);
    return traks.map(({ body }, streamIndex) => readTrack(body, { streamIndex, movieTimescale, allowance }));
  });
}

interface TrackContext {
  streamIndex: number;
  movieTimescale: number;
  allowance: SampleBudget;
}

function readTrack(trak: Buffer, { streamIndex, movieTimescale, allowance }: TrackContext): Mp4Track {
  const stbl = getBox(trak, "mdia/minf/stbl");
  const tables = new Map(listBoxes(stbl).map(({ type, body }) => [type, body]));
  const kind = kindOf(getBox(trak, "mdia/hdlr").toString("latin1", 8, 12));
  const timescale = readTimescale(getBox(trak, "mdia/mdhd"));
  const descriptions = listBoxes((tables.get("stsd") ?? Buffer.alloc(8)).subarray(8));
  const codec = descriptions[0]?.type ?? "";
  const isRead = kind === "video" || (kind === "audio" && FRAMED_AUDIO_TYPES.has(codec));
  return {
    kind,
    streamIndex,
    timescale,
    codec,
    sampleEntry: onlyEntry(descriptions.map(({ body }) => body)),
    samples: isRead ? readSamples((type) => tables.get(type), allowance) : emptySamples(),
    ...readEdits(findBox(trak, "edts/elst"), movieTimescale),
    isUpright: isIdentity(getBox(trak, "tkhd")),
  };
}

function kindOf(handler: string): Mp4Track["kind"] {
  if (handler === "vide") return "video";
  return handler === "soun" ? "audio" : "other";
}

function onlyEntry(entries: readonly Buffer[]): Buffer | undefined {
  const [entry] = entries;
  if (entry && entry.length > MAX_ENTRY_BYTES) throw new Mp4Error("A sample entry is too large");
  return entries.length === 1 ? entry : undefined;
}

/** Reads the timescale of `mvhd` and `mdhd`: it follows two times of 4 bytes each in version 0, and of 8 in version 1. */
function readTimescale(body: Buffer): number {
  const timescale = body.readUInt32BE(body[0] === 1 ? 20 : 12);
  if (timescale === 0) throw new Mp4Error("A timescale is 0");
  return timescale;
}

function readEdits(body: Buffer | undefined, movieTimescale: number) {
  const none = { editStart: 0, delaySec: 0, hasComplexEdits: false };
  if (!body || body.length < 8) return none;
  const isLong = body[0] === 1;
  const count = body.readUInt32BE(4);
  const bytesEach = isLong ? 20 : 12;
  if (8 + count * bytesEach > body.length) throw new Mp4Error("elst ends early");
  const read = Math.min(count, 2);
  const edits = Array.from({ length: read }, (_, n) => readEdit(body, 8 + n * bytesEach, isLong));
  const [first, second] = edits;
  const delayTicks = first && first.mediaTime === -1 ? first.duration : 0;
  const main = delayTicks > 0 || first?.mediaTime === -1 ? second : first;
  const expected = main === first ? 1 : 2;
  return {
    editStart: Math.max(0, main?.mediaTime ?? 0),
    delaySec: delayTicks / movieTimescale,
    hasComplexEdits: count > expected || (main !== undefined && main.rate !== 1),
  };
}

function readEdit(body: Buffer, at: number, isLong: boolean) {
  return isLong
    ? {
        duration: Number(body.readBigUInt64BE(at)),
        mediaTime: Number(body.readBigInt64BE(at + 8)),
        rate: body.readInt16BE(at + 16),
      }
    : {
        duration: body.readUInt32BE(at),
        mediaTime: body.readInt32BE(at + 4),
        rate: body.readInt16BE(at + 8),
      };
}

const IDENTITY_MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

function isIdentity(tkhd: Buffer): boolean {
  const at = tkhd[0] === 1 ? 52 : 40;
  return IDENTITY_MATRIX.every((value, n) => tkhd.readInt32BE(at + n * 4) === value);
}
