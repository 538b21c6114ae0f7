import { SEGMENT_SEC } from "@shoal/contract";
import type { ListedTrack, Segment, SegmentIndex } from "@shoal/contract/stored-data";
import { CAPTIONS_GROUP, captionLines, type ListedCaptions } from "./captions.ts";
import { formatAttributes, quoteString, uniqueNames } from "./hls-attributes.ts";
import { contiguousSegments } from "./segment-index.ts";

const AUDIO_GROUP = "audio";

/**
 * URIs relative to their playlist. The defaults are the edge's: `v0/index.m3u8`, `init.m4s` (`init-1.m4s` for another init
 * segment), `12.m4s`.
 */
export interface PlaylistUris {
  media(trackId: string): string;
  init(trackId: string, initNumber: number): string;
  segment(trackId: string, number: number): string;
}

/** Returns the name of an init segment relative to its playlist: 0 is the default one. */
export const initUri = (initNumber = 0) => (initNumber === 0 ? "init.m4s" : `init-${initNumber}.m4s`);

/** The playlist `v0/index.m3u8`, whose segments are in the same folder. */
const EDGE_URIS: PlaylistUris = {
  media: (trackId) => `${trackId}/index.m3u8`,
  init: (_, initNumber) => initUri(initNumber),
  segment: (_, number) => `${number}.m4s`,
};

export interface MediaPlaylistOptions {
  /** Whether the whole video is complete; the playlist ends once its own index has ended too. */
  isEnded: boolean;
  /** Lists only segments that start before this time, such as the current end of the audio. */
  untilSec?: number;
  uris?: Partial<PlaylistUris>;
}

/**
 * Writes the multivariant playlist (`master.m3u8`): video tracks by ascending bandwidth, audio tracks as one group, captions as another.
 * Pass only tracks with a segment: players fail on an empty playlist.
 */
export function writeMultivariantPlaylist(
  tracks: readonly ListedTrack[],
  captions: readonly ListedCaptions[] = [],
): string {
  const { media } = EDGE_URIS;
  const audio = tracks.filter((track) => track.kind === "audio");
  const video = tracks
    .filter((track) => track.kind === "video")
    .toSorted((a, b) => a.bandwidthBps - b.bandwidthBps);
  const names = uniqueNames(audio.map(nameOf));
  return joinLines([
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    ...audio.map((track, order) => audioLine(track, names[order] ?? track.id, order === 0, media(track.id))),
    ...captionLines(captions),
    ...video.flatMap((track) => [streamLine(track, audio, captions.length > 0), media(track.id)]),
  ]);
}

/**
 * Writes the playlist of one track: EVENT while it is being extended, VOD with ENDLIST once it has ended. Lists segments from number 0 up
 * to the first gap.
 */
export function writeMediaPlaylist(index: SegmentIndex, options: MediaPlaylistOptions): string {
  const { init, segment } = { ...EDGE_URIS, ...options.uris };
  const { untilSec = Number.POSITIVE_INFINITY } = options;
  const all = contiguousSegments(index);
  const listed = all.filter(({ startSec }) => startSec < untilSec);
  const isEnded = options.isEnded && index.isEnded && listed.length === index.segments.length;
  return joinLines([
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${targetDurationSec(index)}`,
    `#EXT-X-PLAYLIST-TYPE:${isEnded ? "VOD" : "EVENT"}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    // Players start an unfinished playlist near its end, as they do for a live. The offset is not 0, because Shaka treats 0 as
    // unset.
    ...(isEnded ? [] : ["#EXT-X-START:TIME-OFFSET=0.001"]),
    ...mapLine(init(index.trackId, listed[0]?.initNumber ?? 0)),
    ...listed.flatMap((each, order) => [
      ...seamLines(each, listed[order - 1], (initNumber) => init(index.trackId, initNumber)),
      `#EXTINF:${formatDecimals(each.durationSec, 6)},`,
      segment(index.trackId, each.number),
    ]),
    ...(isEnded ? ["#EXT-X-ENDLIST"] : []),
  ]);
}

const mapLine = (uri: string) => [`#EXT-X-MAP:URI=${quoteString(uri)}`];

/** Writes the tags before a segment that does not continue the previous one. */
function seamLines(
  here: Segment,
  before: Segment | undefined,
  init: (initNumber: number) => string,
): string[] {
  if (!before) return [];
  const { initNumber = 0 } = here;
  const isOther = initNumber !== (before.initNumber ?? 0);
  return [...(here.isSeam ? ["#EXT-X-DISCONTINUITY"] : []), ...(isOther ? mapLine(init(initNumber)) : [])];
}

/** Returns the target duration. It must stay constant while segments are added to the playlist, so the plan's bound is used too. */
function targetDurationSec(index: SegmentIndex): number {
  const longestSec = Math.max(0, ...index.segments.map(({ durationSec }) => Math.round(durationSec)));
  return Math.max(index.targetDurationSec ?? SEGMENT_SEC, longestSec);
}

function audioLine(track: ListedTrack, name: string, isDefault: boolean, uri: string): string {
  return `#EXT-X-MEDIA:${formatAttributes({
    TYPE: "AUDIO",
    "GROUP-ID": quoteString(AUDIO_GROUP),
    NAME: quoteString(name),
    LANGUAGE: hasLanguage(track) ? quoteString(track.language) : undefined,
    DEFAULT: isDefault ? "YES" : "NO",
    AUTOSELECT: "YES",
    CHANNELS: quoteString(`${track.channels ?? 2}`),
    URI: quoteString(uri),
  })}`;
}

function streamLine(track: ListedTrack, audio: readonly ListedTrack[], hasCaptions: boolean): string {
  const loudest = (bps: (track: ListedTrack) => number) => Math.max(0, ...audio.map(bps));
  const codecs = [...new Set([track, ...audio].map((each) => each.codecs))].join(",");
  return `#EXT-X-STREAM-INF:${formatAttributes({
    BANDWIDTH: `${track.bandwidthBps + loudest((each) => each.bandwidthBps)}`,
    "AVERAGE-BANDWIDTH": `${track.averageBandwidthBps + loudest((each) => each.averageBandwidthBps)}`,
    CODECS: quoteString(codecs),
    RESOLUTION: track.width && track.height ? `${track.width}x${track.height}` : undefined,
    "FRAME-RATE": track.fps ? track.fps.toFixed(3) : undefined,
    AUDIO: audio.length > 0 ? quoteString(AUDIO_GROUP) : undefined,
    SUBTITLES: hasCaptions ? quoteString(CAPTIONS_GROUP) : undefined,
  })}`;
}

/** Returns the name of a track in the menus of players. */
const nameOf = (track: ListedTrack): string =>
  track.name || (hasLanguage(track) ? track.language : "") || "Sound";

function hasLanguage(track: ListedTrack): track is ListedTrack & { language: string } {
  return Boolean(track.language) && track.language !== "und";
}

const formatDecimals = (value: number, digits: number) => value.toFixed(digits);
const joinLines = (parts: readonly string[]) => `${parts.join("\n")}\n`;
