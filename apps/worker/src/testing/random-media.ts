import * as fc from "@shoal/testkit/property";

/** A random source, with its content and how it is written. Times are in seconds of the file. */
export interface DrawnMedia {
  container: keyof typeof CONTAINER_FORMATS;
  videoCodec: keyof typeof VIDEO_ENCODERS;
  /** The audio codec; undefined if there is no audio track. */
  audioCodec: keyof typeof AUDIO_ENCODERS | undefined;
  size: readonly [width: number, height: number];
  /** The frame rate in ffmpeg's notation. */
  rate: string;
  lengthSec: number;
  /** When video and audio start, in seconds; one of them starts at 0. */
  videoFromSec: number;
  soundFromSec: number;
  /** How much later than the video the audio ends, in seconds; negative if it ends earlier. */
  soundLongerSec: number;
  /** The colour matrix of the video. For an untagged video, it is the one that players assume. */
  matrix: "bt601" | "bt709";
  isTagged: boolean;
  isFullRange: boolean;
  channels: 1 | 2 | 6;
  /** The level of the left tone, relative to full scale. */
  peak: number;
  captions: "srt" | "ass" | "mov_text" | "webvtt" | undefined;
}

/** A mark that every file has: while a tone plays, the upper part of the video turns white. */
export interface SyncMark {
  fromSec: number;
  toSec: number;
}
const MARK_DURATION_SEC = 0.25;
/** The distance in seconds of the marks from the start and from the end of the period in which both tracks play. */
const MARK_MARGIN_SEC = 0.65;

export const BAR_COLOURS = Array.from({ length: 8 }, (_, n) =>
  [n & 1, n & 2, n & 4].map((bit) => (bit ? 200 : 40)),
) as unknown as (readonly [number, number, number])[];
export const TEST_CAPTION = { fromSec: 0.8, toSec: 1.6, text: "Où est-il ?" } as const;

const X264_ARGS = ["-c:v", "libx264", "-crf", "12", "-g", "50"];
/** The video encoders, and whether the stream or its container can have colour tags. */
const VIDEO_ENCODERS = {
  h264: { args: [...X264_ARGS, "-preset", "ultrafast"], isTaggable: true },
  "h264 with B-frames": { args: [...X264_ARGS, "-preset", "veryfast"], isTaggable: true },
  "h264 in 10 bits": {
    args: [...X264_ARGS, "-preset", "ultrafast", "-pix_fmt", "yuv420p10le"],
    isTaggable: true,
  },
  "h264 4:4:4": { args: [...X264_ARGS, "-preset", "ultrafast", "-pix_fmt", "yuv444p"], isTaggable: true },
  hevc: {
    args: ["-c:v", "libx265", "-preset", "ultrafast", "-crf", "14", "-x265-params", "log-level=none"],
    isTaggable: true,
  },
  vp8: {
    args: ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "4M"],
    isTaggable: false,
  },
  vp9: {
    args: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "4M"],
    isTaggable: true,
  },
  av1: { args: ["-c:v", "libsvtav1", "-preset", "12", "-crf", "20"], isTaggable: true },
  mpeg2: { args: ["-c:v", "mpeg2video", "-q:v", "2"], isTaggable: true },
  mpeg4: { args: ["-c:v", "mpeg4", "-q:v", "2"], isTaggable: false },
  mjpeg: { args: ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p"], isTaggable: false },
  prores: { args: ["-c:v", "prores_ks"], isTaggable: true },
  ffv1: { args: ["-c:v", "ffv1"], isTaggable: true },
} as const;
const AUDIO_ENCODERS = {
  aac: { args: ["-c:a", "aac", "-b:a", "192k"], mostChannels: 6 },
  mp3: { args: ["-c:a", "libmp3lame", "-b:a", "192k"], mostChannels: 2 },
  mp2: { args: ["-c:a", "mp2", "-b:a", "192k"], mostChannels: 2 },
  opus: { args: ["-c:a", "libopus", "-b:a", "192k"], mostChannels: 2 },
  vorbis: { args: ["-c:a", "libvorbis", "-q:a", "6"], mostChannels: 2 },
  ac3: { args: ["-c:a", "ac3", "-b:a", "384k"], mostChannels: 6 },
  flac: { args: ["-c:a", "flac"], mostChannels: 6 },
  pcm: { args: ["-c:a", "pcm_s16le"], mostChannels: 6 },
} as const;

