import type { TestMedia } from "../../packages/testkit/src/p2p/test-media.ts";
import { masterPlaylist, mediaPlaylist } from "../../packages/testkit/src/p2p/test-playlists.ts";

/**
 * A film in HLS with all its renditions.
 * @returns files by path, the manifest as `{folder}/master.m3u8`.
 */
export function makeHlsFolder(media: TestMedia, folder: string): Map<string, Uint8Array | string> {
  const files = new Map<string, Uint8Array | string>();
  files.set(`${folder}/master.m3u8`, masterPlaylist(media));
  for (const track of media.tracks) {
    files.set(`${folder}/${track.id}.m3u8`, mediaPlaylist(track, Number.POSITIVE_INFINITY));
    files.set(`${folder}/${track.id}/init.m4s`, track.init);
    for (const [n, { bytes }] of track.segments.entries()) files.set(`${folder}/${track.id}/${n}.m4s`, bytes);
  }
  return files;
}
