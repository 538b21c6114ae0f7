import { type LivePlan, listShedPlans, predictLiveCores } from "@shoal/media";
import type { TimedMessage } from "../input/flv-input.ts";
import { EncoderBacklog } from "./encoder-backlog.ts";
import { type LadderChange, RungShedder } from "./rung-shedder.ts";

/** The maximum delay of input that is attributed to a slow encoder. Longer delays are caused by the publisher. */
const MAX_ENCODER_DELAY_MS = 5_000;
/** The maximum delay at which input is still encoded. */
const MAX_INPUT_DELAY_MS = 500;
/** The safety factor for the load of restored rungs, which is only predicted. */
const LOAD_MARGIN = 1.25;

/** The ladder of a live, which is complete while its encoder keeps up with the publisher. Pure; times in ms since 1970. */
export class SheddingLadder {
  readonly #plans: readonly [LivePlan, ...LivePlan[]];
  readonly #shedder: RungShedder;
  #backlog = new EncoderBacklog();
  /** The time before which input is skipped. */
  #lateUntilMs = -Infinity;

  /**
   * Creates the ladder.
   * @param hasIdle whether this many cores are idle.
   */
  constructor(plan: LivePlan, hasIdle: (cores: number) => boolean) {
    this.#plans = listShedPlans(plan);
    this.#shedder = new RungShedder({
      levels: this.#plans.length,
      hasRoomFor: (level) => hasIdle(LOAD_MARGIN * (this.#coresOf(level) - predictLiveCores(this.plan))),
    });
  }

  /** The plan of the next encoder. */
  get plan(): LivePlan {
    return this.#planOf(this.#shedder.level);
  }
  /** The number of dropped rungs. */
  get leftOutRungs(): number {
    return this.#plans[0].rungs.length - this.plan.rungs.length;
  }

  /** Starts over with another publisher, whose timestamps are unrelated to those of the previous one. */
  reset(): void {
    this.#backlog = new EncoderBacklog();
    this.#lateUntilMs = -Infinity;
  }

  /**
   * Starts with a new encoder.
   * @returns when the encoder's first message would have been read if there had been room.
   */
  begin(first: TimedMessage): number {
    const isAfterSkip = this.#lateUntilMs > -Infinity;
    this.#shedder.begin();
    this.#lateUntilMs = -Infinity;
    if (isAfterSkip && this.#backlog.behindMs(first) > MAX_INPUT_DELAY_MS)
      this.#backlog = new EncoderBacklog();
    else this.#backlog.pause();
    return first.arrivedAtMs - this.#backlog.behindMs(first);
  }

  /**
   * Records a message that an encoder has received.
   * @returns the change that the encoder's lag requires.
   */
  handle(message: TimedMessage, nowMs: number): LadderChange {
    this.#backlog.add(message);
    return this.#shedder.chooseChange(this.#backlog.behindMs(message), nowMs);
  }

  /** Records for how long an encoder had no room. */
  wait(ms: number): void {
    this.#backlog.wait(ms);
  }

  /** Starts dropping the input that waits for an encoder. */
  skip(nowMs: number): void {
    this.#lateUntilMs = nowMs + MAX_ENCODER_DELAY_MS;
  }

  /** Whether a message must be skipped. */
  isLate(message: TimedMessage, nowMs: number): boolean {
    return nowMs < this.#lateUntilMs && this.#backlog.behindMs(message) > MAX_INPUT_DELAY_MS;
  }

  #planOf(level: number): LivePlan {
    return this.#plans[level] ?? this.#plans[0];
  }

  #coresOf(level: number): number {
    return predictLiveCores(this.#planOf(level));
  }
}