interface ContainerFormat {
  ending: string;
  video: readonly (keyof typeof VIDEO_ENCODERS)[];
  audio: readonly (keyof typeof AUDIO_ENCODERS)[];
  /** Whether video and audio may start at different times. */
  hasOffsets: boolean;
  captions: readonly NonNullable<DrawnMedia["captions"]>[];
  args: readonly string[];
}
const H264_ENCODERS = ["h264", "h264 with B-frames"] as const;
const CONTAINER_FORMATS = {
  matroska: {
    ending: "mkv",
    video: [
      ...H264_ENCODERS,
      "h264 in 10 bits",
      "h264 4:4:4",
      "hevc",
      "vp8",
      "vp9",
      "av1",
      "mpeg2",
      "mpeg4",
      "mjpeg",
      "ffv1",
    ],
    audio: ["aac", "mp3", "opus", "vorbis", "ac3", "flac", "pcm"],
    hasOffsets: true,
    captions: ["srt", "ass"],
    args: [],
  },
  webm: {
    ending: "webm",
    video: ["vp8", "vp9", "av1"],
    audio: ["opus", "vorbis"],
    hasOffsets: true,
    captions: ["webvtt"],
    args: [],
  },
  mp4: {
    ending: "mp4",
    video: [...H264_ENCODERS, "h264 in 10 bits", "hevc", "vp9", "av1", "mpeg4"],
    audio: ["aac", "mp3", "opus", "ac3", "flac"],
    hasOffsets: true,
    captions: ["mov_text"],
    // ffmpeg 5 treats FLAC in MP4 as experimental.
    args: ["-strict", "-2"],
  },
  "mp4 that starts at once": {
    ending: "mp4",
    video: [...H264_ENCODERS],
    audio: ["aac", "ac3"],
    hasOffsets: true,
    captions: ["mov_text"],
    args: ["-movflags", "+faststart"],
  },
  "mp4 in fragments": {
    ending: "mp4",
    video: [...H264_ENCODERS, "hevc", "vp9", "av1"],
    audio: ["aac", "opus"],
    hasOffsets: false,
    captions: [],
    args: ["-movflags", "frag_keyframe+empty_moov+default_base_moof"],
  },
  quicktime: {
    ending: "mov",
    video: [...H264_ENCODERS, "h264 4:4:4", "prores", "mjpeg"],
    audio: ["aac", "pcm", "ac3"],
    hasOffsets: true,
    captions: ["mov_text"],
    args: [],
  },
  "transport stream": {
    ending: "ts",
    video: [...H264_ENCODERS, "hevc", "mpeg2"],
    audio: ["aac", "mp2", "mp3", "ac3"],
    hasOffsets: true,
    captions: [],
    args: [],
  },
  avi: {
    ending: "avi",
    video: ["h264", "mpeg4", "mjpeg"],
    audio: ["mp3", "ac3", "pcm"],
    hasOffsets: false,
    captions: [],
    args: [],
  },
  flash: {
    ending: "flv",
    video: [...H264_ENCODERS],
    audio: ["aac", "mp3"],
    hasOffsets: true,
    captions: [],
    args: [],
  },
  mxf: { ending: "mxf", video: ["mpeg2"], audio: ["pcm"], hasOffsets: false, captions: [], args: [] },
} as const satisfies Record<string, ContainerFormat>;

