import { type ColourTags, readColourBox } from "../probe/colour-codes.ts";
import { box, fullBox, listBoxes, Mp4Error, u8, u16, u32, withShortBoxCheck } from "./boxes.ts";

/** The number of bytes before the child boxes of a visual sample entry. */
const VISUAL_HEADER_BYTES = 78;
const AUDIO_HEADER_BYTES = 28;

export interface AvcEntry {
  width: number;
  height: number;
  avcC: Buffer;
  /** The codecs string of RFC 6381: `avc1.64001e`. */
  codecs: string;
  profile: number;
  level: number;
  /** Whether the pixel aspect ratio is 1:1. */
  isSquare: boolean;
  /** The size of the NAL unit lengths before each unit. */
  lengthBytes: number;
}

/** @throws Mp4Error if it has no avcC. */
export const readAvcEntry = (entry: Buffer): AvcEntry => withShortBoxCheck(() => parseAvc(entry));

function parseAvc(entry: Buffer): AvcEntry {
  const children = listBoxes(entry.subarray(VISUAL_HEADER_BYTES));
  const avcC = children.find(({ type }) => type === "avcC")?.body;
  if (!avcC || avcC.length < 7) throw new Mp4Error("No avcC in the sample entry");
  const pasp = children.find(({ type }) => type === "pasp")?.body;
  const [profile = 0, level = 0] = [avcC[1], avcC[3]];
  return {
    width: entry.readUInt16BE(24),
    height: entry.readUInt16BE(26),
    avcC,
    codecs: `avc1.${avcC.toString("hex", 1, 4)}`,
    profile,
    level,
    isSquare: !pasp || pasp.readUInt32BE(0) === pasp.readUInt32BE(4),
    lengthBytes: ((avcC[4] ?? 3) & 3) + 1,
  };
}

/** Writes a sample entry without anything that differs between two pieces of the same encoding (ffmpeg adds measured rates). */
export function writeAvcEntry({ width, height, avcC }: Pick<AvcEntry, "width" | "height" | "avcC">): Buffer {
  return box(
    "avc1",
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    box("avcC", avcC),
    box("pasp", u32(1, 1)),
  );
}

/** Reads the colours of a visual sample entry; undefined if it states none, or cannot be read. */
export function readEntryColours(entry: Buffer): ColourTags | undefined {
  try {
    const colr = listBoxes(entry.subarray(VISUAL_HEADER_BYTES)).find(({ type }) => type === "colr");
    return colr && readColourBox(colr.body);
  } catch (error) {
    if (error instanceof Mp4Error) return undefined;
    throw error;
  }
}

export interface AacEntry {
  channels: number;
  sampleRateHz: number;
  /** The AudioSpecificConfig (ISO 14496-3). */
  config: Buffer;
  /** The codecs string of RFC 6381: `mp4a.40.2`. */
  codecs: string;
  objectType: number;
}

/** @throws Mp4Error if it is not MPEG-4 audio. */
export const readAacEntry = (entry: Buffer): AacEntry => withShortBoxCheck(() => parseAac(entry));

function parseAac(entry: Buffer): AacEntry {
  const isQuickTime = entry.readUInt16BE(8) === 1;
  const children = listBoxes(entry.subarray(AUDIO_HEADER_BYTES + (isQuickTime ? 16 : 0)));
  const wave = children.find(({ type }) => type === "wave")?.body;
  const esds = (wave ? listBoxes(wave) : children).find(({ type }) => type === "esds")?.body;
  const config = esds && readAudioConfig(esds.subarray(4));
  if (!config || config.length < 2) throw new Mp4Error("No AudioSpecificConfig in the sample entry");
  const objectType = (config[0] ?? 0) >> 3;
  return {
    channels: ((config[1] ?? 0) >> 3) & 15,
    sampleRateHz: entry.readUInt16BE(24),
    config,
    codecs: `mp4a.40.${objectType}`,
    objectType,
  };
}

/** Descriptors of ISO 14496-1: 3 (ES) contains 4 (decoder config), which contains 5 (decoder specific info). */
function readAudioConfig(bytes: Buffer): Buffer | undefined {
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at++];
    let size = 0;
    // At most four bytes are read. More could make the size negative and move the position back.
    for (let [next, digits] = [0x80, 0]; next & 0x80 && digits < 4; digits++) {
      next = bytes[at++] ?? 0;
      size = (size << 7) | (next & 0x7f);
    }
    if (tag === 5) return Buffer.from(bytes.subarray(at, at + size));
    if (tag === 3) at += 3;
    else if (tag === 4) {
      if (bytes[at] !== 0x40) return undefined;
      at += 13;
    } else at += size;
  }
  return undefined;
}

export function writeAacEntry({ channels, sampleRateHz, config }: Omit<AacEntry, "codecs" | "objectType">) {
  const specific = Buffer.concat([u8(5, config.length), config]);
  const decoder = Buffer.concat([u8(4, 13 + specific.length, 0x40, 0x15, 0, 0, 0), u32(0, 0), specific]);
  const descriptor = Buffer.concat([u8(3, 3 + decoder.length + 3), u16(1), u8(0), decoder, u8(6, 1, 2)]);
  return box(
    "mp4a",
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(8),
    u16(channels, 16),
    u32(0),
    u16(sampleRateHz, 0),
    fullBox("esds", 0, 0, descriptor),
  );
}
