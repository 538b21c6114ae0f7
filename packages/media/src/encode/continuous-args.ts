import type { MediaInfo } from "@shoal/contract/stored-data";
import type { FfmpegArgs } from "../ffmpeg/run-tool.ts";

/** The output file of `continuousArgs`. */
export const CONTINUOUS_FILE = "continuous.mkv";

/** The formats of broadcast streams. Their clock starts anywhere, wraps after 26.5 hours and may jump. They have no index of key frames. */
const BROADCAST_CONTAINERS = new Set(["mpegts", "mpeg"]);

const hasBroadcastClock = ({ container }: Pick<MediaInfo, "container">) =>
  BROADCAST_CONTAINERS.has(container);

/**
 * Returns whether a source must be rewritten before its ranges can be found. A broadcast's clock must be corrected. Files written
 * as a stream, by browsers or through a pipe, declare neither their length nor their key frames.
 */
export const needsContinuousCopy = (info: Pick<MediaInfo, "container" | "isLengthUnknown">) =>
  hasBroadcastClock(info) || info.isLengthUnknown === true;

/** The audio codecs that are copied, because Matroska supports them. Others are encoded losslessly. */
const SUPPORTED_CODECS = new Set([
  "aac",
  "ac3",
  "dts",
  "eac3",
  "flac",
  "mp1",
  "mp2",
  "mp3",
  "opus",
  "truehd",
  "vorbis",

  "pcm_s16le",
  "pcm_s24le",
  "pcm_s32le",
]);

/** Lists the audio streams that `continuousArgs` encodes. */
export const listEncodedSounds = ({ audio }: Pick<MediaInfo, "audio">) =>
  audio.filter(({ codec }) => !SUPPORTED_CODECS.has(codec));

/**
 * Rewrites a source with an index and ascending times from 0; video and audio are copied in order.
 *
 * ffmpeg closes every gap of more than 10 s, and every jump back, for all streams by the same time, so that audio stays in
 * sync; a shorter gap is a loss of reception and stays.
 * @example await runFfmpeg(continuousArgs(info), { sandbox, inputPath, outputFolder }); // writes CONTINUOUS_FILE
 */
export function continuousArgs({ video, audio }: MediaInfo): FfmpegArgs {
  return {
    input: ["-fflags", "+genpts", "-dts_delta_threshold", "10"],
    output: (out) => [
      "-map",
      `0:${video.streamIndex}`,
      ...audio.flatMap(({ streamIndex }) => ["-map", `0:${streamIndex}`]),

      "-c",
      "copy",
      ...audio.flatMap(({ codec }, n) => (SUPPORTED_CODECS.has(codec) ? [] : [`-c:a:${n}`, "flac"])),
      // ffmpeg queues the packets that precede the first audio packet. With large frames, these are many.

      "-max_muxing_queue_size",
      "8192",
      "-flags",
      "+bitexact",
      "-fflags",
      "+bitexact",

      "-progress",
      "pipe:1",
      "-f",
      "matroska",
      out(CONTINUOUS_FILE),
    ],
  };
}
