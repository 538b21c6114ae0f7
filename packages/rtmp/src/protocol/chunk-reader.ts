import { RtmpFault } from "./fault.ts";
import { MESSAGE, type RtmpMessage } from "./message.ts";

const CHUNK_SIZE_BYTES = 128;
/** The maximum size of a chunk, which is the largest size that a message can have, 16 MB. */
const MAX_CHUNK_BYTES = 0xff_ffff;
/** The maximum size of an accepted message. A key frame of 4K at 100 Mbit/s has 2 MB. */
export const MAX_MESSAGE_BYTES = 8_000_000;
/** The maximum size of incomplete messages in bytes, over all streams. */
const MAX_INCOMPLETE_BYTES = MAX_MESSAGE_BYTES;
/** The maximum number of chunk streams. Publishers use four to six. */
const MAX_STREAMS = 64;
const EXTENDED_TIMESTAMP = 0xff_ffff;
const HEADER_SIZES_BYTES = [11, 7, 3, 0] as const;

/** The last header of a chunk stream. Later headers contain only what differs from it. */
interface ChunkStream {
  type: number;
  streamId: number;
  lengthBytes: number;
  timestampMs: number;
  deltaMs: number;
  /** The extended timestamp of the last header; undefined if it had no extended timestamp. */
  extendedMs: number | undefined;
  /** The incomplete message. */
  partial: PartialPayload | undefined;
}

/** The first bytes of a chunk: its format and its chunk stream id. */
interface BasicHeader {
  format: 0 | 1 | 2 | 3;
  id: number;
  /** The offset of the message header. */
  at: number;
}

/** A chunk whose payload is incomplete. */
interface PendingChunk {
  stream: ChunkStream;
  leftBytes: number;
}

/**
 * Assembles messages from chunks (§5.3), however the bytes are split.
 *
 * @example
 * const reader = new ChunkReader();
 * for (const { type, payload } of reader.push(bytes)) take(type, payload);
 */
export class ChunkReader {
  /** The maximum length of a message. */
  messageMaxBytes = MAX_MESSAGE_BYTES;
  readonly #streams = new Map<number, ChunkStream>();
  /** The bytes of an incomplete header. */
  #waiting: Buffer = Buffer.alloc(0);
  #chunk: PendingChunk | undefined;
  #chunkBytes = CHUNK_SIZE_BYTES;
  #heldBytes = 0;

