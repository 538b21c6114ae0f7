import type { SourceFile } from "./upload/upload-item.ts";

export interface StreamFacts {
  name: string;
  sizeBytes: number;
  /**
   * Identifies the content, so that an upload is resumed only with the same bytes; for a file, the time of its last change, in ms since
   * 1970.
   */
  lastModified?: number;
}

/**
 * A sequence of bytes, such as a response or a pipe, for `upload`. It is read once: if the server requests bytes again that were already
 * sent, the upload ends. A new stream of the same name, size and date then resumes it.
 */
export function fromStream(
  stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  { name, sizeBytes, lastModified = 0 }: StreamFacts,
): SourceFile {
  const source = (stream as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  let atByte = 0;
  const held: Uint8Array[] = [];
  let turn: Promise<unknown> = Promise.resolve();

  /** Reads the next bytes, at most `max`. */
  async function next(max: number): Promise<Uint8Array> {
    const part = held.shift() ?? (await pull());
    if (part.length > max) held.unshift(part.subarray(max));
    const taken = part.subarray(0, max);
    atByte += taken.length;
    return taken;
  }
  async function pull(): Promise<Uint8Array> {
    const { done, value } = await source.next();
    if (done) throw new DOMException(`${name} is shorter than was said`, "NotReadableError");
    return value;
  }
  async function read(from: number, to: number): Promise<Blob> {
    if (from < atByte) throw new DOMException(`${name} can be read once alone`, "NotReadableError");
    while (atByte < from) await next(from - atByte);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    while (atByte < to) parts.push(new Uint8Array(await next(to - atByte)));
    return new Blob(parts);
  }

  return {
    name,
    size: sizeBytes,
    type: "",
    lastModified,
    slice(from, to) {
      const result = turn.then(() => read(from, to));
      turn = result.catch(() => undefined);
      return result;
    },
  };
}
