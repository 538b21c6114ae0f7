import type { PlaybackCaptions } from "@shoal/contract/edge";
import { formatAttributes, quoteString, uniqueNames } from "./hls-attributes.ts";

/** The attributes of a captions track in a playlist. */
export type ListedCaptions = Omit<PlaybackCaptions, "object">;

export const CAPTIONS_GROUP = "subtitles";
/** The rate of MPEG-2 timestamps, which have 33 bits. */
const MPEG_HZ = 90_000;
const MPEG_WRAP = 2 ** 33;
/** Apple's characteristics for captions that also describe sounds. */
const SDH_CHARACTERISTICS =
  "public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound";

/**
 * Returns the folder of a track at the edge, relative to the multivariant playlist and the manifest. The folder's name contains the
 * version.
 */
export const captionsFolder = ({ id, version }: Pick<ListedCaptions, "id" | "version">) =>
  `captions/${id}/${version}`;

/** The names of the files in a track's folder. They are the whole track on the video's timeline, and its fragments, one per period. */
export const CAPTIONS_FILE = "captions.vtt";
export const CAPTIONS_INIT_FILE = "init.m4s";
export const periodCaptionsFile = (period: "$Number$" | ":period") => `period-${period}.m4s`;

/** Writes the EXT-X-MEDIA tags of all tracks as one group. */
export function captionLines(captions: readonly ListedCaptions[]): string[] {
  const names = uniqueNames(captions.map(({ label }) => label));
  return captions.map((track, order) => {
    const { language, kind, isDefault } = track;
    return `#EXT-X-MEDIA:${formatAttributes({
      TYPE: "SUBTITLES",
      "GROUP-ID": quoteString(CAPTIONS_GROUP),
      NAME: quoteString(names[order] ?? track.id),
      LANGUAGE: language === "und" ? undefined : quoteString(language),
      DEFAULT: isDefault ? "YES" : "NO",
      AUTOSELECT: "YES",
      FORCED: kind === "forced" ? "YES" : "NO",
      CHARACTERISTICS: kind === "sdh" ? quoteString(SDH_CHARACTERISTICS) : undefined,
      URI: quoteString(`${captionsFolder(track)}/index.m3u8`),
    })}`;
  });
}

/** Writes the media playlist of a track, whose only segment is one small file of text. */
export function writeCaptionsPlaylist(durationSec: number): string {
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${Math.ceil(durationSec)}`,

    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-MEDIA-SEQUENCE:0",

    `#EXTINF:${durationSec.toFixed(6)},`,
    "hls.vtt",
    "#EXT-X-ENDLIST",
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * Maps the file's start to a media time, for the WebVTT header as HLS requires.
 * @param mediaOffsetSec segment times minus video times.
 */
export function timestampMap(mediaOffsetSec: number): string {
  const ticks = Math.round(mediaOffsetSec * MPEG_HZ) % MPEG_WRAP;
  return `X-TIMESTAMP-MAP=MPEGTS:${ticks},LOCAL:00:00:00.000`;
}
