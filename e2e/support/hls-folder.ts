import { readFragment, readSampleDefaults } from "@shoal/media/mp4";
import type { TestMedia, TestTrack } from "@shoal/testkit/test-media";
import { masterPlaylist, mediaPlaylist } from "@shoal/testkit/test-playlists";
import { CLEAR_KEY_TEXT, sealFragment, sealInit } from "./clear-key.ts";

/**
 * Makes an HLS folder of a video with all its renditions.
 * @returns the files by path, with the master playlist at `{folder}/master.m3u8`.
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

const KEY_TAG = `#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="clear-key",KEYFORMAT="org.w3.clearkey",KEYFORMATVERSIONS="1",KEYID=0x${CLEAR_KEY_TEXT.kidHex}`;

/** Makes an HLS folder with only the audio and the smallest rendition, which `CLEAR_KEY` encrypts. */
export function makeSealedHlsFolder(media: TestMedia, folder: string): Map<string, Uint8Array | string> {
  const tracks = media.tracks.filter(({ id }) => id === "v0" || id === "a0");
  const files = makeHlsFolder({ ...media, tracks: tracks.map(sealTrack) }, folder);
  const path = `${folder}/v0.m3u8`;
  return files.set(path, String(files.get(path)).replace("#EXT-X-MAP", `${KEY_TAG}\n#EXT-X-MAP`));
}

function sealTrack(track: TestTrack): TestTrack {
  if (track.kind === "audio") return track;
  const defaults = readSampleDefaults(Buffer.from(track.init));
  const segments = track.segments.map((segment, n) => ({
    ...segment,
    bytes: Uint8Array.from(sealFragment(n, readFragment(segment.bytes, defaults))),
  }));
  return { ...track, init: Uint8Array.from(sealInit(track.init)), segments };
}
