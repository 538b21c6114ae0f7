/** A time limit that only a hang reaches, even on a busy machine. */
export const HANG_TIMEOUT_MS = 60_000;
