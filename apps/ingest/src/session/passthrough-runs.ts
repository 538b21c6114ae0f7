import { type InputHead, isKeyFrame, isPicture, type TimedMessage } from "./flv-input.ts";
import type { FillerHead } from "./frozen-frame-filler.ts";
import { KeyFrameFiller } from "./key-frame-filler.ts";
import { PassthroughInput } from "./passthrough-input.ts";
import { SparseRuns } from "./sparse-runs.ts";

/**
 * A live that is copied, process after process: whether what comes goes on with what the present one copies, and the key frame
 * that another one copies while sound comes alone. Pure; times are those of the live.
 */
export class PassthroughRuns {
  readonly #sparse = new SparseRuns();
  readonly keyFrame = new KeyFrameFiller();
  /** The input of the current process; undefined while it encodes. */
  #input: PassthroughInput | undefined;
  /** It currently copies the frozen frame. */
  #isHeld = false;

  /** Someone else publishes. */
  reset(): void {
    this.#sparse.reset();
  }

  /**
   * A process begins, with this message.
   * @throws as `PassthroughInput`
   */
  begin(head: InputHead, held: FillerHead | undefined, first: TimedMessage, isPassthrough: boolean): void {
    this.#input = isPassthrough ? new PassthroughInput(head) : undefined;
    this.keyFrame.begin(held);
    this.#isHeld = isPassthrough && head.picture !== undefined && first.kind === "audio";
  }

  /** The filler of the current process; undefined if there is none. */
  get held(): KeyFrameFiller | undefined {
    return this.#isHeld ? this.keyFrame : undefined;
  }

  /**
   * Whether another process begins at once, to copy what is held, or no longer.
   * @throws as `SparseRuns.note`
   */
  isHoldOver(message: TimedMessage): boolean {
    if (!this.#input) return false;
    if (this.#isHeld) return isKeyFrame(message);
    const isOver = message.kind === "audio" && this.keyFrame.isAway(message.timestampMs);
    if (isOver) this.#sparse.note(this.#input, false);
    return isOver;
  }

  /**
   * Whether a message goes on with what the process was started for.
   * @throws as `PassthroughInput.take` and `SparseRuns.note`
   */
  doesFit(message: TimedMessage): boolean {
    if (!this.#input) return true;
    if (this.#isHeld) return isPicture(message) || this.#input.take(message);
    const isFitting = this.#input.take(message);
    this.#sparse.note(this.#input, isFitting);
    if (isFitting && isPicture(message)) this.keyFrame.note(message);
    return isFitting;
  }
}
