import { DEFAULT_LIMITS } from "@shoal/media";

/** To begin, and for what the rest does not tell. */
const BASE_SEC = 120;
/** For a file that is read through; a slow machine splits 100 MB a second. */
const BYTES_A_SEC = 20_000_000;
/** For audio that is encoded; a slow machine takes a thirtieth. */
const SEC_A_SOUND_SEC = 0.2;

/**
 * Seconds of CPU that a tool may take for a source, by what its work grows with: a small file that costs much holds no place for long.
 * @param soundSec of all tracks together that are encoded.
 */
export function cpuLimitSec({ sizeBytes, soundSec = 0 }: { sizeBytes: number; soundSec?: number }): number {
  const sec = BASE_SEC + sizeBytes / BYTES_A_SEC + soundSec * SEC_A_SOUND_SEC;
  return Math.min(DEFAULT_LIMITS.cpuSec, Math.ceil(sec));
}

/**
 * Seconds of CPU for the pictures of a segment, or of an edge of a cut, where viewers wait: the first segment of 8K at 60 pictures a
 * second takes a minute of it.
 */
export const FIRST_PICTURES_CPU_SEC = 300;
