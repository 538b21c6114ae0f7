import type { MediaInfo, PlannedAudio } from "@shoal/contract/stored-data";
import { Mp4Error } from "../mp4/boxes.ts";
import type { Mp4Track } from "../mp4/read-tracks.ts";
import { readAacEntry } from "../mp4/sample-entries.ts";
import { measureSamples, timelineOf } from "../mp4/timeline.ts";

export const AUDIO_CHANNELS = 2;
export const AUDIO_RATE_HZ = 48_000;
export const AUDIO_KBPS = 128;
const MAX_COPY_KBPS = 260;
const AAC_LC = 2;
/**
 * The longest period without audio, at the start or end of the video, with which audio can be copied. Audio with a longer one is
 * padded, and therefore encoded.
 */
const MAX_MISSING_SEC = 0.5;
/** The maximum size of a copied frame; an AAC frame has at most 768 bytes per channel. */
const MAX_FRAME_BYTES = 65_536;

/**
 * Plans the audio tracks, in the order of the source; AAC-LC up to stereo is copied, and two mono streams that form stereo are
 * joined.
 */
export function planAudio(info: MediaInfo, tracks: readonly Mp4Track[] | undefined): PlannedAudio[] {
  return pairSides(info).map(({ left, right }, order) => {
    const { streamIndex, language, title } = left;
    const track = tracks?.find((each) => each.streamIndex === streamIndex);
    const copied = track && !right && copyFacts(info, track);
    const encoded = { channels: AUDIO_CHANNELS, sampleRateHz: AUDIO_RATE_HZ, bitrateKbps: AUDIO_KBPS };
    const mode = copied ? "copy" : "encode";
    const sides = right ? { rightStreamIndex: right.streamIndex } : {};
    return { id: `a${order}`, mode, streamIndex, ...sides, language, title, ...(copied || encoded) };
  });
}

type SourceAudio = MediaInfo["audio"][number];

/**
 * The containers in which broadcasters store each channel as a mono stream. By EBU R 48, odd streams are left channels, even ones right.
 */
const PAIRED_CONTAINERS = new Set(["mxf", "mxf_opatom", "gxf"]);

function pairSides({ container, audio }: MediaInfo): { left: SourceAudio; right?: SourceAudio }[] {
  const isPaired = (left: SourceAudio, right: SourceAudio) =>
    PAIRED_CONTAINERS.has(container)
      ? left.channels === 1 && right.channels === 1
      : left.side === "left" && right.side === "right";
  const pairs: { left: SourceAudio; right?: SourceAudio }[] = [];
  for (let n = 0; n < audio.length; n++) {
    const [left, right] = audio.slice(n, n + 2);
    if (!left) break;
    const isPair = right && left.language === right.language && isPaired(left, right);
    pairs.push(isPair ? { left, right } : { left });
    if (isPair) n++;
  }
  return pairs;
}

function copyFacts(info: MediaInfo, track: Mp4Track) {
  if (track.codec !== "mp4a" || !track.sampleEntry || track.hasComplexEdits) return undefined;
  const aac = findAac(track.sampleEntry);
  if (!aac || aac.objectType !== AAC_LC || aac.channels < 1 || aac.channels > AUDIO_CHANNELS)
    return undefined;
  if (aac.sampleRateHz < 32_000 || aac.sampleRateHz !== track.timescale) return undefined;
  const { samples } = track;
  if (samples.count === 0 || samples.duration.some((each, n) => each !== 1024 && n < samples.count - 1))
    return undefined;
  const timeline = timelineOf(track, info.startSec);
  if (timeline.ptsSec(0) > MAX_MISSING_SEC) return undefined;
  const endSec = timeline.endSec(samples.count - 1);
  if (endSec < info.durationSec - MAX_MISSING_SEC) return undefined;
  const { bytes } = measureSamples(track, 0, samples.count);
  if (bytes > info.sizeBytes || samples.size.some((each) => each > MAX_FRAME_BYTES)) return undefined;
  const bitrateKbps = Math.ceil((bytes * 8) / endSec / 1000);
  if (bitrateKbps > MAX_COPY_KBPS) return undefined;
  return { channels: aac.channels, sampleRateHz: aac.sampleRateHz, bitrateKbps };
}

function findAac(entry: Buffer) {
  try {
    return readAacEntry(entry);
  } catch (error) {
    if (error instanceof Mp4Error) return undefined;
    throw error;
  }
}