const FRAME_RATES = [
  "10",
  "12",
  "15",
  "24000/1001",
  "24",
  "25",
  "30000/1001",
  "30",
  "50",
  "60000/1001",
  "60",
];
/** The frame rates that MPEG-2 and MXF support. */
const BROADCAST_RATES = ["24000/1001", "25", "30000/1001", "50"];
const FRAME_SIZES: readonly (readonly [number, number])[] = [
  [320, 180],
  [426, 240],
  [180, 320],
  [640, 360],
  [1280, 720],
];
const MAX_LATE_SEC = [0.4, 1, 3];

function isPossible(media: DrawnMedia): boolean {
  const isBroadcast = media.videoCodec === "mpeg2" || media.container === "mxf";
  if (isBroadcast && !BROADCAST_RATES.includes(media.rate)) return false;
  const { fromSec, toSec } = overlapOf(media);
  if (toSec - fromSec < 2 * MARK_MARGIN_SEC + MARK_DURATION_SEC) return false;
  // Some containers limit the channels, such as FLV, whose MP3 has no 5.1.
  if (media.channels > mostChannelsOf(media)) return false;
  // Many frames of this size would take as long as several other sources.
  return media.size[1] < 720 || (Number.parseInt(media.rate, 10) <= 30 && media.lengthSec <= 4);
}

const mostChannelsOf = ({ audioCodec, container }: DrawnMedia): number => {
  if (!audioCodec || container === "flash" || container === "mxf") return 2;
  return AUDIO_ENCODERS[audioCodec].mostChannels;
};

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const anyMedia: fc.Arbitrary<DrawnMedia> = oneOf(
  ...(Object.keys(CONTAINER_FORMATS) as (keyof typeof CONTAINER_FORMATS)[]),
).chain((container) => {
  const known: ContainerFormat = CONTAINER_FORMATS[container];
  const late = known.hasOffsets ? oneOf(0, 0, 0, ...MAX_LATE_SEC) : oneOf(0);
  const facts = {
    videoCodec: oneOf(...known.video),
    audioCodec: oneOf(...known.audio, ...known.audio, undefined),
    size: oneOf(...FRAME_SIZES),
    rate: oneOf(...FRAME_RATES),
    lengthSec: oneOf(2.2, 3.1, 4, 5.3, 8.6),
    lateSec: late,
    isVideoLate: fc.boolean(),
    soundLongerSec: oneOf(0, 0, 0, 1.5, -0.4),
    matrix: oneOf("bt601" as const, "bt709" as const),
    isTagged: fc.boolean(),
    isFullRange: oneOf(false, false, true),
    channels: oneOf(1 as const, 2 as const, 6 as const),
    peak: oneOf(0.1, 0.3, 0.6),
    captions: oneOf(undefined, ...known.captions),
  };
  return fc.record(facts).map(({ lateSec, isVideoLate, ...rest }) => {
    const isTagged = rest.isTagged && VIDEO_ENCODERS[rest.videoCodec].isTaggable;
    // JPEG has BT.601 at any size.
    const isHd = rest.size[1] >= 720 && rest.videoCodec !== "mjpeg";
    const usual = isHd ? ("bt709" as const) : ("bt601" as const);
    const isTime = rest.audioCodec !== undefined;
    return {
      ...rest,
      container,
      isTagged,
      matrix: isTagged ? rest.matrix : usual,
      isFullRange:
        rest.videoCodec === "mjpeg" || (rest.isFullRange && isTagged && rest.videoCodec === "h264"),
      videoFromSec: isTime && isVideoLate ? lateSec : 0,
      soundFromSec: isTime && !isVideoLate ? lateSec : 0,
      // MXF is interleaved by edit units, so its streams end together.
      soundLongerSec: container === "mxf" ? 0 : rest.soundLongerSec,
    };
  });
});

/**
 * Returns the sources drawn from a seed, which are always the same.
 * @example drawMedia(7, 200)
 */
