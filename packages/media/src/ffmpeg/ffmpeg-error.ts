export interface FfmpegErrorDetails {
  argv: readonly string[];
  exitCode: number | null;
  /** The end of the tool's error messages, without progress and banners. */
  stderrTail: string;
  /** Whether a retry may succeed, because the tool was stopped from outside or ran out of a resource. */
  retryable: boolean;
  reason?: "time_limit" | "disk_full" | "aborted" | "too_large_picture";
}

/** The error of a failed run of ffmpeg or ffprobe. */
export class FfmpegError extends Error {
  readonly argv: readonly string[];
  readonly exitCode: number | null;
  readonly stderrTail: string;
  readonly retryable: boolean;
  readonly reason: FfmpegErrorDetails["reason"];
  constructor(details: FfmpegErrorDetails) {
    super(`${details.argv[0]} ${details.reason ?? `ended with ${details.exitCode}`}: ${details.stderrTail}`);
    this.name = "FfmpegError";
    this.argv = details.argv;
    this.exitCode = details.exitCode;
    this.stderrTail = details.stderrTail;
    this.retryable = details.retryable;
    this.reason = details.reason;
  }
}
