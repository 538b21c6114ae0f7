import { InputFault } from "../input/flv-input.ts";
import type { PassthroughInput } from "./passthrough-input.ts";

/** The number of consecutive passthrough processes with only one frame after which the input is rejected. */
const MAX_RUNS = 5;

/** Counts passthrough processes that ended because no second frame arrived in time. */
export class SparseRuns {
  #count = 0;

  /** Starts over, because another publisher has connected. */
  reset(): void {
    this.#count = 0;
  }

  /**
   * Records a message.
   * @param isFitting whether the current process can continue with this message.
   * @throws InputFault "too_few_pictures" if each process would receive only one frame.
   */
  record({ isFlowing }: Pick<PassthroughInput, "isFlowing">, isFitting: boolean): void {
    if (isFlowing) this.#count = 0;
    else if (!isFitting) this.#count += 1;
    if (this.#count >= MAX_RUNS)
      throw new InputFault(
        "too_few_pictures",
        "Fewer than two frames per second were received: raise the frame rate, or turn on encoding for this live",
      );
  }
}
