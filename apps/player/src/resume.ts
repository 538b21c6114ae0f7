import type { PlaySession } from "@shoal/contract/player";
import type { PositionMemory } from "./memory/position-memory.ts";
import type { PlayerOptions } from "./options.ts";

/** Interval at which the position is stored, which is the most that a page can lose when it closes without notice. */
const SAVE_INTERVAL_MS = 5_000;

/**
 * Stores the viewer's position during playback, and deletes it at the end.
 * @param isKept false for a live, whose position cannot be resumed.
 */
export function persistPosition(
  video: HTMLVideoElement,
  positions: PositionMemory,
  isKept: () => boolean,
): void {
  let keptAtMs = performance.now();
  const keep = () => {
    if (!isKept()) return;
    // Before the first frame, and between two sources, the element's time is 0.
    if (video.readyState === HTMLMediaElement.HAVE_NOTHING || video.ended || video.currentTime === 0) return;
    keptAtMs = performance.now();
    positions.keep(video.currentTime, video.duration);
  };
  video.addEventListener("timeupdate", () => {
    if (!video.paused && performance.now() - keptAtMs >= SAVE_INTERVAL_MS) keep();
  });
  video.addEventListener("pause", keep);
  video.addEventListener("ended", () => positions.clear());
  window.addEventListener("pagehide", keep);
}

/**
 * Finds the start position of a video: the position of a viewer who is admitted again, the position in the URL, or the one where
 * the viewer last stopped.
 */
export class StartPosition {
  readonly #options: Pick<PlayerOptions, "startSec" | "loop">;
  readonly #positions: PositionMemory;
  /** The position of a viewer who had to be admitted again. */
  #resumeSec: number | undefined;

  constructor(options: Pick<PlayerOptions, "startSec" | "loop">, positions: PositionMemory) {
    this.#options = options;
    this.#positions = positions;
  }

  /**
   * Sets the position at which playback resumes if the viewer is admitted again; undefined if the new stream does not have this
   * position.
   */
  resumeAt(positionSec: number | undefined): void {
    this.#resumeSec = positionSec;
  }

  /**
   * Returns the start position.
   * @param onRemembered called when playback resumes, since the viewer may prefer to start over.
   */
  find({ durationSec, live }: PlaySession, onRemembered: (stoppedSec: number) => void): number {
    if (live) return 0;
    const { startSec, loop } = this.#options;
    const known = this.#resumeSec ?? startSec ?? undefined;
    this.#resumeSec = undefined;
    if (known !== undefined || loop) return known ?? 0;
    const stoppedSec = this.#positions.find(durationSec ?? 0);
    if (stoppedSec !== undefined) onRemembered(stoppedSec);
    return stoppedSec ?? 0;
  }
}
