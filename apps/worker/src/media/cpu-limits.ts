import { DEFAULT_LIMITS } from "@shoal/media";

/** The CPU seconds for the start of a tool, and for costs that the other terms do not cover. */
const BASE_CPU_SEC = 120;
/** The bytes of a file that a tool must read per CPU second. Even a slow machine demuxes 100 MB per second. */
const BYTES_PER_CPU_SEC = 20_000_000;
/** The CPU seconds per second of audio. Even a slow machine needs only a thirtieth of the audio's duration. */
const CPU_SEC_PER_AUDIO_SEC = 0.2;

/**
 * Returns the CPU seconds that a tool may use for a source. The limit depends on the size and the audio, so that a small file that
 * costs much does not occupy a slot for long.
 * @param soundSec total length of the encoded tracks.
 */
export function cpuLimitSecOf({ sizeBytes, soundSec = 0 }: { sizeBytes: number; soundSec?: number }): number {
  const sec = BASE_CPU_SEC + sizeBytes / BYTES_PER_CPU_SEC + soundSec * CPU_SEC_PER_AUDIO_SEC;
  return Math.min(DEFAULT_LIMITS.cpuSec, Math.ceil(sec));
}

/**
 * The CPU seconds for video that viewers wait for: a segment, or an edge of a cut. The first segment of 8K at 60 fps takes a
 * minute.
 */
export const FIRST_PICTURES_CPU_SEC = 300;
