/** Maximum for one viewer: 720p at 30 frames a second as browsers encode it for calls. */
const MOST_KBPS = 2_500;
/** Minimum for one viewer: below it a video is unusable, although congestion may reduce it further. */
const LEAST_KBPS = 300;

/** Bandwidth of a typical uplink; a recording takes up to 3 Mbps of it. */
export const BUDGET_KBPS = 8_000;
export const BUDGET_BESIDE_RECORDING_KBPS = 5_000;

/** Returns each viewer's share of a bandwidth. @example shareOf(8_000, 5) // 1600 */
export const shareOf = (budgetKbps: number, viewers: number): number =>
  Math.round(Math.min(MOST_KBPS, Math.max(LEAST_KBPS, budgetKbps / Math.max(1, viewers))));
