import { randomBytes } from "node:crypto";
import { RtmpFault } from "../protocol/fault.ts";

const VERSION = 3;
const PACKET_BYTES = 1_536;

/** The client's half of the simple handshake (Adobe, "RTMP 1.0", §5.2). What the server echoes of ours proves nothing. */
export class ClientHandshake {
  /** What is sent first: a time of 0 and four zeros, then anything. */
  readonly hello = Buffer.concat([Buffer.from([VERSION]), Buffer.alloc(8), randomBytes(PACKET_BYTES - 8)]);
  #waiting: Buffer = Buffer.alloc(0);
  isDone = false;

  /**
   * @returns once it is done, what is to be sent, and what belongs to the messages after it.
   * @throws RtmpFault "bad_handshake"
   */
  push(bytes: Buffer): { reply: Buffer; rest: Buffer } | undefined {
    this.#waiting = Buffer.concat([this.#waiting, bytes]);
    const [version] = this.#waiting;
    if (version !== undefined && version !== VERSION)
      throw new RtmpFault("bad_handshake", `version ${version}`);
    if (this.#waiting.length < 1 + 2 * PACKET_BYTES) return undefined;
    this.isDone = true;
    return {
      reply: this.#waiting.subarray(1, 1 + PACKET_BYTES),
      rest: this.#waiting.subarray(1 + 2 * PACKET_BYTES),
    };
  }
}