export const drawMedia = (seed: number, count: number): DrawnMedia[] =>
  fc.sample(anyMedia.filter(isPossible), { seed, numRuns: count });

/** Returns a short name for a random source. */
export const nameOf = (media: DrawnMedia): string => {
  const { container, videoCodec, audioCodec, size, rate, lengthSec, videoFromSec, soundFromSec } = media;
  const late = [
    videoFromSec > 0 ? `picture ${videoFromSec} s late` : "",
    soundFromSec > 0 ? `sound ${soundFromSec} s late` : "",
    media.soundLongerSec === 0 ? "" : `sound ${media.soundLongerSec} s longer`,
  ];
  const colours = `${media.isTagged ? "" : "untagged "}${media.matrix}${media.isFullRange ? " full" : ""}`;
  const sound = audioCodec ? `${audioCodec} ${media.channels} ch` : "mute";
  return [
    container,
    videoCodec,
    `${size.join("x")} at ${rate}`,
    `${lengthSec} s`,
    colours,
    sound,
    ...late,
    media.captions ?? "",
  ]
    .filter(Boolean)
    .join(", ");
};

export const isLossySound = ({ audioCodec }: DrawnMedia) => audioCodec !== "pcm" && audioCodec !== "flac";
export const fpsOf = ({ rate }: Pick<DrawnMedia, "rate">): number => {
  const [num = 0, den = 1] = rate.split("/").map(Number);
  return num / den;
};

/** Returns the ends of video and audio, in seconds on the clock of the file. */
export function endsOf(media: DrawnMedia): { pictureSec: number; soundSec: number } {
  const frames = Math.ceil(media.lengthSec * fpsOf(media) - 1e-6);
  const pictureSec = media.videoFromSec + frames / fpsOf(media);
  return { pictureSec, soundSec: media.audioCodec ? pictureSec + media.soundLongerSec : 0 };
}

/** Returns the marks: one soon after both tracks have started, and one shortly before either ends. Each starts with a frame. */
export function marksOf(media: DrawnMedia): SyncMark[] {
  const { fromSec, toSec } = overlapOf(media);
  const onFrame = (sec: number) =>
    media.videoFromSec + Math.ceil((sec - media.videoFromSec) * fpsOf(media)) / fpsOf(media);
  const starts = [onFrame(fromSec + MARK_MARGIN_SEC), onFrame(toSec - MARK_MARGIN_SEC - MARK_DURATION_SEC)];
  const [first = 0, last = 0] = starts;
  return starts
    .filter((_, n) => n === 0 || last - first > 3 * MARK_DURATION_SEC)
    .map((startSec) => ({ fromSec: startSec, toSec: startSec + MARK_DURATION_SEC }));
}

/** Returns the period that contains both video and audio. */
function overlapOf(media: DrawnMedia): SyncMark {
  const { pictureSec, soundSec } = endsOf(media);
  return {
    fromSec: Math.max(media.videoFromSec, media.soundFromSec),
    toSec: soundSec > 0 ? Math.min(pictureSec, soundSec) : pictureSec,
  };
}

/**
 * Returns ffmpeg's arguments for a random source: bars of colour, whose upper part turns white while a tone plays.
 * @param captionsFile the path of a WebVTT file with `TEST_CAPTION`.
 */
export function mediaArgs(media: DrawnMedia, captionsFile: string): string[] {
  const { audioCodec, captions, container, videoFromSec, soundFromSec } = media;
  const delayed = (sec: number) => (sec > 0 ? ["-itsoffset", `${sec}`] : []);
  const subtitle = { srt: "srt", ass: "ass", mov_text: "mov_text", webvtt: "webvtt" };
  return [
    ...delayed(videoFromSec),
    "-f",
    "lavfi",
    "-i",
    pictureGraph(media),
    ...(audioCodec ? [...delayed(soundFromSec), "-f", "lavfi", "-i", soundGraph(media)] : []),
    ...(captions ? ["-i", captionsFile] : []),

    "-map",
    "0:v",
    ...(audioCodec ? ["-map", "1:a"] : []),
    ...(captions ? ["-map", `${audioCodec ? 2 : 1}:s`, "-c:s", subtitle[captions]] : []),

    "-fps_mode",
    "passthrough",
    ...VIDEO_ENCODERS[media.videoCodec].args,
    ...tagsOf(media),
    ...(audioCodec
      ? [...AUDIO_ENCODERS[audioCodec].args, "-ar", audioCodec === "mp3" ? "44100" : "48000"]
      : []),
    ...CONTAINER_FORMATS[container].args,
  ];
}