  /** Adds bytes, and yields the messages that they complete. @throws RtmpFault "bad_chunk", "message_too_large" */
  *push(bytes: Buffer): Generator<RtmpMessage> {
    let rest = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes]);
    for (;;) {
      const headerBytes = this.#chunk ? 0 : this.#begin(rest);
      const chunk = this.#chunk;
      if (!chunk) break;
      const payload = rest.subarray(headerBytes, headerBytes + chunk.leftBytes);
      rest = rest.subarray(headerBytes + payload.length);
      const message = this.#add(chunk, payload);
      if (message) yield message;
      if (this.#chunk) break;
    }
    this.#waiting = this.#chunk ? Buffer.alloc(0) : rest;
  }

  /** Starts the chunk whose header is at the start of the bytes. @returns the length of the header, or undefined while it is incomplete. */
  #begin(bytes: Buffer): number {
    const header = readBasicHeader(bytes);
    if (!header) return 0;
    const stream = this.#streams.get(header.id) ?? this.#open(header);
    const headed = this.#readMessageHeader(bytes, header, stream);
    if (!headed) return 0;
    const { next, payloadAt } = headed;
    this.#streams.set(header.id, next);
    const missing = next.lengthBytes - (next.partial?.length ?? 0);
    this.#chunk = { stream: next, leftBytes: Math.min(this.#chunkBytes, missing) };
    return payloadAt;
  }

  #open({ format, id }: BasicHeader): ChunkStream {
    if (format !== 0 && format !== 1)
      throw new RtmpFault("bad_chunk", `stream ${id} begins without a header`);
    if (this.#streams.size >= MAX_STREAMS) throw new RtmpFault("bad_chunk", "too many chunk streams");
    const none = { type: 0, streamId: 0, lengthBytes: 0, timestampMs: 0, deltaMs: 0 };
    return { ...none, extendedMs: undefined, partial: undefined };
  }

  /** Reads a message header. @returns the new state of the chunk stream, or undefined until the whole header has arrived. */
  #readMessageHeader(
    bytes: Buffer,
    { format, at }: BasicHeader,
    stream: ChunkStream,
  ): { next: ChunkStream; payloadAt: number } | undefined {
    const end = at + HEADER_SIZES_BYTES[format];
    if (end > bytes.length) return undefined;
    const short = format < 3 ? bytes.readUIntBE(at, 3) : 0;
    const mayBeExtended = format < 3 ? short === EXTENDED_TIMESTAMP : stream.extendedMs !== undefined;
    if (mayBeExtended && end + 4 > bytes.length) return undefined;
    // Chunks of format 3 repeat the extended timestamp, but some encoders omit it. If the bytes differ from it, they are payload.
    const isExtended = mayBeExtended && (format < 3 || bytes.readUInt32BE(end) === stream.extendedMs);
    const long = isExtended ? bytes.readUInt32BE(end) : short;
    const payloadAt = end + (isExtended ? 4 : 0);
    // A header inside a message starts a new message. The incomplete message is dropped, as with `abort`.
    if (format < 3) this.#drop(stream);
    const isContinued = format === 3 && stream.partial !== undefined;
    if (isContinued) return { next: stream, payloadAt };
    const sized = {
      ...stream,
      ...(format < 3 ? { extendedMs: isExtended ? long : undefined } : {}),
      ...(format < 2 ? { lengthBytes: bytes.readUIntBE(at + 3, 3), type: bytes[at + 6] ?? 0 } : {}),
      ...(format === 0 ? { streamId: bytes.readUInt32LE(at + 7) } : {}),
    };
    if (sized.lengthBytes > this.messageMaxBytes)
      throw new RtmpFault("message_too_large", `${sized.lengthBytes} bytes`);
    return { next: { ...sized, ...timesOf(format, stream, long) }, payloadAt };
  }

  /** Adds payload. @returns the message that it completes, if any. */
  #add(chunk: PendingChunk, bytes: Buffer): RtmpMessage | undefined {
    const { stream } = chunk;
    const partial = stream.partial ?? new PartialPayload(stream.lengthBytes);
    stream.partial = partial;
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > MAX_INCOMPLETE_BYTES)
      throw new RtmpFault("message_too_large", "of several messages");
    partial.add(bytes);
    chunk.leftBytes -= bytes.length;
    if (chunk.leftBytes > 0) return undefined;
    this.#chunk = undefined;
    if (partial.length < stream.lengthBytes) return undefined;
    this.#drop(stream);
    const { type, streamId, timestampMs } = stream;
    const message = { type, streamId, timestampMs, payload: partial.drain() };
    this.#obey(message);
    return message;
  }

  #drop(stream: ChunkStream): void {
    this.#heldBytes -= stream.partial?.length ?? 0;
    stream.partial = undefined;
  }

  /** Applies messages that control the chunks, such as a new chunk size. */
  #obey({ type, payload }: RtmpMessage): void {
    if (type !== MESSAGE.setChunkSize && type !== MESSAGE.abort) return;
    if (payload.length < 4) throw new RtmpFault("bad_chunk", `a control message of ${payload.length} bytes`);
    const value = payload.readUInt32BE(0);
    if (type === MESSAGE.abort) {
      const stream = this.#streams.get(value);
      if (stream) this.#drop(stream);
      return;
    }
    // With chunks below 128 bytes, headers cost more than the data. Only attackers send such chunks.
    if (value < CHUNK_SIZE_BYTES || value > 0x7fff_ffff)
      throw new RtmpFault("bad_chunk", `chunks of ${value} bytes`);
    this.#chunkBytes = Math.min(value, MAX_CHUNK_BYTES);
  }
}

/** Reads format and chunk stream id, in one to three bytes (§5.3.1.1). */
function readBasicHeader(bytes: Buffer): BasicHeader | undefined {
  const [first, low, high] = bytes;
  if (first === undefined) return undefined;
  const format = (first >> 6) as BasicHeader["format"];
  const id = first & 0x3f;
  if (id > 1) return { format, id, at: 1 };
  if (low === undefined || (id === 1 && high === undefined)) return undefined;
  return id === 0 ? { format, id: 64 + low, at: 2 } : { format, id: 64 + low + 256 * (high ?? 0), at: 3 };
}

/**
 * Returns the times of a header. Format 0 has an absolute time. Formats 1 and 2 have a difference, and format 3 repeats the last
 * difference.
 */
function timesOf(
  format: BasicHeader["format"],
  { timestampMs, deltaMs }: ChunkStream,
  value: number,
): Pick<ChunkStream, "timestampMs" | "deltaMs"> {
  if (format === 0) return { timestampMs: value, deltaMs: 0 };
  const step = format === 3 ? deltaMs : value;
  return { timestampMs: (timestampMs + step) >>> 0, deltaMs: step };
}

const INITIAL_BUFFER_BYTES = 4_096;

/** The payload of a message that is being received. It takes memory for the bytes received, and not for the declared length. */
class PartialPayload {
  #bytes: Buffer;
  readonly #lengthBytes: number;
  length = 0;

  constructor(lengthBytes: number) {
    this.#lengthBytes = lengthBytes;
    this.#bytes = Buffer.allocUnsafe(Math.min(lengthBytes, INITIAL_BUFFER_BYTES));
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

  drain(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}
