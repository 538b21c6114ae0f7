import type { Socket } from "node:net";
import { mediaOf } from "../media/media-message.ts";
import { ChunkReader, MAX_MESSAGE_BYTES } from "../protocol/chunk-reader.ts";
import { type Command, readCommand } from "../protocol/command.ts";
import { RtmpFault } from "../protocol/fault.ts";
import { Handshake } from "../protocol/handshake.ts";
import { MESSAGE, type RtmpMessage } from "../protocol/message.ts";
import {
  acceptConnect,
  acceptPublish,
  confirmUnpublish,
  refusePublish,
  STREAM_ID,
  WINDOW_BYTES,
  writeAcknowledgement,
  writeAnswer,
} from "./commands.ts";
import type { EndReason } from "./end-reason.ts";
import type { Endable, Publishers } from "./publishers.ts";
import type { MediaSink, RtmpLimits, RtmpServerOptions } from "./rtmp-server.types.ts";
import { untilAborted } from "./until-aborted.ts";

/** The maximum length of a message before publishing starts, when no client needs a longer one. */
const MAX_SETUP_MESSAGE_BYTES = 16_384;
const MAX_TEXT_LENGTH = 512;
/** The number of unread bytes above which a publisher is disconnected. The server's messages are few and short. */
const MAX_UNREAD_BYTES = 65_536;
/** How long the final messages may take to reach the publisher. */
const FAREWELL_TIMEOUT_MS = 2_000;

export interface SessionDeps {
  options: Pick<RtmpServerOptions, "admit" | "onFault">;
  limits: RtmpLimits;
  publishers: Publishers;
  /** The caller's address. Behind a proxy, it differs from the socket's address. */
  address: string;
  /** Called when the client publishes, from when on it no longer counts as waiting. */
  onPublishing(): void;
}

/** One connection. A single loop reads it, so nothing runs concurrently. */
export class RtmpSession implements Endable {
  readonly #socket: Socket;
  readonly #deps: SessionDeps;
  readonly #address: string;
  readonly #handshake = new Handshake();
  readonly #reader = new ChunkReader();
  readonly #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout>;
  #app: string | undefined;
  /** The stream that the client may publish. */
  #id: string | undefined;
  #sink: MediaSink | undefined;
  #endReason: EndReason | undefined;
  #acknowledgedBytes = 0;
  #ended: Promise<void> | undefined;

  constructor(socket: Socket, deps: SessionDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#address = deps.address;
    this.#timer = setTimeout(() => this.#stop("too_late"), deps.limits.setupMs);
    this.#reader.messageMaxBytes = MAX_SETUP_MESSAGE_BYTES;
    socket.setNoDelay(true);
    // The read loop handles errors. Errors after the loop has ended do not matter.
    socket.on("error", () => {});
  }

  /** Resolves when the connection and its sink have ended. Never rejects. */
  run(): Promise<void> {
    this.#ended ??= this.#run();
    return this.#ended;
  }

  end(reason: EndReason): Promise<void> {
    this.#stop(reason);
    return this.run();
  }

