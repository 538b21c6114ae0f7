import type { RtmpMessage } from "../protocol/message.ts";

/** The headers of a message's chunks. */
export interface ChunkStyle {
  /** The chunk stream id, from 2 to 65,599. */
  id: number;
  format: 0 | 1 | 2 | 3;
  /** The time for format 0. For other formats, it is the difference from the previous message. */
  timeMs: number;
  chunkBytes: number;
  /** Whether later chunks omit the extended timestamp, as with some encoders. */
  isBare?: boolean;
}

/** Writes a message in chunks as publishers do. */
export function writeChunks(
  { type, streamId, payload }: Omit<RtmpMessage, "timestampMs">,
  style: ChunkStyle,
): Buffer {
  const { format, timeMs, chunkBytes } = style;
  const isExtended = timeMs >= 0xff_ffff;
  const head = Buffer.alloc(11);
  head.writeUIntBE(isExtended ? 0xff_ffff : timeMs, 0, 3);
  head.writeUIntBE(payload.length, 3, 3);
  head[6] = type;
  head.writeUInt32LE(streamId, 7);
  const extension = Buffer.alloc(isExtended ? 4 : 0);
  if (isExtended) extension.writeUInt32BE(timeMs);
  const parts = [basicHeader(format, style.id), head.subarray(0, [11, 7, 3, 0][format]), extension];
  for (let at = 0; at < payload.length; at += chunkBytes) {
    if (at > 0) parts.push(basicHeader(3, style.id), ...(style.isBare ? [] : [extension]));
    parts.push(payload.subarray(at, at + chunkBytes));
  }
  return Buffer.concat(parts);
}

function basicHeader(format: number, id: number): Buffer {
  if (id < 64) return Buffer.from([(format << 6) | id]);
  if (id < 320) return Buffer.from([format << 6, id - 64]);
  return Buffer.from([(format << 6) | 1, (id - 64) & 255, (id - 64) >> 8]);
}
