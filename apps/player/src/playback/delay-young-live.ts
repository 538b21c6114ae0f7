import Hls, { type LevelDetails } from "hls.js";

/** The fields of a live's playlist that show how much of the live it holds. */
export type LiveDuration = Pick<LevelDetails, "live" | "totalduration">;

/**
 * Returns the seconds until a live has run for as long as its latency; 0 if it already has, or if it has ended. After that time,
 * its playlist covers more than the latency.
 */
const remainingDelaySec = ({ live, totalduration }: LiveDuration, latencySec: number): number =>
  live ? Math.max(0, latencySec - totalduration) : 0;

export interface YoungLiveOptions {
  hls: Hls;
  latencySec: number;
  /** Called while the live is too young, before any media is loaded. */
  onWaiting(): void;
  /** Called once the live is old enough. */
  onRecovered(): void;
}

/**
 * Delays playback of a live that is younger than the target latency. Otherwise the player would start immediately with segments
 * that arrive just in time, so that it could share nothing with peers and would stall at each segment. Call this right after
 * `startLoad`.
 * @returns a function that ends the delay, whether or not the live is old enough.
 */
export function delayYoungLive({ hls, latencySec, onWaiting, onRecovered }: YoungLiveOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const decide = (_event: string, { details }: { details: LiveDuration }) => {
    const sec = remainingDelaySec(details, latencySec);
    if (sec === 0) {
      hls.resumeBuffering();
      return;
    }
    onWaiting();
    timer = setTimeout(() => {
      hls.resumeBuffering();
      onRecovered();
    }, sec * 1_000);
  };
  hls.pauseBuffering();
  hls.once(Hls.Events.LEVEL_LOADED, decide);
  return () => {
    clearTimeout(timer);
    hls.off(Hls.Events.LEVEL_LOADED, decide);
    hls.resumeBuffering();
  };
}
