/** What people call a codec, by the beginning of its name in RFC 6381. */
const NAMES: readonly (readonly [prefix: string, name: string])[] = [
  ["avc1", "H.264"],
  ["avc3", "H.264"],
  ["hvc1", "H.265"],
  ["hev1", "H.265"],
  ["av01", "AV1"],
  ["vp09", "VP9"],
  ["vp08", "VP8"],
  ["mp4a.6b", "MP3"],
  ["mp4a.69", "MP3"],
  ["mp4a", "AAC"],
  ["opus", "Opus"],
  ["flac", "FLAC"],
  ["ac-3", "Dolby Digital"],
  ["ec-3", "Dolby Digital Plus"],
];

/**
 * Codecs in words; one that has no name here stays as it is.
 * @param codecs as in a playlist, separated by commas.
 * @example codecNames("avc1.64001f,mp4a.40.2") // "H.264, AAC"
 */
export const codecNames = (codecs: string): string =>
  codecs
    .split(",")
    .map((codec) => codec.trim())
    .map((codec) => NAMES.find(([prefix]) => codec.toLowerCase().startsWith(prefix))?.[1] ?? codec)
    .join(", ");
