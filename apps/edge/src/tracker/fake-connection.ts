import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import { parseTrackerReply, type TrackerReply } from "@shoal/p2p/protocol";
import type { WebSocket } from "ws";
import type { TrackerConnection } from "./member.ts";

/** The first byte of a text message that consists of one frame. */
const TEXT_FRAME_HEAD = 0x81;

/** A fake connection of a viewer, for tests without a network. Records the tracker's messages, and closes on demand. */
export class FakeConnection extends EventEmitter {
  readonly OPEN = 1;
  readyState: number = this.OPEN;
  bufferedAmount = 0;
  /** The code with which the tracker closed the connection. */
  closedWith: number | undefined;
  readonly replies: TrackerReply[] = [];

  get line(): TrackerConnection {
    const write = (frame: Buffer) => this.#receive(frame);
    const stream = { writableCorked: 1, cork: () => {}, uncork: () => {}, write };
    return { socket: this as unknown as WebSocket, stream: stream as unknown as Duplex };
  }

  /** Sends any message as the viewer. */
  send(message: object | string | Buffer): void {
    const isBinary = Buffer.isBuffer(message);
    const text = typeof message === "string" || isBinary ? message : JSON.stringify(message);
    if (this.readyState === this.OPEN) this.emit("message", Buffer.from(text as string), isBinary);
  }

  /** Ends the connection. */
  hangUp(): void {
    this.readyState = 3;
    this.emit("close");
  }

  close(code: number): void {
    this.closedWith ??= code;
    this.readyState = 2;
  }

  terminate(): void {
    this.close(1006);
  }

  received<T extends TrackerReply["type"]>(type: T): Extract<TrackerReply, { type: T }>[] {
    return this.replies.filter((reply): reply is Extract<TrackerReply, { type: T }> => reply.type === type);
  }

  #receive(frame: Buffer): void {
    const [head = 0, bytes = 0] = frame;
    if (head !== TEXT_FRAME_HEAD) return;
    const contentAt = bytes < 126 ? 2 : 4;
    const text = frame.toString("utf8", contentAt);
    const reply = parseTrackerReply(text);
    if (!reply) throw new Error(`The tracker sent what its protocol does not know: ${text}`);
    this.replies.push(reply);
  }
}
