import { Mp4Error, readBoxHeader } from "../../mp4/boxes.ts";

/** The maximum size of a box. A fragment of a live contains one or a few frames, and a 4K key frame has 2 MB. */
const MAX_BOX_BYTES = 16_000_000;

/** Splits an encoder's output into whole boxes. */
export class BoxSplitter {
  #chunks: Buffer[] = [];
  #heldBytes = 0;

  /**
   * Adds bytes of the output.
   * @returns complete boxes with their headers, in order.
   * @throws Mp4Error for a box without an end, or one that is too large.
   */
  push(bytes: Buffer): { type: string; bytes: Buffer }[] {
    this.#chunks.push(bytes);
    this.#heldBytes += bytes.length;
    const boxes: { type: string; bytes: Buffer }[] = [];
    for (let size = this.#nextSize(); size && size.bytes <= this.#heldBytes; size = this.#nextSize()) {
      const joined = this.#joined();
      boxes.push({ type: size.type, bytes: joined.subarray(0, size.bytes) });
      const rest = joined.subarray(size.bytes);
      this.#chunks = rest.length > 0 ? [rest] : [];
      this.#heldBytes = rest.length;
    }
    return boxes;
  }

  /** Joins the waiting chunks. This is not done for each box, because a chunk usually contains many boxes. */
  #joined(): Buffer {
    const [only, ...others] = this.#chunks;
    return only && others.length === 0 ? only : Buffer.concat(this.#chunks);
  }

  #nextSize(): { type: string; bytes: number } | undefined {
    const [first] = this.#chunks;
    // Headers are short, so it is rare that chunks must be joined for one.
    if (first && first.length < 16 && this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    const header = this.#chunks[0] && readBoxHeader(this.#chunks[0], 0);
    if (!header) return undefined;
    if (header.size < header.headerBytes || header.size > MAX_BOX_BYTES)
      throw new Mp4Error(`A box of ${header.size} bytes in a live`);
    return { type: header.type, bytes: header.size };
  }
}
