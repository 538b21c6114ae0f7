import type { PlaybackTrack } from "@shoal/contract/edge";
import type { Segment, SegmentIndex } from "@shoal/contract/stored-data";

/** Returns a segment for tests; by default 4 s and 500 kB. */
export function createSegment(number: number, changes: Partial<Segment> = {}): Segment {
  return {
    number,
    startSec: number * 4,
    durationSec: 4,
    object: `videos/u/1/v0/${number}.m4s`,
    offset: 0,
    length: 500_000,
    sha256: "0".repeat(64),
    ...changes,
  };
}

export function createIndex(
  trackId: string,
  segments: Segment[],
  changes: Partial<SegmentIndex> = {},
): SegmentIndex {
  const init = { object: `videos/u/1/${trackId}/init.m4s`, offset: 0, length: 800, sha256: "1".repeat(64) };
  return { trackId, version: 1, codecs: "avc1.64001e", init, isEnded: false, segments, ...changes };
}

export function createPlaybackTrack(id: string, changes: Partial<PlaybackTrack> = {}): PlaybackTrack {
  const isAudio = id.startsWith("a");
  return {
    id,
    kind: isAudio ? "audio" : "video",
    codecs: isAudio ? "mp4a.40.2" : "avc1.64001e",
    width: isAudio ? null : 640,
    height: isAudio ? null : 360,
    fps: isAudio ? null : 30,
    language: isAudio ? "en" : null,
    name: null,
    bandwidthBps: isAudio ? 130_000 : 1_000_000,
    averageBandwidthBps: isAudio ? 128_000 : 800_000,
    indexObject: `videos/u/1/${id}/index-1.json`,
    indexVersion: 1,
    ...changes,
  };
}