  async #run(): Promise<void> {
    let detail = "";
    try {
      // The last message must still be sent when the loop ends.
      for await (const bytes of this.#socket.iterator({ destroyOnReturn: false })) {
        await this.#handleBytes(bytes as Buffer);
        if (this.#endReason) break;
      }
    } catch (error) {
      detail = this.#endReason ? "" : getErrorMessage(error);
      this.#endReason ??= reasonOf(error);
    } finally {
      clearTimeout(this.#timer);
      this.#abort.abort();
      this.#leave(this.#endReason ?? "disconnected", detail);
    }
  }

  async #handleBytes(bytes: Buffer): Promise<void> {
    let messages = bytes;
    if (!this.#handshake.isDone) {
      const { reply, rest } = this.#handshake.push(bytes);
      if (reply) this.#send(reply);
      if (!rest) return;
      messages = rest;
    }
    for (const message of this.#reader.push(messages)) {
      await this.#handleMessage(message);
      if (this.#endReason) return;
    }
    const { bytesRead } = this.#socket;
    if (bytesRead - this.#acknowledgedBytes < WINDOW_BYTES / 2) return;
    this.#acknowledgedBytes = bytesRead;
    this.#send(writeAcknowledgement(bytesRead));
  }

  async #handleMessage(message: RtmpMessage): Promise<void> {
    const { type } = message;
    if (type === MESSAGE.command || type === MESSAGE.commandAmf3) {
      await this.#obey(readCommand(message));
      return;
    }
    const sink = this.#sink;
    if (!sink) return;
    for (const media of mediaOf(message)) {
      if (media.kind !== "script") this.#timer.refresh();
      const written = sink.write(media);
      if (written) await untilAborted(written, this.#abort.signal);
    }
  }

  async #obey(command: Command): Promise<void> {
    const { name, transaction } = command;
    switch (name) {
      case "connect":
        this.#app = parseText(command.about.app, "app");
        this.#send(acceptConnect(transaction));
        break;
      case "createStream":
        this.#send(writeAnswer(transaction, STREAM_ID));
        break;
      case "releaseStream":
      case "FCPublish":
        this.#send(writeAnswer(transaction));
        break;
      case "publish":
        await this.#publish(keyOf(parseText(command.values[0], "the stream's name")));
        break;
      case "FCUnpublish":
      case "deleteStream":
      case "closeStream":
        if (this.#sink) this.#bid(confirmUnpublish(), "unpublished");
        break;
      default:
        // Requests of players are ignored, as are messages of encoders that need no response.
        break;
    }
  }

  async #publish(key: string): Promise<void> {
    const { options, publishers, limits, onPublishing } = this.#deps;
    if (this.#app === undefined || this.#sink) throw new RtmpFault("bad_command", "publish out of turn");
    const request = { app: this.#app, key, address: this.#address };
    const { signal } = this.#abort;
    const admission = await untilAborted(options.admit(request, signal), signal);
    if (!admission) return;
    if (!admission.isAdmitted) {
      this.#bid(refusePublish(admission.reason), "closed");
      return;
    }
    this.#id = admission.id;
    if (!(await publishers.claim(this.#id, this)) || this.#endReason) {
      this.#bid(refusePublish("Somebody else publishes with this key."), "replaced");
      return;
    }
    this.#sink = admission.open();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stop("idle"), limits.idleMs);
    this.#reader.messageMaxBytes = MAX_MESSAGE_BYTES;
    onPublishing();
    this.#send(acceptPublish());
  }

  #send(bytes: Buffer): void {
    if (this.#socket.writableLength > MAX_UNREAD_BYTES) this.#stop("too_late");
    else if (this.#socket.writable) this.#socket.write(bytes);
  }

  /** Sends a last message and ends the connection. */
  #bid(bytes: Buffer, reason: EndReason): void {
    this.#endReason ??= reason;
    this.#send(bytes);
  }

  #stop(reason: EndReason): void {
    if (this.#endReason) return;
    this.#endReason = reason;
    this.#abort.abort();
    this.#socket.destroy();
  }

  #leave(reason: EndReason, detail: string): void {
    this.#endReason ??= reason;
    // Later data is read and discarded. Otherwise the connection would be reset, and the last message would be lost.
    if (this.#socket.writable) this.#socket.end();
    this.#socket.resume();
    const farewell = setTimeout(() => this.#socket.destroy(), FAREWELL_TIMEOUT_MS);
    farewell.unref();
    this.#socket.once("close", () => clearTimeout(farewell));
    if (this.#id !== undefined) this.#deps.publishers.leave(this.#id, this);
    if (detail && reason !== "disconnected") this.#reportFault(reason, detail);
    try {
      this.#sink?.end(reason);
    } catch (error) {
      // The failure of one live ends only that live.
      this.#reportFault("failed", getErrorMessage(error));
    }
  }

  #reportFault(reason: EndReason, detail: string): void {
    this.#deps.options.onFault?.({ address: this.#address, reason, detail });
  }
}

/** Returns a value that must be a string. @throws RtmpFault "bad_command" */
function parseText(value: unknown, what: string): string {
  if (typeof value === "string" && value.length <= MAX_TEXT_LENGTH) return value;
  throw new RtmpFault("bad_command", `${what} is missing or too long`);
}

/** Returns the key without a query, which some encoders append for other servers. */
const keyOf = (name: string): string => name.split("?", 1)[0] ?? "";

const getErrorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

function reasonOf(error: unknown): EndReason {
  if (error instanceof RtmpFault) return error.code;
  // Errors with a code come from the socket, which was reset or ended too soon. All others come from the sink or the owner.
  const isSocket = error instanceof Error && "code" in error;
  return isSocket ? "disconnected" : "failed";
}
