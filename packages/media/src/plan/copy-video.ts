import type { MediaInfo } from "@shoal/contract/stored-data";
import { rungColours } from "../encode/colour-filters.ts";
import { readAvcConfig } from "../live/input/avc-config.ts";
import { Mp4Error } from "../mp4/boxes.ts";
import type { SourceBytes } from "../mp4/locate-moov.ts";
import type { Mp4Track } from "../mp4/read-tracks.ts";
import { readAvcEntry } from "../mp4/sample-entries.ts";
import { listSyncSamples, measureSamples, timelineOf } from "../mp4/timeline.ts";
import { looksAlike } from "../probe/colours.ts";
import { toFps } from "../probe/frame-rate.ts";
import { capKbps } from "./bitrates.ts";

/** The source's own video as a rung. */
export interface CopyCandidate {
  /** The presentation times of the video's key frames, in ascending order, in seconds. */
  keySec: number[];
  maxBitrateKbps: number;
}

export type CopyAnswer = { kind: "fits"; candidate: CopyCandidate } | { kind: "unfit"; why: string };

/** The longest group of pictures of a copied rung: x264 places a key frame every 250 frames by default, 10.43 s at 23.976 fps. */
const MAX_LADDER_GOP_SEC = 10.5;
const MAX_BROWSER_GOP_SEC = 30;
/** The maximum ratio between the bitrates of a source and of our own encoding. */
const MAX_LADDER_OVER_CAP = 2;
const COPIED_PROFILES = new Set([66, 77, 100]);
const MAX_LEVEL = 52;
const MAX_START_SEC = 0.25;
const CHECKED_KEY_FRAMES = 24;
/** The maximum size of a copied frame; at 60 fps this is 16 Gbps. */
const MAX_PICTURE_BYTES = 33_554_432;

/**
 * Returns whether the source's own samples can be a rung.
 * @param demand `ladder`: as good as our own encoding would be; `browser`: playable, whatever its bitrate.
 */
export async function checkCopy(
  { info, tracks }: { info: MediaInfo; tracks: readonly Mp4Track[] | undefined },
  source: SourceBytes,
  demand: "ladder" | "browser",
): Promise<CopyAnswer> {
  const track = tracks?.find(({ streamIndex }) => streamIndex === info.video.streamIndex);
  if (!track) return { kind: "unfit", why: "not an MP4 or MOV file with a sample table" };
  const why =
    findFormatFault(info, track) ?? (demand === "ladder" ? findLadderFault(info, track) : undefined);
  if (why) return { kind: "unfit", why };
  const sizes = findSizeFault(track, info.sizeBytes);
  if (sizes) return { kind: "unfit", why: sizes };
  const candidate = measureCandidate(info, track);
  const weight = findWeightFault(info, candidate, demand);
  if (weight) return { kind: "unfit", why: weight };
  if (demand === "ladder" && hasOpenGop(info, track)) return { kind: "unfit", why: "open GOPs" };
  if (!(await startsWithIdr(track, source))) return { kind: "unfit", why: "key frames that are not IDR" };
  return { kind: "fits", candidate };
}

function findFormatFault(info: MediaInfo, track: Mp4Track): string | undefined {
  const { video } = info;
  if (video.codec !== "h264" || track.codec !== "avc1" || !track.sampleEntry)
    return `${video.codec} is not H.264`;
  if (!["yuv420p", "yuvj420p"].includes(video.pixelFormat)) return `${video.pixelFormat} is not 8-bit 4:2:0`;
  if (!track.isUpright || video.rotationDeg !== 0) return "the picture is turned";
  if (track.hasComplexEdits) return "an edit list";
  const avc = findAvc(track.sampleEntry);
  if (!avc) return "a description that cannot be read";
  if (!COPIED_PROFILES.has(avc.profile) || avc.level > MAX_LEVEL)
    return `profile ${avc.profile}, level ${avc.level}`;
  if (!avc.isSquare || avc.width !== video.width || avc.height !== video.height)
    return "pixels are not square";
  if (!track.samples.isSync[0]) return "it does not begin with a key frame";
  const firstSec = timelineOf(track, info.startSec).ptsSec(0);
  return firstSec < -0.001 || firstSec > MAX_START_SEC ? "the picture starts late" : undefined;
}

function findAvc(entry: Buffer) {
  try {
    return readAvcEntry(entry);
  } catch (error) {
    if (error instanceof Mp4Error) return undefined;
    throw error;
  }
}

