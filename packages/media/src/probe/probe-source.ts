import type { MediaInfo } from "@shoal/contract/stored-data";
import { needsContinuousCopy } from "../encode/continuous-args.ts";
import { containsAllWords } from "../ffmpeg/mentions.ts";
import { runFfprobe } from "../ffmpeg/run-tool.ts";
import { Mp4Error } from "../mp4/boxes.ts";
import { locateMoov, type SourceBytes } from "../mp4/locate-moov.ts";
import { MAX_MOOV_BYTES } from "../mp4/read-index.ts";
import { type IndexRunOptions, readMoovSandboxed } from "../mp4/read-index-sandboxed.ts";
import type { Mp4Track } from "../mp4/read-tracks.ts";
import { readEntryColours } from "../mp4/sample-entries.ts";
import { faultOfProbe, getVideoStream, refuseEncrypted } from "./classify.ts";
import { decideColours, isHdr } from "./colours.ts";
import { claimedExtent, lengthOf, measureEdges, samplePictures } from "./extents.ts";
import {
  FFPROBE_ARGS,
  type FfprobeReport,
  type FfprobeStream,
  findVideoStream,
  listAudioStreams,
  parseReport,
  parseSeconds,
  tagOf,
} from "./ffprobe-report.ts";
import { affordableRate, chooseRate, parseFraction, STANDARD_RATES, toFps } from "./frame-rate.ts";
import { measuredRate } from "./measured-rate.ts";
import { MediaFault } from "./media-fault.ts";
import { displaySize, rotationOf } from "./picture-size.ts";

/** The maximum length of a source. No real upload lasts a week, and all segments of such a source would be planned. */
const MAX_SOURCE_SEC = 7 * 86_400;
/**
 * The longest time between two frames: a slide show has a frame per hour; longer intervals suggest a faulty file, unless there is audio
 * meanwhile.
 */
const MAX_FRAME_SEC = 2 * 3_600;
/** The longest audio packet of a plausible file, in seconds. */
const MAX_PACKET_SEC = 10;
/** The minimum number of bytes of 10 s of audio. */
const MIN_PACKET_BYTES = 5_000;
/** The number of bytes per frame that real encoders exceed; below it, packets are counted before the length is trusted. */
const PLAUSIBLE_BYTES_PER_FRAME = 60;

export interface ProbedSource {
  info: MediaInfo;
  /** The sample tables of an MP4 or MOV file; undefined for all other containers. */
  tracks: Mp4Track[] | undefined;
}

/**
 * The share that may be missing at the end of a file, for example because of rounding in the header; a file that lacks more is truncated.
 */
const MAX_MISSING_SHARE = 0.02;
const MAX_MISSING_SEC = 2;

/** Returns the seconds that may be missing at the end of a file that is not truncated. */
export const missingSecOf = ({ durationSec }: Pick<MediaInfo, "durationSec">) =>
  Math.max(MAX_MISSING_SEC, durationSec * MAX_MISSING_SHARE);

/** A provisional length for a file whose real length is known only once it has been copied. */
const UNKNOWN_LENGTH_SEC = 1;

export type ProbeAnswer = ({ kind: "probed" } & ProbedSource) | { kind: "not-yet"; minBytes: number };

/**
 * Determines what a source is. While it is still arriving, only a file whose index precedes its media can be opened.
 * @throws MediaFault if it is not a supported video, FfmpegError when the tool itself fails.
 */
export async function probeSource(source: SourceBytes, run: IndexRunOptions): Promise<ProbeAnswer> {
  if (source.sizeBytes === 0) throw new MediaFault("empty_file", "The file has no bytes");
  const place = await locateMoov(source);
  const isArriving = source.availableBytes < source.sizeBytes;
  if (place.kind === "needs") return { kind: "not-yet", minBytes: place.minBytes };
  if (isArriving && !(place.kind === "found" && place.isFaststart))
    return { kind: "not-yet", minBytes: source.sizeBytes };
  // Both run in parallel, because the second process takes no longer than ffprobe.
  const [index, probe] = await Promise.allSettled([
    place.kind === "found" ? readIndex(source, place, run) : undefined,
    readReport(run),
  ]);
  const [tracks, { report, isEstimated }] = [settledValue(index), settledValue(probe)];
  // A partial file without a sample table cannot be used.
  if (isArriving && !tracks) return { kind: "not-yet", minBytes: source.sizeBytes };
  const claimed = describeSource(report, tracks, { sizeBytes: source.sizeBytes, isEstimated });
  // The length of a broadcast only shows where its clock jumps to, so the length of the continuous copy counts.
  const isFinal = tracks !== undefined || needsContinuousCopy(claimed);
  if (!isFinal) await refuseImplausible(claimed, run);
  const info = isFinal ? claimed : await withMeasuredEdges(claimed, run);
  return {
    kind: "probed",
    tracks,
    info: { ...info, isFaststart: place.kind === "found" && place.isFaststart },
  };
}

