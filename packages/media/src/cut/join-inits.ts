import type { MediaColours } from "@shoal/contract/stored-data";
import { readAvcConfig } from "../live/input/avc-config.ts";
import { getBox, listBoxes, Mp4Error, u8, u16 } from "../mp4/boxes.ts";
import { readTimescale } from "../mp4/read-fragment.ts";
import { readAvcEntry, writeAvcEntry } from "../mp4/sample-entries.ts";
import { writeInit } from "../mp4/write-cmaf.ts";

/** The number of possible SPS ids (ISO 14496-10 §7.4.2.1.1); x264 gives its PPS the same id. */
const SET_ID_COUNT = 32;
/** The maximum number of parameter sets: avcC counts sequence parameter sets in five bits. */
const MAX_SETS = 31;
/** The lowest profile whose avcC has fields after the parameter sets (ISO 14496-15 §5.3.3.1.2). */
const MIN_HIGH_PROFILE = 100;

/** Parameter sets of one kind, by id. */
type ParameterSets = Map<number, Buffer>;

interface AvcConfig {
  profile: number;
  compatibility: number;
  level: number;
  sequence: ParameterSets;
  picture: ParameterSets;
  /** The fields of avcC for chroma format and bit depth. Empty for profiles without these fields. */
  extension: Buffer;
}

/**
 * Returns the lowest parameter set id that an init segment does not use, for frames to be placed next to those it describes
 * (`joinInits`). Returns undefined if no id is free. Also returns undefined if the segment's video differs from ours in more than
 * parameter sets: in size, chroma format, bit depth, or the size of NAL length fields.
 * @param size the frame size of our encoding.
 * @example freeSetId(init, { width: 640, height: 360 }) // 1 for what x264 makes by default
 */
export function freeSetId(init: Uint8Array, size: { width: number; height: number }): number | undefined {
  const { avcC, lengthBytes, width, height } = avcEntryOf(init);
  if (lengthBytes !== 4 || width !== size.width || height !== size.height) return undefined;
  const { sequence, picture, extension } = readConfig(avcC);
  if (!isPlainVideo(extension) || sequence.size >= MAX_SETS) return undefined;
  for (let id = 0; id < SET_ID_COUNT; id++) if (!sequence.has(id) && !picture.has(id)) return id;
  return undefined;
}

/**
 * Joins the init segments of two encodings of the same size into one with the parameter sets of both, so that they can follow
 * each other without a seam. Uses the timescale of `kept`.
 * @param added an init segment whose parameter set ids `kept` does not use (`freeSetId`).
 * @throws Mp4Error when an id is ambiguous, or the videos differ in more than their parameter sets.
 * @example joinInits(sourceInit, edgeInit) // { init, codecs: "avc1.640028" }
 */
export function joinInits(kept: Uint8Array, added: Uint8Array): { init: Buffer; codecs: string } {
  const [entry, other] = [avcEntryOf(kept), avcEntryOf(added)];
  const { width, height } = entry;
  if (width !== other.width || height !== other.height)
    throw new Mp4Error(`Pictures of ${width}×${height} and of ${other.width}×${other.height}`);
  const avcC = writeConfig(joinConfigs(readConfig(entry.avcC), readConfig(other.avcC)));
  const sampleEntry = writeAvcEntry({ width, height, avcC });
  const init = writeInit({ kind: "video", timescale: readTimescale(kept), sampleEntry, width, height });
  return { init, codecs: `avc1.${avcC.toString("hex", 1, 4)}` };
}

/** Returns the picture parameters of an init segment. @throws Mp4Error if it is not H.264. */
export function avcEntryOf(init: Uint8Array) {
  const descriptions = getBox(Buffer.from(init), "moov/trak/mdia/minf/stbl/stsd");
  const [entry] = listBoxes(descriptions.subarray(8));
  // `readAvcEntry` counts offsets from the entry's body.
  return readAvcEntry(entry?.body ?? Buffer.alloc(0));
}

