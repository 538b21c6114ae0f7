import { MESSAGE, type RtmpMessage } from "./message.ts";

/** The chunk size that this package announces, into which all messages of a server fit. Until the peer learns it, it assumes 128. */
export const WRITTEN_CHUNK_BYTES = 4_096;
const CONTROL_STREAM = 2;
const COMMAND_STREAM = 3;
/** The chunk streams of media, which are separate as in encoders. */
const MEDIA_STREAMS: Record<number, number> = { [MESSAGE.audio]: 4, [MESSAGE.data]: 5, [MESSAGE.video]: 6 };
const MAX_CONTROL_TYPE = 6;
const EXTENDED_TIMESTAMP = 0xff_ffff;

/**
 * Writes a message with a full header. The time is 0 unless one is given.
 * @param chunkBytes the chunk size that was announced to the peer.
 */
export function writeMessage(
  { type, streamId, payload, timestampMs = 0 }: Omit<RtmpMessage, "timestampMs"> & { timestampMs?: number },
  chunkBytes: number,
): Buffer {
  const id = type <= MAX_CONTROL_TYPE ? CONTROL_STREAM : (MEDIA_STREAMS[type] ?? COMMAND_STREAM);
  const head = Buffer.alloc(12);
  head[0] = id;
  head.writeUIntBE(Math.min(timestampMs, EXTENDED_TIMESTAMP), 1, 3);
  head.writeUIntBE(payload.length, 4, 3);
  head[7] = type;
  head.writeUInt32LE(streamId, 8);
  // A timestamp above 24 bits is repeated before each chunk (§5.3.1.3).
  const extension = Buffer.alloc(timestampMs >= EXTENDED_TIMESTAMP ? 4 : 0);
  if (timestampMs >= EXTENDED_TIMESTAMP) extension.writeUInt32BE(timestampMs);
  const parts: Buffer[] = [head, extension];
  for (let at = 0; at < payload.length; at += chunkBytes) {
    if (at > 0) parts.push(Buffer.from([0xc0 | id]), extension);
    parts.push(payload.subarray(at, at + chunkBytes));
  }
  return Buffer.concat(parts);
}
