import { InputFault } from "../input/flv-input.ts";
import type { PassthroughInput } from "./passthrough-input.ts";

/** Give up after this many consecutive passthrough processes that received only one picture. */
const RUNS_MAX = 5;

/** Counts copy processes that were ended because no second picture arrived while the first one could be held. */
export class SparseRuns {
  #count = 0;

  /** Someone else publishes. */
  reset(): void {
    this.#count = 0;
  }

  /**
   * Called after each message.
   * @param isFitting whether its process continues with it.
   * @throws InputFault "too_few_pictures" if each process would receive only one frame.
   */
  record({ isFlowing }: Pick<PassthroughInput, "isFlowing">, isFitting: boolean): void {
    if (isFlowing) this.#count = 0;
    else if (!isFitting) this.#count += 1;
    if (this.#count >= RUNS_MAX)
      throw new InputFault(
        "too_few_pictures",
        "Fewer than two pictures a second came; publish more, or have the live encoded",
      );
  }
}
