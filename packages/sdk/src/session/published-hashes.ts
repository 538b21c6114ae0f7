import type { SegmentHashes } from "@shoal/contract/player";
import { INIT_NUMBER, parseSegmentId, type SegmentId } from "@shoal/p2p";
import { responseTimeout } from "../response-timeout.ts";

/**
 * The minimum interval between reads. A video that is being encoded publishes a segment every few seconds, while the segments of a live are
 * soon requested by peers.
 */
const REFRESH_MIN_MS = { video: 2_000, live: 250 };

export interface PublishedHashes {
  find(segment: SegmentId): string | undefined;
  refresh(): Promise<void>;
}

/** Returns the hashes at a URL, which are read when a hash is missing. A failed read counts as if nothing were published. */
export function readPublishedHashes(url: () => string, kind: "video" | "live" = "video"): PublishedHashes {
  let tracks: Record<string, SegmentHashes> = {};
  let reading: Promise<void> | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;

  async function read(): Promise<void> {
    try {
      const response = await fetch(url(), {
        signal: responseTimeout(),
        cache: kind === "live" ? "no-cache" : "default",
      });
      if (response.ok) tracks = (await response.json()) as Record<string, SegmentHashes>;
    } catch {
      // While the edge is unreachable, segments come from the server unverified, and are not offered.
    }
  }
  return {
    find(segment) {
      const parts = parseSegmentId(segment);
      const track = parts && tracks[parts.trackId];
      if (!track || parts.part !== null) return undefined;
      if (parts.number === INIT_NUMBER) return track.init || undefined;
      return track.segments[parts.number - (track.from ?? 0)] ?? undefined;
    },
    refresh() {
      if (reading) return reading;
      if (performance.now() - readAtMs < REFRESH_MIN_MS[kind]) return Promise.resolve();
      readAtMs = performance.now();
      reading = read().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}
