import { getBox, listBoxes } from "../mp4/boxes.ts";
import { readAacEntry } from "../mp4/sample-entries.ts";

const AAC_LC = 2;
/** The bytes before the entries of `stsd`: version, flags and count. */
const STSD_HEADER_BYTES = 8;
/** `syncExtensionType` of ISO/IEC 14496-3, 1.6.5, and the object type of SBR after it. */
const SBR_EXTENSION = 0x56e5;

/**
 * Returns whether each frame of a track depends only on the previous frame, and decodes like the frames that ffmpeg encodes. Such
 * tracks are AAC-LC of 1024 samples, mono or stereo, without SBR.
 * @param init the track's init segment.
 * @throws Mp4Error if it is invalid.
 */
export function isPlainAac(init: Uint8Array): boolean {
  const stsd = getBox(Buffer.from(init), "moov/trak/mdia/minf/stbl/stsd");
  const [entry] = listBoxes(stsd.subarray(STSD_HEADER_BYTES));
  if (entry?.type !== "mp4a") return false;
  const { objectType, channels, config } = readAacEntry(entry.body);
  const hasShortFrames = ((config[1] ?? 0) & 0b100) !== 0;
  const hasSbr = config.length > 4 && config.readUInt16BE(2) === SBR_EXTENSION && (config[4] ?? 0) >= 0x80;
  return objectType === AAC_LC && (channels === 1 || channels === 2) && !hasShortFrames && !hasSbr;
}
