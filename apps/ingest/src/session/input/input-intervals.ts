import { LIVE_INPUT_INTERVAL_MS, MAX_LIVE_INPUT_POINTS } from "@shoal/contract";

/** The shortest time over which a frame rate is computed, because the rate of a burst after a gap is meaningless. */
const MIN_RATE_SPAN_MS = 1_000;

interface InputInterval {
  bytes: number;
  pictures: number;
  lost: number;
}

const EMPTY_INTERVAL: InputInterval = { bytes: 0, pictures: 0, lost: 0 };

/** Counts a publisher's input by intervals. The first interval starts with the first message. */
export class InputIntervals {
  readonly #startedAtMs: number;
  readonly #done: InputInterval[] = [];
  #current = { ...EMPTY_INTERVAL };
  #doneCount = 0;
  /** The time of the last frame, and the time of the last frame before the current interval. */
  #frameAtMs: number | undefined;
  #sinceMs: number | undefined;
  #fps: number | null = null;

  constructor(startedAtMs: number) {
    this.#startedAtMs = startedAtMs;
  }

  /** Closes all intervals that have ended, including empty ones. */
  moveTo(nowMs: number): void {
    const count = Math.floor((nowMs - this.#startedAtMs) / LIVE_INPUT_INTERVAL_MS);
    // After a long pause, at most as many empty intervals are added as are reported.
    this.#doneCount = Math.max(this.#doneCount, count - MAX_LIVE_INPUT_POINTS - 1);
    for (; this.#doneCount < count; this.#doneCount++) this.#end();
  }

  addBytes(bytes: number): void {
    this.#current.bytes += bytes;
  }

  /** Adds a frame. @param lost the number of frames now known to be missing before it. */
  addPicture(nowMs: number, lost: number): void {
    // The very first frame only starts the measurement, since there is no interval before it.
    if (this.#frameAtMs === undefined) this.#sinceMs = nowMs;
    else this.#current.pictures += 1;
    this.#current.lost += lost;
    this.#frameAtMs = nowMs;
  }

  /** The bit rates of the finished intervals, with the newest last. */
  get bitratesKbps(): number[] {
    return this.#done.map(({ bytes }) => Math.round((bytes * 8) / LIVE_INPUT_INTERVAL_MS));
  }

  /** The frames per second in the last interval; null before the first frame. */
  get fps(): number | null {
    return this.#fps;
  }

  /** The share of lost frames in all finished intervals. */
  get lostPct(): number | null {
    const sum = (of: "pictures" | "lost") => this.#done.reduce((total, each) => total + each[of], 0);
    const all = sum("pictures") + sum("lost");
    return all === 0 ? null : Math.round((sum("lost") / all) * 1_000) / 10;
  }

  #end(): void {
    this.#done.push(this.#current);
    if (this.#done.length > MAX_LIVE_INPUT_POINTS) this.#done.shift();
    this.#fps = this.#currentFps();
    this.#sinceMs = this.#frameAtMs;
    this.#current = { ...EMPTY_INTERVAL };
  }

  /**
   * Returns the frame rate from the arrival times of frames. Counts per interval would vary, since its boundaries fall between
   * frames.
   */
  #currentFps(): number | null {
    if (this.#frameAtMs === undefined || this.#sinceMs === undefined) return null;
    const { pictures } = this.#current;
    const lastedMs = Math.max(MIN_RATE_SPAN_MS, this.#frameAtMs - this.#sinceMs);
    return Math.round((pictures * 10_000) / lastedMs) / 10;
  }
}
