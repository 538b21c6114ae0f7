import { box, fullBox, u8, u16, u32, u64 } from "./boxes.ts";

const TRACK_ID = 1;
const IDENTITY_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const SYNC_FLAGS = 0x02000000;
const NON_SYNC_FLAGS = 0x01010000;

/** The handler and header boxes of each kind of track in an init segment. */
const BOXES_OF_KIND = {
  video: { brand: "avc1", handler: "vide", volume: 0, header: fullBox("vmhd", 0, 1, Buffer.alloc(8)) },
  audio: { brand: "mp41", handler: "soun", volume: 0x0100, header: fullBox("smhd", 0, 0, Buffer.alloc(4)) },
  text: { brand: "cwvt", handler: "text", volume: 0, header: fullBox("nmhd", 0, 0) },
} as const;

export interface InitOptions {
  kind: "video" | "audio" | "text";
  timescale: number;
  /** A whole sample entry box. */
  sampleEntry: Buffer;
  width?: number;
  height?: number;
}

/** Writes the init segment of a track: it contains no times, so it is the same for every piece. */
export function writeInit(options: InitOptions): Buffer {
  const brands = Buffer.from(`iso6\0\0\0\0iso6cmfc${BOXES_OF_KIND[options.kind].brand}`, "latin1");
  const trex = fullBox("trex", 0, 0, u32(TRACK_ID, 1, 0, 0, 0));
  return Buffer.concat([
    box("ftyp", brands),
    box("moov", movieHeader(), writeTrak(options), box("mvex", trex)),
  ]);
}

function movieHeader(): Buffer {
  return fullBox(
    "mvhd",
    0,
    0,
    u32(0, 0, 1000, 0, 0x10000),
    u16(0x0100, 0),
    Buffer.alloc(8),
    IDENTITY_MATRIX,
    Buffer.alloc(24),
    u32(TRACK_ID + 1),
  );
}

function writeTrak({ kind, timescale, sampleEntry, width = 0, height = 0 }: InitOptions): Buffer {
  const { handler, volume, header } = BOXES_OF_KIND[kind];
  const tkhd = fullBox(
    "tkhd",
    0,
    3,
    u32(0, 0, TRACK_ID, 0, 0, 0, 0),
    u16(0, 0, volume, 0),
    IDENTITY_MATRIX,
    u32(width << 16, height << 16),
  );
  const empty = (type: string) => fullBox(type, 0, 0, u32(0));
  const stbl = box(
    "stbl",
    fullBox("stsd", 0, 0, u32(1), sampleEntry),
    empty("stts"),
    empty("stsc"),
    fullBox("stsz", 0, 0, u32(0, 0)),
    empty("stco"),
  );
  const dinf = box("dinf", fullBox("dref", 0, 0, u32(1), fullBox("url ", 0, 1)));
  return box(
    "trak",
    tkhd,
    box(
      "mdia",
      fullBox("mdhd", 0, 0, u32(0, 0, timescale, 0), u16(0x55c4, 0)),
      fullBox("hdlr", 0, 0, u32(0), Buffer.from(handler, "latin1"), Buffer.alloc(12), u8(0)),
      box("minf", header, dinf, stbl),
    ),
  );
}

/** A sample of a fragment; times in ticks. */
export interface FragmentSample {
  durationTicks: number;
  /** Presentation minus decode time; negative values need no edit list. */
  ctsTicks: number;
  isSync: boolean;
  bytes: Uint8Array;
}

/**
 * Writes one segment: `moof` + `mdat`.
 * @param sequence number of the segment on the grid; the box counts from 1.
 * @param baseTicks decode time of its first sample on the video's timeline.
 */
export function writeFragment(
  sequence: number,
  baseTicks: number,
  samples: readonly FragmentSample[],
): Buffer {
  const rows = samples.map(({ durationTicks, bytes, isSync, ctsTicks }) =>
    u32(durationTicks, bytes.length, isSync ? SYNC_FLAGS : NON_SYNC_FLAGS, ctsTicks),
  );
  const moof = (dataOffset: number) =>
    box(
      "moof",
      fullBox("mfhd", 0, 0, u32(sequence + 1)),
      box(
        "traf",
        fullBox("tfhd", 0, 0x020000, u32(TRACK_ID)),
        fullBox("tfdt", 1, 0, u64(baseTicks)),
        fullBox("trun", 1, 0xf01, u32(samples.length, dataOffset), ...rows),
      ),
    );
  const headerBytes = moof(0).length + 8;
  const dataBytes = samples.reduce((total, { bytes }) => total + bytes.length, 0);
  return Buffer.concat([
    moof(headerBytes),
    u32(dataBytes + 8),
    Buffer.from("mdat", "latin1"),
    ...samples.map(({ bytes }) => bytes),
  ]);
}
