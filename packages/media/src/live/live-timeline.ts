/** A jump of a publisher's clock: an encoder that was started anew, a source that changed, a device that lost its time. */
const FORWARD_MAX_MS = 3_000;
/** Sound and picture come interleaved: one is a little behind the other. */
const BACK_MAX_MS = 1_000;
/** What follows a jump begins so much later than what came last: a picture at 25 a second. */
const STEP_MS = 40;
/** After a jump of the one, the other may go on by the former clock for so long. */
const FORMER_MAX_MS = 2_000;

/** Where a clock of the publisher stands on ours. */
interface Epoch {
  rawMs: number;
  atMs: number;
}

export interface Placed {
  /** Milliseconds since the first message; of each kind never going back. */
  atMs: number;
  /** Its clock has jumped: what decoders knew no longer fits. */
  isJump: boolean;
}

/**
 * The times of a live as one line from 0 on, whatever the publisher's clock does: it may begin anywhere, wrap after 32 bits,
 * and jump. Sound and picture have one offset, so that they stay together.
 *
 * @example
 * const timeline = new LiveTimeline();
 * timeline.place("video", 5_000_000); // { atMs: 0, isJump: false }
 * timeline.place("video", 5_000_040); // { atMs: 40, isJump: false }
 * timeline.place("video", 80); // { atMs: 80, isJump: true }
 */
export class LiveTimeline {
  #present: Epoch | undefined;
  #former: Epoch | undefined;
  #jumpedAtMs = 0;
  #lastMs = 0;
  readonly #lastByKind = new Map<string, number>();

  /** @param rawMs the publisher's time, 0 to 2³² − 1. */
  place(kind: "audio" | "video" | "script", rawMs: number): Placed {
    const epoch = this.#epochOf(rawMs);
    const isJump = epoch === undefined && this.#present !== undefined;
    const atMs = Math.max(this.#lastByKind.get(kind) ?? 0, epoch ? follow(epoch, rawMs) : this.#jump(rawMs));
    if (epoch) Object.assign(epoch, { rawMs, atMs: follow(epoch, rawMs) });
    this.#lastByKind.set(kind, atMs);
    this.#lastMs = Math.max(this.#lastMs, atMs);
    return { atMs, isJump };
  }

  /** The clock that a time fits to. */
  #epochOf(rawMs: number): Epoch | undefined {
    const isFormerLikely = this.#lastMs - this.#jumpedAtMs < FORMER_MAX_MS;
    const epochs = [this.#present, isFormerLikely ? this.#former : undefined];
    return epochs.find((epoch) => {
      if (!epoch) return false;
      const awayMs = follow(epoch, rawMs) - this.#lastMs;
      return awayMs <= FORWARD_MAX_MS && awayMs >= -BACK_MAX_MS;
    });
  }

  #jump(rawMs: number): number {
    const isFirst = this.#present === undefined;
    const atMs = isFirst ? 0 : this.#lastMs + STEP_MS;
    this.#former = this.#present;
    this.#present = { rawMs, atMs };
    this.#jumpedAtMs = atMs;
    return atMs;
  }
}

/** The difference is taken in 32 bits with a sign, so that a wrap is a step like any other. */
const follow = ({ rawMs, atMs }: Epoch, nextRawMs: number): number => atMs + ((nextRawMs - rawMs) | 0);
