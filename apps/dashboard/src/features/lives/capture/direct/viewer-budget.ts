/** Maximum for one viewer: 720p at 30 frames a second as browsers encode it for calls. */
const MAX_VIEWER_KBPS = 2_500;
/** Minimum for one viewer: below it a video is unusable, although congestion may reduce it further. */
const MIN_VIEWER_KBPS = 300;

/** Bandwidth of a typical uplink; a recording takes up to 3 Mbps of it. */
export const UPLINK_KBPS = 8_000;
export const UPLINK_KBPS_WHILE_RECORDING = 5_000;

/** Returns each viewer's share of a bandwidth. @example viewerShareOf(8_000, 5) // 1600 */
export const viewerShareOf = (budgetKbps: number, viewers: number): number =>
  Math.round(Math.min(MAX_VIEWER_KBPS, Math.max(MIN_VIEWER_KBPS, budgetKbps / Math.max(1, viewers))));
