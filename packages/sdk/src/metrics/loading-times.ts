import type { LoadedSegment } from "@shoal/p2p";

/** The times of a load, by `performance.now()`. */
export interface LoadingTimes {
  start: number;
  first: number;
  end: number;
}

/**
 * Returns times from which a player can estimate bandwidth. Waiting for peers does not count as loading, and a peer's uplink never
 * lowers the estimate, since it reveals nothing about the server.
 * @param bandwidthBps the player's estimate, or 0 until it has one.
 */
export function loadingTimes(loaded: LoadedSegment, bandwidthBps: number): LoadingTimes {
  const { startedAtMs, firstByteAtMs, endedAtMs, data, bytesServer, bytesPeer } = loaded;
  const end = Math.max(endedAtMs, startedAtMs);
  if (bytesServer > 0 && bytesPeer === 0) return { start: startedAtMs, first: firstByteAtMs, end };
  const expectedMs = bandwidthBps > 0 ? (data.byteLength * 8_000) / bandwidthBps : 0;
  const start = end - Math.max(1, Math.min(expectedMs, end - startedAtMs));
  return { start, first: start, end };
}
