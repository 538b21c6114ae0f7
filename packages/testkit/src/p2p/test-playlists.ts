import type { TestMedia, TestTrack } from "./test-media.ts";

/** Writes the master playlist. Its URIs are relative, so they inherit the token. */
export function masterPlaylist(media: TestMedia): string {
  const audio = media.tracks.find((track) => track.kind === "audio");
  const rungs = media.tracks.filter((track) => track.kind === "video");
  const lines = rungs.flatMap((track) => {
    const bandwidth = (track.kbps + (audio?.kbps ?? 0)) * 1_000;
    const codecs = [track.codecs, audio?.codecs].filter(Boolean).join(",");
    return [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},CODECS="${codecs}",RESOLUTION=${track.width}x${track.height},AUDIO="a"`,
      `${track.id}.m3u8`,
    ];
  });
  const rendition = `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,URI="a0.m3u8"`;
  return ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS", rendition, ...lines, ""].join("\n");
}

/**
 * Writes a media playlist.
 * @param published the number of published segments. The playlist has the type EVENT, and is extended until all segments are
 * published.
 */
export function mediaPlaylist(track: TestTrack, published: number): string {
  const isEnded = published >= track.segments.length;
  const segments = track.segments
    .slice(0, published)
    .flatMap(({ durationSec }, number) => [
      `#EXTINF:${durationSec.toFixed(6)},`,
      `${track.id}/${number}.m4s`,
    ]);
  const head = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:5", "#EXT-X-MEDIA-SEQUENCE:0"];
  const type = `#EXT-X-PLAYLIST-TYPE:${isEnded ? "VOD" : "EVENT"}`;
  const map = `#EXT-X-MAP:URI="${track.id}/init.m4s"`;
  return [...head, type, map, ...segments, ...(isEnded ? ["#EXT-X-ENDLIST"] : []), ""].join("\n");
}
