/**
 * The largest step forward that is not a jump of the publisher's clock: an encoder was restarted, a source changed, or a device lost its
 * time.
 */
const MAX_FORWARD_STEP_MS = 3_000;
/**
 * The maximum interval of rare frames (time-lapse cameras, slide shows) in a single track, if they arrive as rarely as their timestamps
 * say.
 */
const MAX_RARE_INTERVAL_MS = 60_000;
/** The tolerance between arrival times and timestamps: networks deliver a little late, and cameras' clocks run a little fast. */
const ARRIVAL_TOLERANCE_MS = 1_000;
const ARRIVAL_TOLERANCE_SHARE = 0.25;
/** The maximum backward step that is not a jump: audio and video are interleaved, so one is slightly behind the other. */
const MAX_BACKWARD_STEP_MS = 1_000;
/** The step from the last timestamp before a jump to the first timestamp after it: one frame at 25 fps. */
const STEP_AFTER_JUMP_MS = 40;
/** How long the other track may keep the previous clock after one track has jumped. */
const MAX_PREVIOUS_CLOCK_MS = 2_000;

type MessageKind = "audio" | "video" | "script";

/** The offset between a publisher's clock and ours. */
interface ClockEpoch {
  rawMs: number;
  atMs: number;
}

export interface TimelinePosition {
  /** The number of milliseconds since the first message; never decreasing within a kind. */
  atMs: number;
  /** Whether the clock has jumped, so that decoders must be reset. */
  isJump: boolean;
}

/**
 * Puts a live's timestamps on one line from 0, whatever the publisher's clock does: it may start anywhere, wrap after 32 bits,
 * and jump. Audio and video share one offset, so that they stay in sync. A step in a single track is not a jump if it took as
 * long to arrive, or if the previous one was about as long.
 * @example
 * const timeline = new LiveTimeline();
 * timeline.place("video", 5_000_000); // { atMs: 0, isJump: false }
 * timeline.place("video", 5_000_040); // { atMs: 40, isJump: false }
 * timeline.place("video", 80); // { atMs: 80, isJump: true }
 */
export class LiveTimeline {
  #present: ClockEpoch | undefined;
  #former: ClockEpoch | undefined;
  #jumpedAtMs = 0;
  #lastMs = 0;
  #arrivedAtMs: number | undefined;
  /** The last step that arrived as rarely as its timestamp said; 0 after a normal step. */
  #rareStepMs = 0;
  readonly #lastByKind = new Map<string, number>();

  /**
   * Places a message on the timeline.
   * @param rawMs the publisher's time, 0 to 2³² − 1.
   * @param arrivedAtMs the time of its arrival, by any clock, in ms; if omitted, sparse frames cannot be distinguished from a jump.
   */
  place(kind: MessageKind, rawMs: number, arrivedAtMs?: number): TimelinePosition {
    const epoch = this.#epochOf(rawMs) ?? this.#rareEpoch(kind, rawMs, arrivedAtMs);
    const isJump = epoch === undefined && this.#present !== undefined;
    const atMs = Math.max(
      this.#lastByKind.get(kind) ?? 0,
      epoch ? continueClock(epoch, rawMs) : this.#jump(rawMs),
    );
    if (epoch) Object.assign(epoch, { rawMs, atMs: continueClock(epoch, rawMs) });
    this.#lastByKind.set(kind, atMs);
    if (kind !== "script") this.#recordStep(atMs, arrivedAtMs);
    this.#lastMs = Math.max(this.#lastMs, atMs);
    return { atMs, isJump };
  }

  /** Returns the clock that matches a time. */
  #epochOf(rawMs: number): ClockEpoch | undefined {
    const isFormerLikely = this.#lastMs - this.#jumpedAtMs < MAX_PREVIOUS_CLOCK_MS;
    const epochs = [this.#present, isFormerLikely ? this.#former : undefined];
    return epochs.find((epoch) => {
      if (!epoch) return false;
      const awayMs = continueClock(epoch, rawMs) - this.#lastMs;
      return awayMs <= MAX_FORWARD_STEP_MS && awayMs >= -MAX_BACKWARD_STEP_MS;
    });
  }

  /** Returns the current clock if the only track arrived as sparsely as its timestamps state. */
  #rareEpoch(kind: MessageKind, rawMs: number, arrivedAtMs: number | undefined): ClockEpoch | undefined {
    const epoch = this.#present;
    const isAlone = [...this.#lastByKind].every(
      ([other, atMs]) => other === kind || other === "script" || this.#lastMs - atMs > MAX_FORWARD_STEP_MS,
    );
    if (!epoch || !isAlone || kind === "script") return undefined;
    const stepMs = continueClock(epoch, rawMs) - this.#lastMs;
    if (stepMs < 0 || stepMs > MAX_RARE_INTERVAL_MS) return undefined;
    const tookMs = (arrivedAtMs ?? Number.NaN) - (this.#arrivedAtMs ?? Number.NaN);
    const toleranceMs = Math.max(ARRIVAL_TOLERANCE_MS, stepMs * ARRIVAL_TOLERANCE_SHARE);
    const isExplained = Math.abs(stepMs - tookMs) <= toleranceMs;
    const isUsual = stepMs <= this.#rareStepMs * (1 + ARRIVAL_TOLERANCE_SHARE);
    return isExplained || isUsual ? epoch : undefined;
  }

  #recordStep(atMs: number, arrivedAtMs: number | undefined): void {
    const stepMs = atMs - this.#lastMs;
    this.#rareStepMs = stepMs > MAX_FORWARD_STEP_MS ? stepMs : 0;
    this.#arrivedAtMs = arrivedAtMs;
  }

  #jump(rawMs: number): number {
    const isFirst = this.#present === undefined;
    const atMs = isFirst ? 0 : this.#lastMs + STEP_AFTER_JUMP_MS;
    this.#former = this.#present;
    this.#present = { rawMs, atMs };
    this.#jumpedAtMs = atMs;
    return atMs;
  }
}

/** Continues a clock by the difference as a signed 32-bit number, so that a wrap is an ordinary step. */
const continueClock = ({ rawMs, atMs }: ClockEpoch, nextRawMs: number): number =>
  atMs + ((nextRawMs - rawMs) | 0);
