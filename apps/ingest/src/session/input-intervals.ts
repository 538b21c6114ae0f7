import { LIVE_INPUT_INTERVAL_MS, LIVE_INPUT_POINTS_MAX } from "@shoal/contract";

/** Pictures that came at once, after a break, say nothing of how many come in a second. */
const SHORTEST_MS = 1_000;

interface Interval {
  bytes: number;
  pictures: number;
  lost: number;
}

const NOTHING: Interval = { bytes: 0, pictures: 0, lost: 0 };

/** The input, by intervals of the clock, which starts with the first message. */
export class InputIntervals {
  readonly #startedAtMs: number;
  readonly #done: Interval[] = [];
  #current = { ...NOTHING };
  #doneCount = 0;
  /** When the last picture came, and when the last one of the intervals before. */
  #pictureAtMs: number | undefined;
  #sinceMs: number | undefined;
  #fps: number | null = null;

  constructor(startedAtMs: number) {
    this.#startedAtMs = startedAtMs;
  }

  /** Ends the intervals that are over by then; those in which nothing came, too. */
  moveTo(nowMs: number): void {
    const count = Math.floor((nowMs - this.#startedAtMs) / LIVE_INPUT_INTERVAL_MS);
    // For pauses longer than the reported interval, this much is enough.
    this.#doneCount = Math.max(this.#doneCount, count - LIVE_INPUT_POINTS_MAX - 1);
    for (; this.#doneCount < count; this.#doneCount++) this.#end();
  }

  addBytes(bytes: number): void {
    this.#current.bytes += bytes;
  }

  /** @param lost those that are known now to be missing before it. */
  addPicture(nowMs: number, lost: number): void {
    // From the very first one on distances are counted: it is where the first one begins.
    if (this.#pictureAtMs === undefined) this.#sinceMs = nowMs;
    else this.#current.pictures += 1;
    this.#current.lost += lost;
    this.#pictureAtMs = nowMs;
  }

  /** For each finished interval, the newest last. */
  get bitratesKbps(): number[] {
    return this.#done.map(({ bytes }) => Math.round((bytes * 8) / LIVE_INPUT_INTERVAL_MS));
  }

  /** Pictures a second in the last interval; null before there were any. */
  get fps(): number | null {
    return this.#fps;
  }

  /** For the pictures of finished intervals. */
  get lostPct(): number | null {
    const sum = (of: "pictures" | "lost") => this.#done.reduce((total, each) => total + each[of], 0);
    const all = sum("pictures") + sum("lost");
    return all === 0 ? null : Math.round((sum("lost") / all) * 1_000) / 10;
  }

  #end(): void {
    this.#done.push(this.#current);
    if (this.#done.length > LIVE_INPUT_POINTS_MAX) this.#done.shift();
    this.#fps = this.#currentFps();
    this.#sinceMs = this.#pictureAtMs;
    this.#current = { ...NOTHING };
  }

  /** By when they came: ends of intervals fall between pictures, which a count alone would show as a rate that varies. */
  #currentFps(): number | null {
    if (this.#pictureAtMs === undefined || this.#sinceMs === undefined) return null;
    const { pictures } = this.#current;
    const lastedMs = Math.max(SHORTEST_MS, this.#pictureAtMs - this.#sinceMs);
    return Math.round((pictures * 10_000) / lastedMs) / 10;
  }
}