/** Returns the range of colour values declared by the init segment. @throws Mp4Error unless it is H.264. */
export const colourRangeOf = (init: Uint8Array): MediaColours["range"] =>
  readAvcConfig(avcEntryOf(init).avcC)?.colours?.range ?? "tv";

function readConfig(avcC: Buffer): AvcConfig {
  const [, profile = 0, compatibility = 0, level = 0] = avcC;
  const sequence = readSets(avcC, 5, (avcC[5] ?? 0) & 31, SPS_ID_OFFSET);
  const picture = readSets(avcC, sequence.end, avcC[sequence.end] ?? 0, PPS_ID_OFFSET);
  const extension = profile >= MIN_HIGH_PROFILE ? Buffer.from(avcC.subarray(picture.end)) : Buffer.alloc(0);
  return { profile, compatibility, level, sequence: sequence.sets, picture: picture.sets, extension };
}

/** The byte offset of the id. In an SPS, it follows the NAL header, profile, constraints and level. In a PPS, it follows the NAL header. */
const SPS_ID_OFFSET = 4;
const PPS_ID_OFFSET = 1;

function readSets(avcC: Buffer, countAt: number, count: number, idAt: number) {
  const sets: ParameterSets = new Map();
  let end = countAt + 1;
  for (let n = 0; n < count; n++) {
    if (end + 2 > avcC.length) throw new Mp4Error("avcC ends inside its parameter sets");
    const length = avcC.readUInt16BE(end);
    const set = avcC.subarray(end + 2, end + 2 + length);
    sets.set(readExpGolomb(set, idAt), set);
    end += 2 + length;
  }
  return { sets, end };
}

/** Parses a byte-aligned ue(v) of ISO 14496-10 §9.1. Ids take at most eleven bits. */
function readExpGolomb(bytes: Buffer, at: number): number {
  const bits = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  const zeros = Math.clz32(bits) - 16;
  return (bits >>> (15 - 2 * zeros)) - 1;
}

function joinConfigs(kept: AvcConfig, added: AvcConfig): AvcConfig {
  if (![kept, added].every(({ extension }) => isPlainVideo(extension)))
    throw new Mp4Error("Pictures of another chroma format or bit depth");
  const extension = added.extension.length > 0 ? added.extension : kept.extension;
  return {
    profile: Math.max(kept.profile, added.profile),
    compatibility: kept.compatibility & added.compatibility,
    level: Math.max(kept.level, added.level),
    sequence: joinSets(kept.sequence, added.sequence),
    picture: joinSets(kept.picture, added.picture),
    extension,
  };
}

/**
 * Returns whether the video is 4:2:0 in 8 bits, without further parameter sets. Reserved bits are masked, because not every muxer
 * sets them.
 */
const isPlainVideo = ([chroma = 1, lumaDepth = 0, chromaDepth = 0, moreSets = 0]: Buffer): boolean =>
  (chroma & 3) === 1 && (lumaDepth & 7) === 0 && (chromaDepth & 7) === 0 && moreSets === 0;

function joinSets(kept: ParameterSets, added: ParameterSets): ParameterSets {
  const sets = new Map(kept);
  for (const [id, set] of added) {
    const known = sets.get(id);
    if (known && !known.equals(set)) throw new Mp4Error(`Two parameter sets have the id ${id}`);
    sets.set(id, set);
  }
  return sets;
}

function writeConfig({ profile, compatibility, level, sequence, picture, extension }: AvcConfig): Buffer {
  const listed = (sets: ParameterSets) => [...sets.values()].flatMap((set) => [u16(set.length), set]);
  return Buffer.concat([
    u8(1, profile, compatibility, level, 0xff, 0xe0 | sequence.size),
    ...listed(sequence),
    u8(picture.size),
    ...listed(picture),
    extension,
  ]);
}
