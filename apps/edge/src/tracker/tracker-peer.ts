import { parseTrackerReply, type TrackerReply, type TrackerRequest } from "@shoal/p2p/protocol";
import { WebSocket } from "ws";

type ReplyOf<T extends TrackerReply["type"]> = Extract<TrackerReply, { type: T }>;

/** A viewer's connection to the tracker, for tests. Records messages, and lets tests wait for the next one. */
export class TrackerPeer {
  id = "";
  readonly #socket: WebSocket;
  readonly #replies: TrackerReply[] = [];
  readonly #seen = new Map<TrackerReply["type"], number>();
  readonly #closed: Promise<number>;
  #wake: () => void = () => undefined;

  static open(url: string): Promise<TrackerPeer> {
    const socket = new WebSocket(url);
    const peer = new TrackerPeer(socket);
    return new Promise((resolve, reject) => {
      socket.once("open", () => resolve(peer));
      socket.once("error", reject);
    });
  }

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("message", (data) => {
      const reply = parseTrackerReply(data.toString());
      if (!reply) throw new Error(`The tracker sent what its protocol does not know: ${data.toString()}`);
      if (reply.type === "joined") this.id = reply.peerId;
      this.#replies.push(reply);
      this.#wake();
    });
  }

  send(request: TrackerRequest): void {
    this.sendText(JSON.stringify(request));
  }

  sendText(text: string): void {
    this.#socket.send(text);
  }

  /** Stops reading until `resume` is called. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Returns all messages received so far, in order. */
  all(): readonly TrackerReply[] {
    return this.#replies;
  }

  received<T extends TrackerReply["type"]>(type: T): ReplyOf<T>[] {
    return this.#replies.filter((reply): reply is ReplyOf<T> => reply.type === type);
  }

  /** Waits for the next message of a type that has not been returned yet. */
  async next<T extends TrackerReply["type"]>(type: T): Promise<ReplyOf<T>> {
    const index = this.#seen.get(type) ?? 0;
    for (;;) {
      const reply = this.received(type)[index];
      if (reply) {
        this.#seen.set(type, index + 1);
        return reply;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Resolves when the tracker has processed all messages sent so far. */
  async answered(): Promise<void> {
    this.send({ type: "ping" });
    await this.next("pong");
  }

  /** Waits until the connection is closed. @returns the close code. */
  closed(): Promise<number> {
    return this.#closed;
  }

  close(): void {
    this.#socket.close();
  }
}
