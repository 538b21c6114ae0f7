import type { VideoErrorType } from "@shoal/contract";
import type { VideoFault } from "@shoal/contract/stored-data";
import { FfmpegError } from "../ffmpeg/ffmpeg-error.ts";
import { Mp4Error } from "../mp4/boxes.ts";

/** The error of a source that cannot become a video, for which retrying does not help. `detail` is for the owner's support request. */
export class MediaFault extends Error {
  readonly fault: VideoFault;
  constructor(errorType: VideoErrorType, detail: string) {
    super(`${errorType}: ${detail}`);
    this.name = "MediaFault";
    this.fault = { errorType, detail };
  }
}

const isDiskFull = (error: unknown) =>
  error instanceof Error && ["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code ?? "");

/**
 * Finds the permanent error to show to the owner; undefined if a retry may succeed.
 * @example findFault(new FfmpegError({ …, reason: "time_limit" })) // { errorType: "time_limit", … }
 */
export function findFault(error: unknown): VideoFault | undefined {
  if (error instanceof MediaFault) return error.fault;
  if (isDiskFull(error)) return { errorType: "disk_full", detail: "No space left for the encoded video" };
  if (error instanceof Mp4Error) return { errorType: "encoding_failed", detail: error.message };
  if (!(error instanceof FfmpegError)) return undefined;
  if (error.reason === "disk_full")
    return { errorType: "disk_full", detail: "No space left for the encoded video" };
  if (error.reason === "time_limit")
    return { errorType: "time_limit", detail: "Reading the file took too long" };
  if (error.reason === "too_large_picture") return { errorType: "too_large_picture", detail: "More than 8K" };
  if (error.retryable) return undefined;
  return { errorType: "encoding_failed", detail: error.stderrTail.slice(-1_000) };
}
