const FIRST_BYTES = 4_096;

/** The payload of a message as it comes: room grows with what is here, never with what was promised. */
export class PartialPayload {
  #bytes: Buffer;
  readonly #lengthBytes: number;
  length = 0;

  constructor(lengthBytes: number) {
    this.#lengthBytes = lengthBytes;
    this.#bytes = Buffer.allocUnsafe(Math.min(lengthBytes, FIRST_BYTES));
  }

  add(bytes: Uint8Array): void {
    const end = this.length + bytes.length;
    if (end > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.min(this.#lengthBytes, Math.max(end, 2 * this.#bytes.length)));
      this.#bytes.copy(grown, 0, 0, this.length);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.length);
    this.length = end;
  }

  take(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}
