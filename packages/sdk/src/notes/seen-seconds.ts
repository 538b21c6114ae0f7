export interface PassedSecond {
  sec: number;
  /** Played for the first time in this session. */
  isFirst: boolean;
}

/** A step of the playhead that is longer was none: 16 times the usual speed for as long as a hidden page sleeps. */
const STEP_MAX_SEC = 40;

/** Which seconds of a video a session has played. A second is played when its middle was. */
export class SeenSeconds {
  readonly #seen = new Set<number>();

  /** The playhead went from one position to the other. @returns seconds whose middle it passed, in order. */
  pass(fromSec: number, toSec: number): PassedSecond[] {
    if (!(toSec > fromSec) || toSec - fromSec > STEP_MAX_SEC) return [];
    const passed: PassedSecond[] = [];
    for (let sec = Math.max(0, Math.ceil(fromSec - 0.5)); sec + 0.5 < toSec; sec++) {
      passed.push({ sec, isFirst: !this.#seen.has(sec) });
      this.#seen.add(sec);
    }
    return passed;
  }
}
