import type { Fraction, MediaColours } from "@shoal/contract/stored-data";
import { type ColourTags, readColourCodes, UNTAGGED_COLOURS } from "../../probe/colour-codes.ts";
import { coloursInBrowsers, decideColours } from "../../probe/colours.ts";
import { BitReader } from "./bit-reader.ts";

/** The parameters of an H.264 stream that are known before its first frame. */
export interface AvcVideo {
  /** The size at which the video is displayed: cropped, with square pixels. */
  width: number;
  height: number;
  /** The frame rate; undefined if the stream declares none, or an impossible one. */
  fps: Fraction | undefined;
  isInterlaced: boolean;
  /** The colours of the video. They are those that the tags declare, or else those that browsers assume. */
  colours?: MediaColours;
  /** The colours that browsers show. Browsers ignore incomplete tags. */
  browserColours?: MediaColours;
}

/** The profiles that declare chroma sampling (ITU-T H.264 (08/2021), 7.3.2.1.1). */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);
/** The pixel aspect ratios by `aspect_ratio_idc` (table E-1). */
const PIXEL_ASPECTS: readonly (readonly [number, number])[] = [
  ...([
    [1, 1],
    [1, 1],
    [12, 11],
    [10, 11],
    [16, 11],
    [40, 33],
    [24, 11],
    [20, 11],
    [32, 11],
  ] as const),
  ...([
    [80, 33],
    [18, 11],
    [15, 11],
    [64, 33],
    [160, 99],
    [4, 3],
    [3, 2],
    [2, 1],
  ] as const),
];
const EXTENDED_ASPECT = 255;
const MAX_SIDE = 16_384;
const MAX_FPS = 240;

/**
 * Parses an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1), as found in a container or a publisher's first packet.
 * @returns undefined if it is invalid or describes no picture.
 * @example
 * readAvcConfig(message.payload.subarray(5)); // { width: 1280, height: 720, fps: { num: 30, den: 1 }, isInterlaced: false }
 */
