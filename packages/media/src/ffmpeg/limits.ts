/** Containers that people upload; text playlists, pictures, archives and network formats are not among them. */
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

/** 8K with room for DCI and rounding: 8192 × 4352. Larger pictures cost gigabytes a frame. */
export const MAX_PIXELS = 35_651_584;
/** A camera's file has a dozen streams at most. */
export const MAX_STREAMS = 64;

export interface RunLimits {
  /** Seconds of CPU time; the kernel ends the process beyond. */
  cpuSec: number;
  /** Seconds on the wall. */
  wallSec: number;
  /** Bytes of address space. */
  memoryBytes: number;
  /** Bytes of the largest file that it may write. */
  fileBytes: number;
  /** Its niceness, 0 to 19. */
  niceness: number;
}

/** ffmpeg maps 1.3 GB before it does anything; 8K decoding and four encoders stay under 6 GB. */
export const DEFAULT_LIMITS: Omit<RunLimits, "fileBytes"> = {
  cpuSec: 3_600,
  wallSec: 7_200,
  memoryBytes: 8_589_934_592,
  niceness: 10,
};

/** For an encoder of a live: it runs as long as the live, writes only to pipes, and has priority over work that can wait. */
export const LIVE_LIMITS: Omit<RunLimits, "wallSec"> = {
  cpuSec: Infinity,
  memoryBytes: DEFAULT_LIMITS.memoryBytes,
  fileBytes: 1_000_000,
  niceness: 0,
};

/** A copy in another container is little longer; a minute of 8K at 200 Mbit/s takes 1.5 GB. */
export const fileLimitOf = (inputBytes: number): number => 10_000_000_000 + 2 * inputBytes;

export const BOUNDS = ["-max_streams", `${MAX_STREAMS}`, "-max_pixels", `${MAX_PIXELS}`] as const;

/** The arguments that make a run safe: placed before every `-i`. */
export const SAFE_INPUT_ARGS = [
  "-protocol_whitelist",
  "file",
  "-format_whitelist",
  CONTAINER_FORMATS.join(","),
  ...BOUNDS,
] as const;

/**
 * The same for what is read by ranges, in a sandbox whose network has nothing but the relay of this input. A time without an
 * answer is the worker's to bound, who knows how patient the store is.
 */
export const SAFE_SERVED_ARGS = ["-protocol_whitelist", "http,tcp", ...SAFE_INPUT_ARGS.slice(2)] as const;

/** Demuxers of what is sent to us as it is made: encoders publish FLV, or MPEG-TS by SRT; browsers record WebM. */
const LIVE_FORMATS = { flv: "flv", mpegts: "mpegts", webm: "matroska,webm" } as const;
export type LiveFormat = keyof typeof LIVE_FORMATS;

/** The same for input from a pipe. */
export const safeLiveArgs = (format: LiveFormat): string[] => [
  "-protocol_whitelist",
  "pipe",
  "-format_whitelist",
  LIVE_FORMATS[format],
  ...BOUNDS,
];
