const MIN_SAMPLE = -128;
const MAX_SAMPLE = 127;

/** Finds the minimum and maximum sample of each section of an audio stream that arrives in pieces. */
export class Peaks {
  readonly #samplesPerPair: number;
  readonly #pairs: number[] = [];
  #least = MAX_SAMPLE;
  #greatest = MIN_SAMPLE;
  #count = 0;

  /** @param samplesPerPair the length of a section. */
  constructor(samplesPerPair: number) {
    this.#samplesPerPair = samplesPerPair;
  }

  add(samples: Int8Array): void {
    for (const sample of samples) {
      if (sample < this.#least) this.#least = sample;
      if (sample > this.#greatest) this.#greatest = sample;
      this.#count += 1;
      if (this.#count === this.#samplesPerPair) this.#close();
    }
  }

  /** Returns one pair of values per section, with the minimum first. The last section may be shorter. */
  finish(): Int8Array {
    if (this.#count > 0) this.#close();
    return Int8Array.from(this.#pairs);
  }

  #close(): void {
    this.#pairs.push(this.#least, this.#greatest);
    [this.#least, this.#greatest, this.#count] = [MAX_SAMPLE, MIN_SAMPLE, 0];
  }
}
