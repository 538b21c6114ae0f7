import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Segment, TrackOutput } from "@shoal/contract/stored-data";
import type { PackagedTrack } from "@shoal/media";
import type { JobDeps } from "../jobs/job.ts";
import { type ObjectIdentity, objectNameOf, sha256Of } from "./object-names.ts";

export interface StoreOptions extends ObjectIdentity {
  targetDurationSec: number;
}

/** Writes the segments of a track as one object, and its init segment as another one. */
export async function storeTrack(
  track: PackagedTrack,
  options: StoreOptions,
  { store, workFolder }: Pick<JobDeps, "store" | "workFolder">,
): Promise<TrackOutput> {
  const name = objectNameOf(options);
  const object = `${name}.m4s`;
  const segments: Segment[] = [];
  const localPath = join(workFolder, `${options.trackId}.m4s`);
  await pipeline(Readable.from(writeSegments(track, object, segments)), createWriteStream(localPath));
  await store.putFile(object, localPath);
  const initHash = sha256Of(track.init);
  const initObject = objectNameOf({ ...options, ingredients: initHash });
  await store.put(`${initObject}-init.mp4`, track.init);
  return {
    trackId: options.trackId,
    codecs: track.codecs,
    init: { object: `${initObject}-init.mp4`, offset: 0, length: track.init.length, sha256: initHash },
    segments,
    targetDurationSec: options.targetDurationSec,
  };
}

/** Yields the bytes of the object, segment by segment, and adds each segment's position to `segments`. */
async function* writeSegments(
  track: PackagedTrack,
  object: string,
  segments: Segment[],
): AsyncGenerator<Buffer> {
  let offset = 0;
  for await (const { number, startSec, durationSec, bytes } of track.segments) {
    const { length } = bytes;
    segments.push({ number, startSec, durationSec, object, offset, length, sha256: sha256Of(bytes) });
    offset += length;
    yield bytes;
  }
}
