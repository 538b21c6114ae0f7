/** A list of 32-bit integers that are added one at a time. Each takes four bytes, however many there are. */
export class GrowingList {
  #values = new Int32Array(1_024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  /** Increments the value at an index. */
  raise(index: number): void {
    this.#values[index] = this.at(index) + 1;
  }

  /** Returns the values big-endian, as in boxes. @param add is added to each value at an odd index. */
  toBytes(add = 0): Buffer {
    const bytes = Buffer.allocUnsafe(this.#length * 4);
    for (let n = 0; n < this.#length; n++) bytes.writeInt32BE((this.at(n) + (n & 1 ? add : 0)) | 0, n * 4);
    return bytes;
  }
}

/** Run-length encoded values, as consecutive `count, value` pairs. */
export class RunList {
  readonly #list = new GrowingList();
  /** The smallest value, or 0 if the list is empty. */
  lowest = 0;

  get runs(): number {
    return this.#list.length / 2;
  }

  push(value: number): void {
    const { length } = this.#list;
    if (length === 0 || value < this.lowest) this.lowest = value;
    // The count of a run precedes its value in the list.
    if (length > 0 && this.#list.at(length - 1) === value) this.#list.raise(length - 2);
    else {
      this.#list.push(1);
      this.#list.push(value);
    }
  }

  /** Returns the pairs big-endian, as in boxes. @param shift is added to every value. */
  toBytes(shift = 0): Buffer {
    return this.#list.toBytes(shift);
  }
}
