/** The maximum bit rate for one viewer, in kbps, as browsers encode 720p at 30 frames per second for calls. */
const MAX_VIEWER_KBPS = 2_500;
/** The minimum bit rate for one viewer, in kbps. A video with less is unusable, although congestion may reduce the rate further. */
const MIN_VIEWER_KBPS = 300;

/** The bandwidth of a typical uplink, in kbps, of which a recording takes up to 3 Mbps. */
export const UPLINK_KBPS = 8_000;
export const UPLINK_KBPS_WHILE_RECORDING = 5_000;

/** Returns each viewer's share of a bandwidth. @example viewerShareOf(8_000, 5) // 1600 */
export const viewerShareOf = (budgetKbps: number, viewers: number): number =>
  Math.round(Math.min(MAX_VIEWER_KBPS, Math.max(MIN_VIEWER_KBPS, budgetKbps / Math.max(1, viewers))));
