import type { PlayLive } from "@shoal/contract/player";
import type { HlsConfig } from "hls.js";

/** The catch-up rate. With it, hls.js is 1.4 s behind after a stall, instead of 4.2 s. */
const CATCH_UP_RATE = 1.5;
/**
 * The buffer of a live before playback starts, which is usually a complete segment. With half a segment, the second segment is
 * needed before peers are connected, and every viewer loads it from the server (simulated, 8 viewers, 8 s behind: offload 0.842
 * instead of 0.857).
 */
const JOIN_BUFFER_SEC = 2;

/**
 * Returns the position within this segment at which to join a live near `atSec`, in seconds of the player's timeline.
 * @example joinInside({ startSec: 4, endSec: 10 }, 9); // 8
 */
export function joinInside(
  { startSec, endSec }: { startSec: number; endSec: number },
  atSec: number,
): number {
  return Math.max(startSec, Math.min(atSec, endSec - JOIN_BUFFER_SEC));
}

/**
 * Configures hls.js for a live. The viewer plays either at the live edge, part by part, or so far behind that complete segments
 * come from peers.
 */
export function liveHlsConfig({ latencySec }: PlayLive): Partial<HlsConfig> {
  const shared = { startPosition: -1, maxLiveSyncPlaybackRate: CATCH_UP_RATE };
  if (latencySec === null) return { ...shared, lowLatencyMode: true };
  return {
    ...shared,
    lowLatencyMode: false,
    liveSyncDuration: latencySec,
    // A player this far behind seeks to the live position.
    liveMaxLatencyDuration: latencySec * 2,
  };
}
