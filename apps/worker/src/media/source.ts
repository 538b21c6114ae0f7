import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { JobPayload } from "@shoal/contract/jobs";
import {
  type IndexRunOptions,
  MediaFault,
  type Mp4Track,
  readIndexSandboxed,
  type SourceBytes,
} from "@shoal/media";
import type { MediaStore } from "@shoal/store";
import type { JobDeps } from "../jobs/job.ts";
import { MAX_SOCKET_PATH_BYTES, serveRanges } from "./range-server.ts";

type StoredSource = JobPayload<"open-video">["source"];

/** Returns a reader of a source in the store. It never reads beyond the bytes that have arrived. */
export function openSourceBytes(
  store: MediaStore,
  { object, sizeBytes, availableBytes }: StoredSource,
): SourceBytes {
  return {
    sizeBytes,
    availableBytes,
    read: (offset, length) =>
      store.read(object, { offset, length: Math.max(0, Math.min(length, availableBytes - offset)) }),
  };
}

/**
 * Requires that the bytes of a source up to a position have arrived.
 * @throws Error if fewer have.
 */
export function requireBytes({ availableBytes }: StoredSource, neededBytes: number): void {
  if (availableBytes < neededBytes)
    throw new Error(`${neededBytes} bytes are needed, ${availableBytes} are there`);
}

/** Runs tools on a source. They read it as a file, or by ranges if they may need only a part of a large source. */
export async function withSource<T>(
  deps: JobDeps,
  { object, availableBytes }: StoredSource,
  work: (run: IndexRunOptions) => Promise<T>,
): Promise<T> {
  const { sandbox, signal, store, workFolder } = deps;
  const run = { sandbox, signal, outputFolder: workFolder };
  const socketPath = join(workFolder, `source-${randomUUID().slice(0, 8)}.sock`);
  // Without bubblewrap, the program could also reach the machine's network. It therefore gets a file instead of an address.
  const isServed = sandbox.mode === "bwrap" && Buffer.byteLength(socketPath) <= MAX_SOCKET_PATH_BYTES;
  const seekable = isServed ? await store.openSeekable(object, { sizeBytes: availableBytes }) : undefined;
  if (!seekable) {
    const inputPath = await store.localFile(object, { folder: workFolder, sizeBytes: availableBytes });
    return work({ ...run, inputPath });
  }
  const server = await serveRanges(seekable, socketPath);
  try {
    const made = await work({ ...run, inputPath: socketPath, served: { sizeBytes: availableBytes } });
    if (server.fault !== undefined) throw server.fault;
    return made;
  } catch (error) {
    // If the store failed, the tool's error about a truncated file says nothing about the file.
    throw signal.aborted ? error : (server.fault ?? error);
  } finally {
    await server.close();
  }
}

/**
 * Reads the sample tables of a source whose samples will be copied.
 * @throws MediaFault if the track does not exist.
 */
export async function readSourceTracks(
  source: StoredSource,
  deps: JobDeps,
): Promise<(streamIndex: number) => Mp4Track> {
  const bytes = openSourceBytes(deps.store, source);
  return tracksOf(await withSource(deps, source, (run) => readIndexSandboxed(bytes, run)));
}

/** Returns a function that finds the track of a stream. The function throws MediaFault if there is none. */
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
