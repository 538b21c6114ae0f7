import { MAX_CHAT_WAVEFORM_LENGTH, MAX_PICTURE_PIXELS, MAX_PREVIEW_SIDE_PX } from "@shoal/contract";
import { type FfmpegArgs, type RunOptions, runFfprobe } from "../ffmpeg/run-tool.ts";
import { type MadePicture, PICTURE_INPUT } from "./picture-files.ts";

export const PREVIEW_FILE = "preview.webp";
export const PREVIEW_SOUND_FILE = "samples.s8";
/** The sample rate for the bars of a waveform. */
export const PREVIEW_SOUND_RATE_HZ = 8_000;
/** The limits for previews. A file of 25 MB can be a day of silence: at most ten hours are written. */
export const PREVIEW_LIMITS = {
  cpuSec: 60,
  wallSec: 180,
  memoryBytes: 4_294_967_296,
  fileBytes: 10 * 3_600 * PREVIEW_SOUND_RATE_HZ,
};
/** The time within which a brighter frame is searched if a video starts dark. */
const POSTER_SEARCH_WINDOW_SEC = 10;

/** The demuxers for video and audio files sent in chats and comments; all others are disabled. */
const SENT_MEDIA_DEMUXERS = [
  "-format_whitelist",
  "mov,matroska,webm,ogg,wav,mp3,aac",
  "-max_pixels",
  `${MAX_PICTURE_PIXELS}`,
  "-threads",
  "1",
];
/** The arguments for a single picture: the WebP muxer would write a file without frames. */
const WEBP_ARGS = [
  "-c:v",
  "libwebp",
  "-quality",
  "78",
  "-compression_level",
  "4",
  "-f",
  "image2",
  "-update",
  "1",
];
const SINGLE_FRAME_ARGS = ["-frames:v", "1", "-fps_mode", "passthrough", "-map_metadata", "-1", "-bitexact"];

/** The properties of a video or audio file. */
export interface SentMedia {
  /** The displayed size of the file's video, in px; null for audio only. Covers do not count. */
  film: { width: number; height: number } | null;
  hasSound: boolean;
  /** The duration; null if the file does not declare it. */
  durationSec: number | null;
}

/** @throws FfmpegError if it cannot be read. */
export async function probeSentMedia(run: RunOptions): Promise<SentMedia> {
  const args = [...SENT_MEDIA_DEMUXERS, "-of", "json", "-show_entries", PROBE_ENTRIES];
  const { stdout } = await runFfprobe(args, { ...run, limits: PREVIEW_LIMITS });
  const { streams = [], format = {} } = JSON.parse(stdout) as ProbeReport;
  const film = streams.find((each) => each.codec_type === "video" && each.disposition?.attached_pic !== 1);
  const durationSec = Number(format.duration);
  return {
    film: film?.width && film.height ? shownSize(film) : null,
    hasSound: streams.some((each) => each.codec_type === "audio"),
    durationSec: Number.isFinite(durationSec) && durationSec > 0 ? durationSec : null,
  };
}

const PROBE_ENTRIES =
  "format=duration:stream=codec_type,width,height,sample_aspect_ratio:stream_disposition=attached_pic:stream_side_data=rotation";

interface FilmStream {
  codec_type?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  disposition?: { attached_pic?: number };
  side_data_list?: { rotation?: number }[];
}
interface ProbeReport {
  streams?: FilmStream[];
  format?: { duration?: string };
}

/** Returns the size of an upright picture with square pixels. */
function shownSize({
  width = 0,
  height = 0,
  sample_aspect_ratio: aspect = "1:1",
  side_data_list = [],
}: FilmStream) {
  const [across = 1, down = 1] = aspect.split(":").map(Number);
  const isOdd = across > 0 && down > 0 && across !== down;
  const wide = isOdd ? Math.max(1, Math.round((width * across) / down)) : width;
  const turned = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  return Math.abs(turned) % 180 === 90 ? { width: height, height: wide } : { width: wide, height };
}

/** Returns the size of a preview, which is never larger than the picture itself. */
function previewSizeOf({ width, height }: { width: number; height: number }): string {
  const scale = Math.min(1, MAX_PREVIEW_SIDE_PX / width, MAX_PREVIEW_SIDE_PX / height);
  const even = (px: number) => Math.max(2, Math.round((px * scale) / 2) * 2);
  return `${even(width)}:${even(height)}`;
}

/** Returns the arguments for a thumbnail of a picture. */
export const smallPictureArgs = (picture: MadePicture): FfmpegArgs => ({
  input: PICTURE_INPUT,
  output: (out) => [
    "-map",
    "0:v:0",
    "-vf",
    `scale=${previewSizeOf(picture)}:flags=lanczos,format=${picture.isTransparent ? "bgra" : "yuv420p"}`,
    ...SINGLE_FRAME_ARGS,
    ...WEBP_ARGS,
    out(PREVIEW_FILE),
  ],
});

/**
 * Returns the arguments for the most typical of the first frames of a video.
 * @param skipsDark ignores frames that are nearly black; nothing is written if all are.
 */
export function posterArgs(film: { width: number; height: number }, skipsDark: boolean): FfmpegArgs {
  const bright = "signalstats,metadata=mode=select:key=lavfi.signalstats.YAVG:value=32:function=greater";
  const filters = [
    `scale=${previewSizeOf(film)}:flags=bicubic`,
    "setsar=1",
    "format=yuv420p",
    ...(skipsDark ? [bright] : []),
    "thumbnail=n=30",
  ];
  return {
    input: [...SENT_MEDIA_DEMUXERS, "-t", `${POSTER_SEARCH_WINDOW_SEC}`],
    output: (out) => [
      "-map",
      "0:V:0",
      "-vf",
      filters.join(","),
      ...SINGLE_FRAME_ARGS,
      ...WEBP_ARGS,
      out(PREVIEW_FILE),
    ],
  };
}

/** Returns the arguments that write the audio of a file as signed bytes, mono. */
export const previewSoundArgs = (): FfmpegArgs => ({
  input: [...SENT_MEDIA_DEMUXERS, "-vn", "-sn", "-dn"],
  output: (out) => [
    "-map",
    "0:a:0",
    "-af",
    `aresample=${PREVIEW_SOUND_RATE_HZ},aformat=channel_layouts=mono`,
    "-bitexact",
    "-c:a",
    "pcm_s8",
    "-f",
    "s8",
    out(PREVIEW_SOUND_FILE),
  ],
});

const FULL_SCALE = 128;

/**
 * Returns the level of each part of an audio file, from 0 to 100, scaled so that quiet voices remain visible.
 * @param pairs the minimum and maximum sample of each section.
 * @returns at most as many values as a message stores.
 */
export function waveformValues(pairs: Int8Array): number[] {
  const stretches = pairs.length / 2;
  const count = Math.min(MAX_CHAT_WAVEFORM_LENGTH, stretches);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * stretches) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * stretches) / count));
    let peak = 0;
    for (const value of pairs.subarray(2 * from, 2 * to)) peak = Math.max(peak, Math.abs(value));
    return Math.min(100, Math.round(100 * Math.sqrt(peak / FULL_SCALE)));
  });
}
