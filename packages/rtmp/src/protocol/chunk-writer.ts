import type { RtmpMessage } from "./message.ts";

/** Of what a server says, all fits into one chunk; clients assume 128 until they are told. */
export const WRITTEN_CHUNK_BYTES = 4_096;
const CONTROL_STREAM = 2;
const COMMAND_STREAM = 3;
const CONTROL_MAX_TYPE = 6;

/**
 * A message as one chunk, with time 0.
 * @param chunkBytes what the client knows by then.
 */
export function writeMessage(
  { type, streamId, payload }: Omit<RtmpMessage, "timestampMs">,
  chunkBytes: number,
): Buffer {
  const id = type <= CONTROL_MAX_TYPE ? CONTROL_STREAM : COMMAND_STREAM;
  const head = Buffer.alloc(12);
  head[0] = id;
  head.writeUIntBE(payload.length, 4, 3);
  head[7] = type;
  head.writeUInt32LE(streamId, 8);
  const parts: Buffer[] = [head];
  for (let at = 0; at < payload.length; at += chunkBytes) {
    if (at > 0) parts.push(Buffer.from([0xc0 | id]));
    parts.push(payload.subarray(at, at + chunkBytes));
  }
  return Buffer.concat(parts);
}
