/** 720p at 30 a second as browsers encode it for calls. */
const MOST_KBPS = 2_500;
/** Below this a video is unusable; congestion may still go below it. */
const LEAST_KBPS = 300;

/** The bandwidth of a typical uplink; recording takes up to 3 Mbit/s of it. */
export const BUDGET_KBPS = 8_000;
export const BUDGET_BESIDE_RECORDING_KBPS = 5_000;

/** The share of a connection's bandwidth for each of a number of viewers. @example shareOf(8_000, 5) // 1600 */
export const shareOf = (budgetKbps: number, viewers: number): number =>
  Math.round(Math.min(MOST_KBPS, Math.max(LEAST_KBPS, budgetKbps / Math.max(1, viewers))));