function settledValue<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

async function readReport(run: IndexRunOptions): Promise<{ report: FfprobeReport; isEstimated: boolean }> {
  const { stdout, warnings } = await runFfprobe(FFPROBE_ARGS, {
    ...run,
    limits: { cpuSec: 60, wallSec: 120 },
  }).catch((error: unknown) => {
    throw faultOfProbe(error);
  });
  const report = parseReport(stdout);
  // If the decoder rejects a frame as too large, probing succeeds without its size.
  if (
    !findVideoStream(report)?.width &&
    containsAllWords(warnings, "Picture size ", "exceeds specified max pixel count")
  )
    throw new MediaFault("too_large_picture", "More than 8K");
  return { report, isEstimated: containsAllWords(warnings, "Estimating duration from bitrate") };
}

/** Reads the tracks. Returns undefined for a fragmented file, which lists its samples in its fragments, and for contradictory tables. */
async function readIndex(
  source: SourceBytes,
  place: { offset: number; size: number },
  run: IndexRunOptions,
): Promise<Mp4Track[] | undefined> {
  if (place.size > MAX_MOOV_BYTES) throw new MediaFault("implausible_duration", "The index is too large");
  try {
    const tracks = await readMoovSandboxed(place, source, run);
    // ffprobe names the codec below the encryption.
    refuseEncrypted(tracks.map(({ codec }) => codec));
    const video = tracks.find(({ kind }) => kind === "video");
    if (!video || video.samples.count === 0) return undefined;
    refuseMissingMedia(tracks, source.sizeBytes);
    return tracks;
  } catch (error) {
    if (!(error instanceof Mp4Error)) throw error;
    if (/are claimed/.test(error.message)) throw new MediaFault("implausible_duration", error.message);
    return undefined;
  }
}

function refuseMissingMedia(tracks: readonly Mp4Track[], sizeBytes: number): void {
  for (const { samples } of tracks.filter(({ kind }) => kind !== "other"))
    for (let n = samples.count - 1; n >= 0; n--)
      if ((samples.offset[n] ?? 0) + (samples.size[n] ?? 0) > sizeBytes)
        throw new MediaFault("truncated_file", `Sample ${n} lies beyond the end of the file`);
}

/** A still image needs no more frames per second. */
const STILL_RATE = { num: 25, den: 1 };

function rateOf(stream: FfprobeStream) {
  const isStill = stream.disposition?.attached_pic === 1 || stream.nb_frames === "1";
  if (isStill) return { fps: STILL_RATE, isVariable: false };
  return chooseRate(parseFraction(stream.r_frame_rate), parseFraction(stream.avg_frame_rate));
}