function findLadderFault({ video }: MediaInfo, track: Mp4Track): string | undefined {
  if (video.isInterlaced) return "interlaced";
  if (video.isVariableFrameRate) return "variable frame rate";
  if (video.isHdr) return "HDR";
  return looksLikeRungs(video, track) ? undefined : "colours that browsers take for others";
}

/** Returns whether browsers show the copied video in the colours of the rungs. A copied video loses the tags of its container. */
function looksLikeRungs({ colours }: MediaInfo["video"], { sampleEntry }: Mp4Track): boolean {
  const avc = sampleEntry && findAvc(sampleEntry);
  const painted = avc && readAvcConfig(avc.avcC)?.browserColours;
  if (!painted || !colours) return true;
  return painted.range === colours.range && looksAlike(painted, rungColours(colours));
}

function measureCandidate(info: MediaInfo, track: Mp4Track): CopyCandidate {
  const timeline = timelineOf(track, info.startSec);
  const keys = listSyncSamples(track);
  const { bytes } = measureSamples(track, 0, track.samples.count);
  return {
    keySec: keys.map((n) => Math.max(0, timeline.ptsSec(n))),
    maxBitrateKbps: Math.ceil((bytes * 8) / info.durationSec / 1000),
  };
}

function findWeightFault(info: MediaInfo, { keySec, maxBitrateKbps }: CopyCandidate, demand: string) {
  const maxGopSec = demand === "ladder" ? MAX_LADDER_GOP_SEC : MAX_BROWSER_GOP_SEC;
  const gaps = keySec.map((start, n) => (keySec[n + 1] ?? info.durationSec) - start);
  const longestSec = gaps.reduce((longest, gap) => Math.max(longest, gap), 0);
  if (longestSec > maxGopSec) return `a GOP of ${longestSec.toFixed(1)} s`;
  const { width, height, fps } = info.video;
  const cap = capKbps({ width, height, fps: toFps(fps) }) * MAX_LADDER_OVER_CAP;
  if (demand === "ladder" && maxBitrateKbps > cap) return `${maxBitrateKbps} kbps`;
  return undefined;
}

/** Finds a sample whose declared size is impossible. Samples are copied through memory, so declared sizes must not exceed the file. */
function findSizeFault({ samples }: Mp4Track, fileBytes: number): string | undefined {
  const largest = samples.size.reduce((most, size) => Math.max(most, size), 0);
  if (largest > MAX_PICTURE_BYTES) return `a picture of ${largest} bytes`;
  const bytes = samples.size.reduce((sum, size) => sum + size, 0);
  return bytes > fileBytes ? "pictures that share their bytes" : undefined;
}

/** Returns whether a frame follows a key frame but is shown before it. Such a frame may refer to frames before the key frame. */
function hasOpenGop(info: MediaInfo, track: Mp4Track): boolean {
  const timeline = timelineOf(track, info.startSec);
  let keyTicks = Number.NEGATIVE_INFINITY;
  for (let n = 0; n < track.samples.count; n++) {
    const ticks = timeline.ptsTicks(n);
    if (track.samples.isSync[n]) keyTicks = ticks;
    if (ticks < keyTicks) return true;
  }
  return false;
}

/** Checks whether key frames are IDR frames: some of them, spread over the available part. */
async function startsWithIdr(track: Mp4Track, source: SourceBytes): Promise<boolean> {
  const { lengthBytes } = readAvcEntry(track.sampleEntry ?? Buffer.alloc(0));
  const { offset, size } = track.samples;
  const there = listSyncSamples(track).filter(
    (n) => (offset[n] ?? 0) + (size[n] ?? 0) <= source.availableBytes,
  );
  const step = Math.max(1, Math.ceil(there.length / CHECKED_KEY_FRAMES));
  for (let at = 0; at < there.length; at += step) {
    const n = there[at] ?? 0;
    const bytes = Buffer.from(await source.read(offset[n] ?? 0, Math.min(size[n] ?? 0, 16_384)));
    if (!isIdr(bytes, lengthBytes)) return false;
  }
  return true;
}

const NAL_SLICE = 1;
const NAL_IDR = 5;

function isIdr(bytes: Buffer, lengthBytes: number): boolean {
  for (let at = 0; at + lengthBytes < bytes.length; ) {
    const type = (bytes[at + lengthBytes] ?? 0) & 31;
    if (type === NAL_IDR) return true;
    if (type === NAL_SLICE) return false;
    at += lengthBytes + bytes.readUIntBE(at, lengthBytes);
  }
  // All bytes that were read belong to units before the slice, such as SEI, so nothing contradicts an IDR frame.
  return true;
}
