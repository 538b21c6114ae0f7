import { type InputHead, isFrame, isKeyFrame, type TimedMessage } from "../input/flv-input.ts";
import type { FillerHead } from "../input/frozen-frame-filler.ts";
import { KeyFrameFiller } from "./key-frame-filler.ts";
import { PassthroughInput } from "./passthrough-input.ts";
import { SparseRuns } from "./sparse-runs.ts";

/**
 * Manages the processes of a passthrough live. Decides whether input fits the current process, and repeats the last key frame in
 * another process while there is only audio. Pure; times are on the live's timeline.
 */
export class PassthroughRuns {
  readonly #sparse = new SparseRuns();
  readonly keyFrame = new KeyFrameFiller();
  /** The input of the current process; undefined if the process encodes. */
  #input: PassthroughInput | undefined;
  /** Whether the current process repeats the key frame. */
  #isHeld = false;

  /** Starts over, because another publisher has connected. */
  reset(): void {
    this.#sparse.reset();
  }

  /**
   * Starts with a new process and its first message.
   * @throws the same errors as the constructor of `PassthroughInput`
   */
  begin(head: InputHead, held: FillerHead | undefined, first: TimedMessage, isPassthrough: boolean): void {
    this.#input = isPassthrough ? new PassthroughInput(head) : undefined;
    this.keyFrame.begin(held);
    this.#isHeld = isPassthrough && head.picture !== undefined && first.kind === "audio";
  }

  /** Returns the filler of the current process; undefined if there is none. */
  get held(): KeyFrameFiller | undefined {
    return this.#isHeld ? this.keyFrame : undefined;
  }

  /**
   * Whether another process must start now, to start or stop repeating the key frame.
   * @throws the same errors as `SparseRuns.record`
   */
  isHoldOver(message: TimedMessage): boolean {
    if (!this.#input) return false;
    if (this.#isHeld) return isKeyFrame(message);
    const isOver = message.kind === "audio" && this.keyFrame.isAway(message.timestampMs);
    if (isOver) this.#sparse.record(this.#input, false);
    return isOver;
  }

  /**
   * Whether a message fits the current process.
   * @throws the same errors as `PassthroughInput.handle` and `SparseRuns.record`
   */
  doesFit(message: TimedMessage): boolean {
    if (!this.#input) return true;
    if (this.#isHeld) return isFrame(message) || this.#input.handle(message);
    const isFitting = this.#input.handle(message);
    this.#sparse.record(this.#input, isFitting);
    if (isFitting && isFrame(message)) this.keyFrame.record(message);
    return isFitting;
  }
}