/** @param isEstimated whether the duration is estimated from the file's size. */
function describeSource(
  report: FfprobeReport,
  tracks: Mp4Track[] | undefined,
  { sizeBytes, isEstimated }: { sizeBytes: number; isEstimated: boolean },
): MediaInfo {
  const stream = getVideoStream(report);
  const rate = rateOf(stream);
  const startSec = Number(report.format?.start_time ?? 0) || 0;
  const container = (report.format?.format_name ?? "").split(",")[0] ?? "";
  const fileSec = parseSeconds(report.format?.duration);
  const isLengthUnknown = !tracks && (isEstimated || !fileSec);
  const entry = tracks?.find(({ streamIndex }) => streamIndex === stream.index)?.sampleEntry;
  const colours = decideColours(stream, entry && readEntryColours(entry));
  const known = { tracks, fileEndSec: fileSec ?? 0 };
  const shown = claimedExtent(report, stream, known);
  const sounds = listAudioStreams(report).filter(isDecodable);
  const soundEndsSec = sounds.map((each) => claimedExtent(report, each, known).endSec);
  // A file that is copied first has no reliable length. The copy states it.
  const durationSec = lengthOf(shown, soundEndsSec) || (isLengthUnknown ? UNKNOWN_LENGTH_SEC : 0);
  if (!durationSec) throw new MediaFault("unsupported_format", "The length of the file is not known");
  if (durationSec > MAX_SOURCE_SEC)
    throw new MediaFault("implausible_duration", `The file claims to last ${Math.round(durationSec)} s`);
  if (tracks) refuseEmptyLength(durationSec, tracks, sizeBytes);
  const countedFrames = Number(stream.nb_frames ?? 0);
  const fps = affordableRate(rate.fps, { durationSec, frameCount: countedFrames });
  const frameCount = countedFrames || Math.round(durationSec * toFps(fps));
  return {
    container,
    durationSec,
    startSec,
    sizeBytes,
    bitrateKbps: Math.round((sizeBytes * 8) / durationSec / 1000),
    video: {
      streamIndex: stream.index,
      codec: stream.codec_name ?? "",
      ...displaySize(stream),
      fps,
      isVariableFrameRate: rate.isVariable || hasUnevenTimes(tracks, stream.index),
      rotationDeg: rotationOf(stream),
      isInterlaced: ["tt", "bb", "tb", "bt"].includes(stream.field_order ?? ""),
      isHdr: isHdr(colours),
      colours,
      pixelFormat: stream.pix_fmt ?? "",
      frameCount,
      ...shown,
      ...timecodeOf(report, stream),
    },
    audio: sounds.map(describeAudio),
    isFaststart: false,
    ...(isLengthUnknown ? { isLengthUnknown } : {}),
  };
}

/** The maximum length of a timecode, since tags contain arbitrary text. */
const MAX_TIMECODE_CHARS = 20;

/**
 * Reads the timecode. QuickTime stores it in a separate track, which ffprobe also reports with the video; MXF in its header.
 */
function timecodeOf({ streams = [], format }: FfprobeReport, stream: FfprobeStream): { timecode?: string } {
  const found = [stream, ...streams, format ?? {}].map((each) => tagOf(each, "timecode")).find(Boolean);
  return found && found.length <= MAX_TIMECODE_CHARS ? { timecode: found } : {};
}

/** Rejects a length without enough video or audio: a 1.5 kB file may contain two frames ten hours apart. */
function refuseEmptyLength(durationSec: number, tracks: readonly Mp4Track[], sizeBytes: number): void {
  const countsOf = (wanted: Mp4Track["kind"]) =>
    tracks.filter(({ kind }) => kind === wanted).map(({ samples }) => samples.count);
  const frames = Math.max(0, ...countsOf("video"));
  // If the packets of the audio are not listed, the file states an upper bound.
  const packets = countsOf("audio").map((count) => count || sizeBytes / MIN_PACKET_BYTES);
  if (durationSec <= frames * MAX_FRAME_SEC || durationSec <= Math.max(0, ...packets) * MAX_PACKET_SEC)
    return;
  throw new MediaFault(
    "implausible_duration",
    `The file claims to last ${Math.round(durationSec)} s and has ${frames} pictures`,
  );
}

const isDecodable = ({ codec_name, channels = 0 }: FfprobeStream) =>
  Boolean(codec_name) && codec_name !== "unknown" && channels > 0;

function describeAudio(stream: FfprobeStream): MediaInfo["audio"][number] {
  return {
    streamIndex: stream.index,
    codec: stream.codec_name ?? "",
    channels: stream.channels ?? 0,
    sampleRateHz: Number(stream.sample_rate ?? 0),
    language: tagOf(stream, "language") || "und",
    title: tagOf(stream, "title"),
    ...sideOf(stream),
  };
}

/** Reads the side of a mono track, which QuickTime names: ffmpeg 5 writes `1 channels (FL)`, later versions `FL`. */
function sideOf({ channels, channel_layout = "" }: FfprobeStream): Pick<MediaInfo["audio"][number], "side"> {
  const name = /^(?:1 channels? \()?([FD][LR])\)?$/.exec(channel_layout)?.[1];
  if (channels !== 1 || !name) return {};
  return { side: name.endsWith("L") ? "left" : "right" };
}

