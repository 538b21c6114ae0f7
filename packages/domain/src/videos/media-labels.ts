/** Codec names in RFC 6381, ffmpeg and RTMP, and their common names. */
const CODEC_NAMES: Readonly<Record<string, string>> = {
  avc1: "H.264",
  avc3: "H.264",
  h264: "H.264",
  hvc1: "HEVC",
  hev1: "HEVC",
  hevc: "HEVC",
  h265: "HEVC",
  av01: "AV1",
  av1: "AV1",
  vp08: "VP8",
  vp8: "VP8",
  vp09: "VP9",
  vp9: "VP9",
  mp4a: "AAC",
  aac: "AAC",
  mp3: "MP3",
  opus: "Opus",
  flac: "FLAC",
  "ac-3": "AC-3",
  ac3: "AC-3",
  "ec-3": "E-AC-3",
  eac3: "E-AC-3",
};

/** MPEG-4 audio with these object types is MP3, not AAC (RFC 6381: `mp4a.40.34`, `mp4a.6B`). */
const MP3_CODECS = new Set(["mp4a.40.34", "mp4a.69", "mp4a.6b"]);
const HE_AAC_CODECS = new Set(["mp4a.40.5", "mp4a.40.29"]);

/**
 * Returns the common names of codecs.
 * @param codecs comma-separated names as in playlists (RFC 6381), ffmpeg or RTMP.
 * @returns unknown names in capitals.
 * @example codecLabel("avc1.64001f,mp4a.40.2") // "H.264, AAC"
 */
export const codecLabel = (codecs: string): string =>
  codecs
    .split(",")
    .map((codec) => nameOf(codec.trim().toLowerCase()))
    .join(", ");

function nameOf(codec: string): string {
  if (MP3_CODECS.has(codec)) return "MP3";
  if (HE_AAC_CODECS.has(codec)) return "HE-AAC";
  const [family = ""] = codec.split(".");
  return CODEC_NAMES[family] ?? family.toUpperCase();
}

/** The marks next to qualities (§9), best first: each applies from a minimum height in lines. */
const RESOLUTION_LABELS = [
  [2160, "4K"],
  [1440, "2K"],
  [1080, ""],
  [720, "HD"],
] as const;

/**
 * Returns the label of a quality: its height, with the mark that §9 gives to large ones.
 * @example qualityLabel({ width: 854, height: 480 }) // "480p"
 * @example qualityLabel({ width: 1280, height: 720 }) // "720p HD"
 */
export function qualityLabel({ width, height }: { width: number; height: number }): string {
  // The shorter side, so that portrait counts like landscape.
  const lines = Math.min(width, height);
  const mark = RESOLUTION_LABELS.find(([from]) => lines >= from)?.[1] ?? "";
  return mark === "" ? `${lines}p` : `${lines}p ${mark}`;
}
