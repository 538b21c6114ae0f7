/** Where a live is, at the ingest that takes it. */
export const LIVE_STATES = ["idle", "connecting", "live", "lost", "ended"] as const;
export type LiveState = (typeof LIVE_STATES)[number];

/**
 * - `idle`: nobody has published yet.
 * - `connecting`: a publisher is there; nothing can be watched yet.
 * - `lost`: there was something to watch, and nothing comes any more; who returns goes on with it.
 */
const MOVES: Readonly<Record<LiveState, readonly LiveState[]>> = {
  idle: ["connecting", "ended"],
  connecting: ["live", "ended"],
  live: ["lost", "ended"],
  lost: ["live", "ended"],
  ended: [],
};

/** @example canMoveLive("live", "lost") // true */
export const canMoveLive = (from: LiveState, to: LiveState): boolean => MOVES[from].includes(to);
