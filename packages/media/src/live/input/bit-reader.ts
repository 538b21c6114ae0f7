/** Reads bits. @throws RangeError beyond the end. */
export class BitReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Reads an unsigned number. @param count 0 to 32 bits, the most significant first. */
  read(count: number): number {
    let value = 0;
    for (let n = 0; n < count; n++) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new RangeError("Nothing is left to read");
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }

  skip(count: number): void {
    this.#at += count;
  }

  /** Reads an Exp-Golomb number (H.264, 9.1). */
  golomb(): number {
    let zeros = 0;
    while (this.read(1) === 0) if (++zeros > 31) throw new RangeError("No number is so long");
    return 2 ** zeros - 1 + this.read(zeros);
  }

  signedGolomb(): number {
    const code = this.golomb();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }

  /** Reads several Exp-Golomb numbers. @throws RangeError if `count` exceeds what a parameter set allows. */
  golombs(count: number): number[] {
    if (count > 255) throw new RangeError("No parameter set has so many");
    return Array.from({ length: count }, () => this.golomb());
  }
}
