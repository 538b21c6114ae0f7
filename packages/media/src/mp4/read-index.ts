import { open } from "node:fs/promises";
import { Mp4Error, withShortBoxCheck } from "./boxes.ts";
import { locateMoov, type ReadRange, type SourceBytes } from "./locate-moov.ts";
import { type Mp4Track, readTracks } from "./read-tracks.ts";

/** The maximum size of an index. 52 million samples with a size and an offset each take 420 MB, so a larger index is an attack. */
export const MAX_MOOV_BYTES = 500_000_000;

/** Reads the tracks of a whole `moov` box. @throws Mp4Error if its tables are missing or contradict themselves. */
export const readMoov = (bytes: Buffer, fileBytes: number): Mp4Track[] =>
  withShortBoxCheck(() => readTracks(bytes.subarray(bytes.readUInt32BE(0) === 1 ? 16 : 8), fileBytes));

/** Finds the index of a complete or faststart MP4. @throws Mp4Error if there is no readable index. */
export async function getMoovPosition(source: SourceBytes): Promise<{ offset: number; size: number }> {
  const place = await locateMoov(source);
  if (place.kind !== "found") throw new Mp4Error("No moov box");
  if (place.size > MAX_MOOV_BYTES) throw new Mp4Error("The index is too large");
  return place;
}

export interface Mp4File extends AsyncDisposable {
  tracks: Mp4Track[];
  read: ReadRange;
}

/**
 * Opens a local MP4 that ffmpeg has finished. The index of an untrusted file is read in a separate process instead.
 * @throws Mp4Error
 */
export async function openMp4File(path: string): Promise<Mp4File> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const read: ReadRange = async (offset, length) => {
      const bytes = Buffer.allocUnsafe(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      return bytes.subarray(0, bytesRead);
    };
    const place = await getMoovPosition({ sizeBytes: size, availableBytes: size, read });
    const tracks = readMoov(Buffer.from(await read(place.offset, place.size)), size);
    return { tracks, read, [Symbol.asyncDispose]: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}