export function readAvcConfig(config: Buffer): AvcVideo | undefined {
  try {
    const count = config.readUInt8(5) & 31;
    const length = config.readUInt16BE(6);
    // The lower five bits of the first byte mark the unit as a sequence parameter set.
    if (config.readUInt8(0) !== 1 || count === 0 || (config.readUInt8(8) & 31) !== 7) return undefined;
    return readSps(new BitReader(removeEmulationBytes(config.subarray(9, 8 + length))));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Removes the byte 3 that follows two zero bytes to prevent false start codes (7.4.1). */
function removeEmulationBytes(bytes: Buffer): Buffer {
  return Buffer.from(
    [...bytes].filter((byte, n) => !(byte === 3 && n > 1 && bytes[n - 1] === 0 && bytes[n - 2] === 0)),
  );
}

function readSps(bits: BitReader): AvcVideo | undefined {
  const profile = bits.read(8);
  bits.skip(16);
  bits.golomb();
  const chroma = HIGH_PROFILES.has(profile) ? readColours(bits) : 1;
  bits.golomb();
  skipOrder(bits);
  bits.golomb();
  bits.skip(1);
  const [columns, rows] = [bits.golomb() + 1, bits.golomb() + 1];
  const isProgressive = bits.read(1) === 1;
  if (!isProgressive) bits.skip(1);
  bits.skip(1);
  const field = isProgressive ? 1 : 2;
  const [left, right, top, bottom] = bits.read(1) === 1 ? bits.golombs(4) : [0, 0, 0, 0];
  // Table 6-1: cropping is in units of chroma samples.
  const [cropX, cropY] = [chroma === 1 || chroma === 2 ? 2 : 1, (chroma === 1 ? 2 : 1) * field];
  const codedWidth = columns * 16 - cropX * ((left ?? 0) + (right ?? 0));
  const height = rows * 16 * field - cropY * ((top ?? 0) + (bottom ?? 0));
  const { aspect, fps, tags } = readUsability(bits);
  const width = Math.round((codedWidth * aspect[0]) / aspect[1]);
  const isPossible = [codedWidth, width, height].every((side) => side >= 16 && side <= MAX_SIDE);
  if (!isPossible) return undefined;
  return {
    width,
    height,
    fps,
    isInterlaced: !isProgressive,
    colours: coloursOf(tags, height),
    browserColours: coloursInBrowsers(tags, height),
  };
}

/** Reads the fields of the colour format. @returns `chroma_format_idc`. */
function readColours(bits: BitReader): number {
  const chroma = bits.golomb();
  if (chroma === 3) bits.skip(1);
  bits.golombs(2);
  bits.skip(1);
  if (bits.read(1) === 0) return chroma;
  for (let list = 0; list < (chroma === 3 ? 12 : 8); list++)
    if (bits.read(1) === 1) skipScaling(bits, list < 6 ? 16 : 64);
  return chroma;
}

/** Skips a scaling list (7.3.2.1.1.1). */
function skipScaling(bits: BitReader, size: number): void {
  let [last, next] = [8, 8];
  for (let n = 0; n < size; n++) {
    if (next !== 0) next = (last + bits.signedGolomb() + 256) % 256;
    if (next !== 0) last = next;
  }
}

/** Skips the picture order parameters. */
function skipOrder(bits: BitReader): void {
  const type = bits.golomb();
  if (type === 0) bits.golomb();
  if (type !== 1) return;
  bits.skip(1);
  bits.golombs(2);
  bits.golombs(bits.golomb());
}

const coloursOf = ({ isFullRange, primaries, transfer, matrix }: ColourTags, height: number) =>
  decideColours({
    index: 0,
    height,
    color_range: isFullRange ? "pc" : "tv",
    ...(primaries ? { color_primaries: primaries } : {}),
    ...(transfer ? { color_transfer: transfer } : {}),
    ...(matrix ? { color_space: matrix } : {}),
  });

/** The video usability information (VUI) of a parameter set. */
interface VideoUsability {
  aspect: readonly [number, number];
  fps: Fraction | undefined;
  tags: ColourTags;
}

/** Parses VUI parameters (annex E.1.1) up to the frame rate. */
function readUsability(bits: BitReader): VideoUsability {
  if (bits.read(1) === 0) return { aspect: [1, 1], fps: undefined, tags: UNTAGGED_COLOURS };
  const aspect = bits.read(1) === 1 ? readAspect(bits) : ([1, 1] as const);
  if (bits.read(1) === 1) bits.skip(1);
  const tags = bits.read(1) === 1 ? readTags(bits) : UNTAGGED_COLOURS;
  if (bits.read(1) === 1) bits.golombs(2);
  if (bits.read(1) === 0) return { aspect, fps: undefined, tags };
  const [ticks, scale] = [bits.read(32), bits.read(32)];
  // One tick is one field, and a frame has two.
  const fps = scale / (2 * ticks);
  return {
    aspect,
    tags,
    fps: ticks > 0 && fps >= 1 && fps <= MAX_FPS ? { num: scale, den: 2 * ticks } : undefined,
  };
}

function readTags(bits: BitReader): ColourTags {
  bits.skip(3);
  const isFullRange = bits.read(1) === 1;
  if (bits.read(1) === 0) return { ...UNTAGGED_COLOURS, isFullRange };
  return { isFullRange, ...readColourCodes(bits.read(8), bits.read(8), bits.read(8)) };
}

function readAspect(bits: BitReader): readonly [number, number] {
  const kind = bits.read(8);
  const [width, height] =
    kind === EXTENDED_ASPECT ? [bits.read(16), bits.read(16)] : (PIXEL_ASPECTS[kind] ?? [1, 1]);
  return width > 0 && height > 0 ? [width, height] : [1, 1];
}
