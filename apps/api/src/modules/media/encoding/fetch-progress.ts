import { UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import type { FetchedBytes } from "@shoal/contract/jobs";
import { chunkCountOf, type VideoRow } from "../videos/index.ts";

/** How far the fetching of a file got. */
export interface FetchProgress {
  bytes: FetchedBytes;
  percent: number;
  etaSec: number | null;
}

/** The file's columns for what has arrived; the last chunk is left to the end of the fetch, which alone is certain. */
export function chunksOf(video: VideoRow, { available, total }: FetchedBytes) {
  const chunkCount = total === null ? null : chunkCountOf(total);
  const arrived = Math.floor(available / UPLOAD_CHUNK_BYTES);
  return {
    size_bytes: total,
    chunk_count: chunkCount,
    contiguous_chunks: Math.max(
      video.contiguous_chunks,
      Math.min(arrived, (chunkCount ?? Number.POSITIVE_INFINITY) - 1),
    ),
  };
}
