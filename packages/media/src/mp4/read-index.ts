import { open } from "node:fs/promises";
import { Mp4Error } from "./boxes.ts";
import { locateMoov, type ReadRange, type SourceBytes } from "./locate-moov.ts";
import { type Mp4Track, readTracks } from "./read-tracks.ts";

/** Reads the tracks of a complete or faststart MP4. @throws Mp4Error when it has no readable index. */
export async function readMp4Index(source: SourceBytes): Promise<Mp4Track[]> {
  const place = await locateMoov(source);
  if (place.kind !== "found") throw new Mp4Error("No moov box");
  const bytes = Buffer.from(await source.read(place.offset, place.size));
  return readTracks(bytes.subarray(bytes.readUInt32BE(0) === 1 ? 16 : 8), source.sizeBytes);
}

export interface Mp4File extends AsyncDisposable {
  tracks: Mp4Track[];
  read: ReadRange;
}

/** Opens a local MP4 that ffmpeg has finished. @throws Mp4Error */
export async function openMp4File(path: string): Promise<Mp4File> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const read: ReadRange = async (offset, length) => {
      const bytes = Buffer.allocUnsafe(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      return bytes.subarray(0, bytesRead);
    };
    const tracks = await readMp4Index({ sizeBytes: size, availableBytes: size, read });
    return { tracks, read, [Symbol.asyncDispose]: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}