/**
 * Updates the source with the end of its last packets: a header may give the length of all streams together. If they end clearly
 * earlier, the header counts, and reading the whole file shows whether part of it is missing.
 */
async function withMeasuredEdges(info: MediaInfo, run: IndexRunOptions): Promise<MediaInfo> {
  const { extents, pictureWindows } = await measureEdges(run, info, info.durationSec);
  const picture = extents.get(info.video.streamIndex);
  if (!picture) return info;
  const shown = { startSec: Math.max(0, picture.startSec), endSec: picture.endSec };
  const soundEndsSec = info.audio.map(({ streamIndex }) => extents.get(streamIndex)?.endSec ?? 0);
  const measuredSec = lengthOf(shown, soundEndsSec);
  const isCutOff = info.durationSec - measuredSec > missingSecOf(info);
  const durationSec = isCutOff ? info.durationSec : measuredSec;
  const rate = await rateOfPackets(info, run, pictureWindows);
  return { ...info, durationSec, video: { ...info.video, ...shown, ...rate } };
}

/**
 * Returns a rate that shows every frame if packets are faster than the header states, since the header may contain the mean of two rates.
 */
async function rateOfPackets(
  { video, startSec, durationSec }: MediaInfo,
  run: IndexRunOptions,
  windows: number[][],
): Promise<Pick<MediaInfo["video"], "fps" | "isVariableFrameRate"> | undefined> {
  // Each of the two fields of an interlaced frame may be a packet.
  if (video.isInterlaced) return undefined;
  const isUsual = STANDARD_RATES.some((each) => toFps(each) === toFps(video.fps));
  const sampled = isUsual ? [] : await samplePictures(run, { video, startSec }, durationSec);
  const fps = measuredRate([...windows, ...sampled]);
  if (!fps || toFps(fps) < toFps(video.fps) * 1.02) return undefined;
  return { fps, isVariableFrameRate: true };
}

/** Returns whether the times of samples deviate by more than half a frame from even spacing. */
function hasUnevenTimes(tracks: readonly Mp4Track[] | undefined, streamIndex: number): boolean {
  const samples = tracks?.find((track) => track.streamIndex === streamIndex)?.samples;
  if (!samples || samples.count < 2) return false;
  const lastDts = samples.dts[samples.count - 1] ?? 0;
  const meanTicks = lastDts / (samples.count - 1);
  return samples.dts.some((dts, n) => Math.abs(dts - n * meanTicks) > meanTicks / 2);
}

/** The maximum duration of an audio packet, except for uncompressed audio, which is large anyway. */
const MAX_SOUND_PACKET_SEC = 0.3;

/** Rejects a file that claims hours but has hardly any packets. Counting is cheap, since such a file is small (1.4 kB). */
async function refuseImplausible(
  { durationSec, sizeBytes, video, audio }: MediaInfo,
  run: IndexRunOptions,
): Promise<void> {
  const claimed = durationSec * toFps(video.fps);
  if (sizeBytes / claimed >= PLAUSIBLE_BYTES_PER_FRAME) return;
  const { stdout } = await runFfprobe(["-count_packets", "-show_streams", "-of", "json"], run);
  const counted = parseReport(stdout).streams ?? [];
  const packetsOf = (index: number) =>
    Number(counted.find((each) => each.index === index)?.nb_read_packets ?? 0);
  const pictures = packetsOf(video.streamIndex);
  // Video may start late or end early while there is audio.
  const withoutPictureSec = Math.max(0, durationSec - pictures / toFps(video.fps));
  const soundSec = Math.max(
    0,
    ...audio.map(({ streamIndex }) => packetsOf(streamIndex) * MAX_SOUND_PACKET_SEC),
  );
  const found = pictures + Math.min(withoutPictureSec, soundSec) * toFps(video.fps);
  if (found < claimed * 0.5)
    throw new MediaFault(
      "implausible_duration",
      `${Math.round(claimed)} frames are claimed, ${Math.round(found)} are there`,
    );
}
