/** Opcodes and flags in the header of a WebSocket frame (RFC 6455, section 5.2). */
const TEXT_OPCODE = 0x1;
const PONG_OPCODE = 0xa;

const FIN_FLAG = 0x80;
/**
 * The greatest length that fits in the second byte of a header. For a greater length, that byte is a marker, followed by two bytes
 * with the length.
 */
const MAX_SHORT_BYTES = 125;
const TWO_BYTE_LENGTH = 126;

/**
 * Encodes a message as one frame, as a server sends it.
 * @param content at most 65,535 bytes as UTF-8.
 */
export function textFrame(content: string): Buffer {
  const { frame, contentAt } = openFrame(TEXT_OPCODE, Buffer.byteLength(content));
  frame.write(content, contentAt);
  return frame;
}

/**
 * Encodes a text frame around bytes that are relayed without decoding them.
 * @param before ASCII text.
 * @param after ASCII text.
 */
export function textFrameAround(before: string, content: Buffer, after: string): Buffer {
  const { frame, contentAt } = openFrame(TEXT_OPCODE, before.length + content.length + after.length);
  frame.write(before, contentAt, "latin1");
  frame.set(content, contentAt + before.length);
  frame.write(after, contentAt + before.length + content.length, "latin1");
  return frame;
}

/** Encodes the response to a ping, with the same content. */
export function pongFrame(content: Buffer): Buffer {
  const { frame, contentAt } = openFrame(PONG_OPCODE, content.length);
  frame.set(content, contentAt);
  return frame;
}

function openFrame(opcode: number, bytes: number): { frame: Buffer; contentAt: number } {
  const isShort = bytes <= MAX_SHORT_BYTES;
  const contentAt = isShort ? 2 : 4;
  const frame = Buffer.allocUnsafe(contentAt + bytes);
  frame[0] = FIN_FLAG | opcode;
  frame[1] = isShort ? bytes : TWO_BYTE_LENGTH;
  if (!isShort) frame.writeUInt16BE(bytes, 2);
  return { frame, contentAt };
}
