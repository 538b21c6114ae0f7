const HEADER_BYTES = 16;
const CONTROL_BIT = 0x8000;

/** The types of control packets that the server handles. */
export const CONTROL_TYPES = {
  handshake: 0,
  keepAlive: 1,
  ack: 2,
  nak: 3,
  shutdown: 5,
  ackAck: 6,
  dropRequest: 7,
  user: 0x7fff,
} as const;

export interface ControlPacket {
  kind: "control";
  type: number;
  subtype: number;
  /** A value whose meaning depends on the packet's type. */
  info: number;
  socketId: number;
  body: Buffer;
}

export interface DataPacket {
  kind: "data";
  sequence: number;
  /** The encryption key: 0 for none, 1 for the even key, 2 for the odd key. */
  keyIndex: number;
  /** Whether the packet is a whole message. Live senders send only whole messages. */
  isWhole: boolean;
  socketId: number;
  body: Buffer;
}

/**
 * Parses a packet. Its body is a view of the bytes.
 * @returns undefined if the bytes are not a packet.
 */
export function parsePacket(bytes: Buffer): ControlPacket | DataPacket | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const [first, second] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)];
  const socketId = bytes.readUInt32BE(12);
  const body = bytes.subarray(HEADER_BYTES);
  if (first >>> 31 === 0)
    return {
      kind: "data",
      sequence: first,
      socketId,
      body,
      keyIndex: (second >>> 27) & 0b11,
      isWhole: second >>> 30 === 0b11,
    };
  const type = (first >>> 16) & ~CONTROL_BIT;
  return { kind: "control", type, subtype: first & 0xffff, info: second, socketId, body };
}

export interface ControlOptions {
  type: number;
  subtype?: number;
  info?: number;
  /** The receiver's socket id. */
  socketId: number;
  /** The time on the sender's clock, which wraps around. */
  timeMs: number;
  body?: Buffer;
}

/** The body of packets without content. Callers ignore packets without a body, so this one is not empty. */
const EMPTY_BODY = Buffer.alloc(4);

export function encodeControl({
  type,
  subtype = 0,
  info = 0,
  socketId,
  timeMs,
  body = EMPTY_BODY,
}: ControlOptions): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(CONTROL_BIT | type, 0);
  header.writeUInt16BE(subtype, 2);
  header.writeUInt32BE(info, 4);
  header.writeUInt32BE(Math.floor(timeMs * 1_000) % 2 ** 32, 8);
  header.writeUInt32BE(socketId, 12);
  return Buffer.concat([header, body]);
}