export const fileNameOf = ({ container }: DrawnMedia, name: string) =>
  `${name}.${CONTAINER_FORMATS[container].ending}`;

function tagsOf({ isTagged, isFullRange, matrix }: DrawnMedia): string[] {
  if (!isTagged) return [];
  const name = matrix === "bt709" ? "bt709" : "smpte170m";
  return [
    "-colorspace",
    name,
    "-color_primaries",
    name,
    "-color_trc",
    name,

    "-color_range",
    isFullRange ? "pc" : "tv",
  ];
}

function pictureGraph(media: DrawnMedia): string {
  const [width, height] = media.size;
  const box = (x: number, w: number, rgb: readonly number[]) =>
    `drawbox=x=${x}:y=0:w=${w}:h=${height}:t=fill:color=0x${Buffer.from(rgb).toString("hex")}`;
  const at = (n: number) => Math.round((n * width) / BAR_COLOURS.length);
  const isOn = marksOf(media)
    .map(
      ({ fromSec, toSec }) =>
        `between(t,${fromSec - media.videoFromSec - 1e-4},${toSec - media.videoFromSec - 1e-4})`,
    )
    .join("+");
  return [
    `color=black:size=${width}x${height}:rate=${media.rate}:duration=${media.lengthSec}`,
    "format=gbrp",
    ...BAR_COLOURS.map((rgb, n) => box(at(n), at(n + 1) - at(n), rgb)),
    `drawbox=x=0:y=0:w=${width}:h=${Math.round(height * 0.375)}:t=fill:color=black`,
    `drawbox=x=0:y=0:w=${width}:h=${Math.round(height * 0.375)}:t=fill:color=white:enable='${isOn}'`,
    `scale=out_color_matrix=${media.matrix}:out_range=${media.isFullRange ? "pc" : "tv"}:flags=accurate_rnd+full_chroma_inp`,
    `format=${formatOf(media)}`,
  ].join(",");
}

function formatOf({ videoCodec, isFullRange }: DrawnMedia): string {
  if (videoCodec === "h264 4:4:4") return "yuv444p";
  if (videoCodec === "h264 in 10 bits") return "yuv420p10le";
  if (videoCodec === "prores") return "yuv422p10le";
  return isFullRange ? "yuvj420p" : "yuv420p";
}

const CHANNEL_LAYOUTS = { 1: "mono", 2: "stereo", 6: "5.1" } as const;

/**
 * Returns the audio filter graph, with the left channel at full level and the right at half; in surround sound only the left has a
 * tone.
 */
function soundGraph(media: DrawnMedia): string {
  const { channels, peak, soundFromSec } = media;
  const isOn = marksOf(media)
    .map(({ fromSec, toSec }) => `between(t\\,${fromSec - soundFromSec}\\,${toSec - soundFromSec})`)
    .join("+");
  const tone = (level: number) => `${level}*sin(2*PI*997*t)*(${isOn})`;
  const levels = { 1: [peak], 2: [peak, peak / 2], 6: [peak, 0, 0, 0, 0, 0] }[channels];
  const lengthSec = endsOf(media).soundSec - soundFromSec;
  return `aevalsrc=${levels.map(tone).join("|")}:c=${CHANNEL_LAYOUTS[channels]}:s=48000:d=${lengthSec.toFixed(6)}`;
}
