import type { PlaySession } from "@shoal/contract/player";
import type { PositionMemory } from "./memory/position-memory.ts";
import type { PlayerOptions } from "./options.ts";

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

/** Where a video begins: where the viewer was, what the address says, or where he stopped last time. */
export class StartPosition {
  readonly #options: Pick<PlayerOptions, "startSec" | "loop">;
  readonly #positions: PositionMemory;
  /** Where he was who had to be let in again. */
  #resumeSec: number | undefined;

  constructor(options: Pick<PlayerOptions, "startSec" | "loop">, positions: PositionMemory) {
    this.#options = options;
    this.#positions = positions;
  }

  /** He goes on there, should he be let in again; undefined where that second is none of what comes. */
  resumeAt(positionSec: number | undefined): void {
    this.#resumeSec = positionSec;
  }

  /** @param onRemembered he may want to begin anew. */
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
