/** A timeout that only a hang reaches, even on a busy machine. */
export const WAIT_MS = 60_000;
