import type { JobPayload } from "@shoal/contract/jobs";
import {
  type IndexRunOptions,
  MediaFault,
  type Mp4Track,
  readIndexApart,
  type SourceBytes,
} from "@shoal/media";
import type { MediaStore } from "@shoal/store";
import type { JobDeps } from "../jobs/job.ts";

type Source = JobPayload<"open-video">["source"];

/** Bytes of a source in the store; never reads beyond what has arrived. */
export function sourceBytes(store: MediaStore, { object, sizeBytes, availableBytes }: Source): SourceBytes {
  return {
    sizeBytes,
    availableBytes,
    read: (offset, length) =>
      store.read(object, { offset, length: Math.max(0, Math.min(length, availableBytes - offset)) }),
  };
}

/** @throws Error when less of a source is there. */
export function requireBytes({ availableBytes }: Source, neededBytes: number): void {
  if (availableBytes < neededBytes)
    throw new Error(`${neededBytes} bytes are needed, ${availableBytes} are there`);
}

/** How tools are run on a source. */
export async function runOptions(
  deps: JobDeps,
  { object, availableBytes }: Source,
): Promise<IndexRunOptions> {
  return {
    sandbox: deps.sandbox,
    inputPath: await deps.store.localFile(object, { folder: deps.workFolder, sizeBytes: availableBytes }),
    outputFolder: deps.workFolder,
    signal: deps.signal,
  };
}

/** The sample tables of a source whose samples are copied. @throws MediaFault if the track does not exist. */
export async function sourceTracks(
  source: Source,
  deps: JobDeps,
): Promise<(streamIndex: number) => Mp4Track> {
  return tracksOf(await readIndexApart(sourceBytes(deps.store, source), await runOptions(deps, source)));
}

/** A track by its stream. @throws MediaFault when it is not there. */
export function tracksOf(tracks: readonly Mp4Track[]): (streamIndex: number) => Mp4Track {
  return (streamIndex) => {
    const track = tracks.find((each) => each.streamIndex === streamIndex);
    if (!track)
      throw new MediaFault(
        "encoding_failed",
        `The source has no stream ${streamIndex}: the plan is of another file`,
      );
    return track;
  };
}
