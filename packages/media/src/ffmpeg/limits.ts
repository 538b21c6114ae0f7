/** The accepted containers. Text playlists, pictures, archives and network formats are excluded. */
const CONTAINER_FORMATS = [
  "mov",
  "mp4",
  "matroska",
  "webm",
  "avi",
  "mpegts",
  "mpeg",
  "mxf",
  "flv",
  "live_flv",
  "asf",
  "ogg",
  "dv",
  "gxf",
] as const;

/** The maximum frame size: 8K with room for DCI and rounding, 8192 × 4352. Larger frames need gigabytes each. */
export const MAX_PIXELS = 35_651_584;
/** The maximum number of streams. Camera files have at most a dozen. */
export const MAX_STREAMS = 64;

export interface RunLimits {
  /** The CPU time, in seconds, after which the kernel ends the process. */
  cpuSec: number;
  /** The elapsed time, in seconds, after which the process is killed. */
  wallSec: number;
  /** The size of the address space, in bytes. */
  memoryBytes: number;
  /** The maximum size of each file that the process writes. */
  fileBytes: number;
  /** The niceness of the program, 0 to 19. */
  niceness: number;
}

/** The default limits. ffmpeg maps 1.3 GB when it starts, and 8K decoding with four encoders stays below 6 GB. */
export const DEFAULT_LIMITS: Omit<RunLimits, "fileBytes"> = {
  cpuSec: 3_600,
  wallSec: 7_200,
  memoryBytes: 8_589_934_592,
  niceness: 10,
};

/** The limits for an encoder of a live. It runs as long as the live, writes only to pipes, and has priority over work that can wait. */
export const LIVE_LIMITS: Omit<RunLimits, "wallSec"> = {
  cpuSec: Infinity,
  memoryBytes: DEFAULT_LIMITS.memoryBytes,
  fileBytes: 1_000_000,
  niceness: 0,
};

/** Returns the size limit for a file. A copy in another container is hardly larger, and a minute of 8K at 200 Mbps takes 1.5 GB. */
export const fileLimitOf = (inputBytes: number): number => 10_000_000_000 + 2 * inputBytes;

export const INPUT_BOUND_ARGS = ["-max_streams", `${MAX_STREAMS}`, "-max_pixels", `${MAX_PIXELS}`] as const;

/** The options that make a run safe; placed before every `-i`. */
export const SAFE_INPUT_ARGS = [
  "-protocol_whitelist",
  "file",
  "-format_whitelist",
  CONTAINER_FORMATS.join(","),
  ...INPUT_BOUND_ARGS,
] as const;

/**
 * The safe options for input that is read by ranges, in a sandbox whose network has only the relay of this input. The worker limits
 * the time without a response, because it knows how long the store retries a request.
 */
export const SAFE_SERVED_ARGS = ["-protocol_whitelist", "http,tcp", ...SAFE_INPUT_ARGS.slice(2)] as const;

/** The demuxers for live input. Encoders publish FLV, or MPEG-TS by SRT, and browsers record WebM. */
const LIVE_FORMATS = { flv: "flv", mpegts: "mpegts", webm: "matroska,webm" } as const;
export type LiveFormat = keyof typeof LIVE_FORMATS;

/** Returns ffmpeg's arguments for untrusted input from a pipe. */
export const safeLiveArgs = (format: LiveFormat): string[] => [
  "-protocol_whitelist",
  "pipe",
  "-format_whitelist",
  LIVE_FORMATS[format],
  ...INPUT_BOUND_ARGS,
];
