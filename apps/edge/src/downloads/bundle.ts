import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { ByteRange } from "@shoal/contract/stored-data";
import { contiguousSegments, type DashTrack, initUri, writeDashManifest } from "@shoal/media";
import { makeZip, predictLength } from "client-zip";
import type { CheckedMedia } from "../media/checked-media.ts";

/** An archive of a manifest and all files that the manifest references. Once unpacked, the video plays from its folder. */
export interface VideoBundle {
  sizeBytes: bigint;
  open(): Readable;
}

/** Packs a video as an uncompressed ZIP, which is read from the store while it is sent. */
export function bundleOf(
  descriptor: PlaybackDescriptor,
  tracks: readonly DashTrack[],
  media: CheckedMedia,
): VideoBundle {
  const { durationSec, createdAt } = descriptor;
  const manifest = Buffer.from(writeDashManifest(tracks, { isEnded: true, durationSec }));
  const files = tracks.flatMap(filesOfTrack);
  const lastModified = new Date(createdAt);
  async function* entries() {
    yield { name: "manifest.mpd", input: manifest, lastModified };
    for (const { name, range } of files) yield { name, input: media.stream(range), lastModified };
  }
  const sizes = files.map(({ name, range }) => ({ name, size: range.length }));
  return {
    sizeBytes: predictLength([{ name: "manifest.mpd", size: manifest.length }, ...sizes]),
    open: () => Readable.fromWeb(makeZip(entries()) as ReadableStream),
  };
}

/** The files of a track, named as the manifest does. */
function filesOfTrack({ track, index }: DashTrack): { name: string; range: ByteRange }[] {
  const inits = [index.init, ...(index.moreInits ?? [])];
  return [
    ...inits.map((range, number) => ({ name: `${track.id}/${initUri(number)}`, range })),
    ...contiguousSegments(index).map((range) => ({ name: `${track.id}/${range.number}.m4s`, range })),
  ];
}
