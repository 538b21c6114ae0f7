import { randomBytes } from "node:crypto";
import { RtmpFault } from "./fault.ts";

const RTMP_VERSION = 3;
const HANDSHAKE_PACKET_BYTES = 1_536;

/**
 * The server's half of the simple handshake (Adobe, "RTMP 1.0", §5.2), which OBS, ffmpeg and GStreamer use. The digests of Flash
 * players are not checked, because they prove nothing.
 */
export class Handshake {
  #waiting: Buffer = Buffer.alloc(0);
  #isAnswered = false;
  isDone = false;

  /**
   * @returns the bytes to send. Once the handshake is complete, also returns the received bytes that belong to the messages after
   * it.
   * @throws RtmpFault "bad_handshake"
   */
  push(bytes: Buffer): { reply?: Buffer; rest?: Buffer } {
    this.#waiting = Buffer.concat([this.#waiting, bytes]);
    const [version] = this.#waiting;
    if (!this.#isAnswered && version !== undefined && version !== RTMP_VERSION)
      throw new RtmpFault("bad_handshake", `version ${version}`);
    const reply = this.#answer();
    if (!this.#isAnswered || this.#waiting.length < HANDSHAKE_PACKET_BYTES) return reply ? { reply } : {};
    // The client's echo of the server's packet is not checked, because some clients fill it arbitrarily.
    this.isDone = true;
    return { ...(reply ? { reply } : {}), rest: this.#waiting.subarray(HANDSHAKE_PACKET_BYTES) };
  }

  #answer(): Buffer | undefined {
    if (this.#isAnswered || this.#waiting.length < 1 + HANDSHAKE_PACKET_BYTES) return undefined;
    const theirs = this.#waiting.subarray(1, 1 + HANDSHAKE_PACKET_BYTES);
    this.#waiting = this.#waiting.subarray(1 + HANDSHAKE_PACKET_BYTES);
    this.#isAnswered = true;
    // The server's packet has a time of 0 and four zeros, followed by random bytes.
    const ours = Buffer.concat([Buffer.alloc(8), randomBytes(HANDSHAKE_PACKET_BYTES - 8)]);
    return Buffer.concat([Buffer.from([RTMP_VERSION]), ours, theirs]);
  }
}

/**
 * The client's half of the simple handshake (Adobe, "RTMP 1.0", §5.2). The server's echo is not checked, since it proves nothing.
 */
export class ClientHandshake {
  /** The first message: a time of 0 and four zeros, followed by random bytes. */
  readonly hello = Buffer.concat([
    Buffer.from([RTMP_VERSION]),
    Buffer.alloc(8),
    randomBytes(HANDSHAKE_PACKET_BYTES - 8),
  ]);
  #waiting: Buffer = Buffer.alloc(0);
  isDone = false;

  /**
   * @returns once the handshake is complete, the bytes to send, and the received bytes that belong to the messages after it.
   * @throws RtmpFault "bad_handshake"
   */
  push(bytes: Buffer): { reply: Buffer; rest: Buffer } | undefined {
    this.#waiting = Buffer.concat([this.#waiting, bytes]);
    const [version] = this.#waiting;
    if (version !== undefined && version !== RTMP_VERSION)
      throw new RtmpFault("bad_handshake", `version ${version}`);
    if (this.#waiting.length < 1 + 2 * HANDSHAKE_PACKET_BYTES) return undefined;
    this.isDone = true;
    return {
      reply: this.#waiting.subarray(1, 1 + HANDSHAKE_PACKET_BYTES),
      rest: this.#waiting.subarray(1 + 2 * HANDSHAKE_PACKET_BYTES),
    };
  }
}
