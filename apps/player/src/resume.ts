import type { PositionMemory } from "./memory/position-memory.ts";

/** A page that is closed without a word loses no more. */
const KEEP_EVERY_MS = 5_000;

/**
 * Remembers where the viewer is while he watches, and forgets it at the end.
 * @param isKept false for a live, which passes.
 */
export function followPosition(
  video: HTMLVideoElement,
  positions: PositionMemory,
  isKept: () => boolean,
): void {
  let keptAtMs = performance.now();
  const keep = () => {
    if (!isKept()) return;
    // Before the first frame, and between two sources, the element stands at 0.
    if (video.readyState === HTMLMediaElement.HAVE_NOTHING || video.ended || video.currentTime === 0) return;
    keptAtMs = performance.now();
    positions.keep(video.currentTime, video.duration);
  };
  video.addEventListener("timeupdate", () => {
    if (!video.paused && performance.now() - keptAtMs >= KEEP_EVERY_MS) keep();
  });
  video.addEventListener("pause", keep);
  video.addEventListener("ended", () => positions.forget());
  window.addEventListener("pagehide", keep);
}
