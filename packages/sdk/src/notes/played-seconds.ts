export interface PlayedSecond {
  sec: number;
  /** Whether the session played the second for the first time. */
  isFirst: boolean;
}

/** The maximum step of the playhead that counts as playback: 16 times the normal speed while a hidden page is suspended. */
const MAX_STEP_SEC = 40;

/** The seconds of a video that a session has played. A second counts as played when its middle was passed. */
export class PlayedSeconds {
  readonly #seen = new Set<number>();

  /** Records a move of the playhead. @returns the seconds whose middle it passed, in order. */
  pass(fromSec: number, toSec: number): PlayedSecond[] {
    if (!(toSec > fromSec) || toSec - fromSec > MAX_STEP_SEC) return [];
    const passed: PlayedSecond[] = [];
    for (let sec = Math.max(0, Math.ceil(fromSec - 0.5)); sec + 0.5 < toSec; sec++) {
      passed.push({ sec, isFirst: !this.#seen.has(sec) });
      this.#seen.add(sec);
    }
    return passed;
  }
}
