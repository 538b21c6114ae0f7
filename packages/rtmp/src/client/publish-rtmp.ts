import type { Socket } from "node:net";
import type { MediaMessage } from "../media/media-message.ts";
import { SET_DATA_FRAME } from "../media/media-message.ts";
import { ChunkReader } from "../protocol/chunk-reader.ts";
import { WRITTEN_CHUNK_BYTES, writeMessage } from "../protocol/chunk-writer.ts";
import { type Command, readCommand } from "../protocol/command.ts";
import { RtmpFault } from "../protocol/fault.ts";
import { ClientHandshake } from "../protocol/handshake.ts";
import { MESSAGE, type RtmpMessage } from "../protocol/message.ts";
import {
  acknowledgementOf,
  CALL_IDS,
  connectCommand,
  createStreamCommand,
  publishCommand,
  sendUnpublish,
  writePong,
} from "./client-commands.ts";
import type {
  Publication,
  PublicationEnd,
  PublicationEndReason,
  PublicationLimits,
  PublicationOptions,
} from "./publish-rtmp.types.ts";
import { SendQueue } from "./send-queue.ts";

/** The default limits. The viewers of a platform do not notice a delay of 2 s. 16 MB are 1 s of a live with the highest bit rate. */
const DEFAULT_LIMITS: PublicationLimits = {
  setupMs: 10_000,
  stallMs: 10_000,

  queuedMs: 2_000,
  queuedBytes: 16_000_000,
};
/** The number of bytes that are passed to the system ahead of time. Messages that still wait here can be dropped. */
const MAX_WRITE_AHEAD_BYTES = 65_536;
/** The maximum size of a message from the server, whose responses are short. */
const MAX_ANSWER_BYTES = 65_536;
/** The number of bytes that a server may send beyond those it received. */
const MAX_TALK_BYTES = 1_000_000;
/** The number of received bytes after which the client sends an acknowledgement (RTMP 5.4.3). */
const WINDOW_BYTES = 500_000;
/** How long the final messages may take to reach the server. */
const FAREWELL_TIMEOUT_MS = 2_000;
const PING_EVENT = 6;
const MESSAGE_TYPE_OF_KIND = { audio: MESSAGE.audio, video: MESSAGE.video, script: MESSAGE.data } as const;

/**
 * Publishes to an RTMP server like an encoder. A failure ends this publication and is never thrown.
 * @example
 * const publication = publishRtmp({ address, key, connect, onStart: () => publication.send(config) });
 * const { reason } = await publication.ended;
 */
export const publishRtmp = (options: PublicationOptions): Publication => new RtmpPublication(options);

class RtmpPublication implements Publication {
  readonly ended: Promise<PublicationEnd>;
  readonly #options: PublicationOptions;
  readonly #limits: PublicationLimits;
  readonly #handshake = new ClientHandshake();
  readonly #reader = new ChunkReader();
  readonly #queue: SendQueue;
  readonly #abort = new AbortController();
  readonly #setupTimer: ReturnType<typeof setTimeout>;
  #stallTimer: ReturnType<typeof setTimeout> | undefined;
  #socket: Socket | undefined;
  #streamId: number | undefined;
  #isStarted = false;
  #reason: PublicationEndReason | undefined;
  #inFlight = 0;
  #acknowledgedBytes = 0;
  sentBytes = 0;

  constructor(options: PublicationOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#queue = new SendQueue(this.#limits);
    this.#reader.messageMaxBytes = MAX_ANSWER_BYTES;
    this.#setupTimer = setTimeout(() => this.#stop("too_late"), this.#limits.setupMs);
    this.ended = this.#run();
  }

  get droppedCount(): number {
    return this.#queue.droppedCount;
  }

  send(message: MediaMessage): void {
    if (!this.#isStarted || this.#reason) return;
    this.#queue.push(message, performance.now());
    this.#pump();
  }

  close(): void {
    if (this.#reason) return;
    const socket = this.#socket;
    if (!this.#isStarted || !socket || this.#streamId === undefined) {
      this.#stop("closed");
      return;
    }
    this.#reason = "closed";
    socket.end(sendUnpublish(this.#streamId, this.#options.key));
    const farewell = setTimeout(() => socket.destroy(), FAREWELL_TIMEOUT_MS);
    socket.once("close", () => clearTimeout(farewell));
  }

  async #run(): Promise<PublicationEnd> {
    let error: unknown;
    try {
      const socket = await this.#options.connect(this.#abort.signal);
      this.#socket = socket;
      await this.#talk(socket);
    } catch (thrown) {
      error = thrown;
    }
    this.#reason ??= this.#reasonOf(error);
    clearTimeout(this.#setupTimer);
    clearTimeout(this.#stallTimer);
    this.#socket?.destroy();
    return { reason: this.#reason, ...(error === undefined ? {} : { error }) };
  }

  async #talk(socket: Socket): Promise<void> {
    // The read loop handles errors. Errors after the loop has ended do not matter.
    socket.on("error", () => {});
    socket.setNoDelay(true);
    if (this.#reason) return;
    socket.write(this.#handshake.hello);
    for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
      // Once the last message is sent, the server's responses no longer matter.
      if (this.#reason === undefined) this.#handleBytes(bytes as Buffer, socket);
    }
  }

  #handleBytes(bytes: Buffer, socket: Socket): void {
    if (socket.bytesRead > MAX_TALK_BYTES + this.sentBytes)
      throw new RtmpFault("message_too_large", "the server says more than it is told");
    let messages = bytes;
    if (!this.#handshake.isDone) {
      const done = this.#handshake.push(bytes);
      if (!done) return;
      const { app, tcUrl } = this.#options.address;
      this.#write(done.reply);
      this.#write(connectCommand(app, tcUrl));
      messages = done.rest;
    }
    for (const message of this.#reader.push(messages)) this.#handleMessage(message);
    if (socket.bytesRead - this.#acknowledgedBytes < WINDOW_BYTES) return;
    this.#acknowledgedBytes = socket.bytesRead;
    this.#write(acknowledgementOf(socket.bytesRead));
  }

  #handleMessage(message: RtmpMessage): void {
    const { type, payload } = message;
    if (type === MESSAGE.command || type === MESSAGE.commandAmf3) this.#handleCommand(readCommand(message));
    const isPing =
      type === MESSAGE.userControl && payload.length >= 6 && payload.readUInt16BE(0) === PING_EVENT;
    if (isPing) this.#write(writePong(payload.subarray(2, 6)));
  }

  #handleCommand({ name, transaction, values: [value] }: Command): void {
    const isOurs = transaction === CALL_IDS.connect || transaction === CALL_IDS.createStream;
    if (name === "_result" && transaction === CALL_IDS.connect)
      this.#write(createStreamCommand(this.#options.key));
    if (name === "_result" && transaction === CALL_IDS.createStream) this.#publish(value);
    if (name === "_error" && isOurs) this.#stop("refused");
    if (name === "onStatus") this.#handleStatus(value);
  }

  #publish(streamId: unknown): void {
    if (this.#streamId !== undefined) return;
    if (typeof streamId !== "number" || streamId < 0 || streamId > 0xffff_ffff)
      throw new RtmpFault("bad_command", "a stream without a number");
    this.#streamId = Math.trunc(streamId);
    this.#write(publishCommand(this.#streamId, this.#options.key));
  }

  #handleStatus(status: unknown): void {
    const { level, code } = (status ?? {}) as { level?: unknown; code?: unknown };
    if (level === "error") this.#stop("refused");
    if (code !== "NetStream.Publish.Start" || this.#isStarted || this.#streamId === undefined) return;
    this.#isStarted = true;
    clearTimeout(this.#setupTimer);
    this.#options.onStart();
  }

  /** Writes a response, unless the server does not read what it is sent. */
  #write(bytes: Buffer): void {
    const socket = this.#socket;
    if (socket?.writable && socket.writableLength <= MAX_WRITE_AHEAD_BYTES) socket.write(bytes);
  }

  /** Writes waiting messages, as many as the socket accepts. */
  #pump(): void {
    const socket = this.#socket;
    while (socket?.writable && !this.#reason && socket.writableLength < MAX_WRITE_AHEAD_BYTES) {
      const message = this.#queue.shift();
      if (!message) return;
      const bytes = this.#written(message);
      if (this.#inFlight++ === 0) this.#watchStall();
      socket.write(bytes, (error) => this.#recordSent(error ? 0 : bytes.length));
    }
  }

  #written({ kind, timestampMs, payload }: MediaMessage): Buffer {
    const message = {
      type: MESSAGE_TYPE_OF_KIND[kind],
      streamId: this.#streamId ?? 0,
      timestampMs: timestampMs >>> 0,
    };
    const named = kind === "script" ? Buffer.concat([SET_DATA_FRAME, payload]) : payload;
    return writeMessage({ ...message, payload: named }, WRITTEN_CHUNK_BYTES);
  }

  #recordSent(bytes: number): void {
    this.#inFlight -= 1;
    this.sentBytes += bytes;
    this.#pump();
    if (this.#inFlight > 0) this.#stallTimer?.refresh();
    else clearTimeout(this.#stallTimer);
  }

  #watchStall(): void {
    clearTimeout(this.#stallTimer);
    if (!this.#reason) this.#stallTimer = setTimeout(() => this.#stop("too_slow"), this.#limits.stallMs);
  }

  #stop(reason: PublicationEndReason): void {
    this.#reason ??= reason;
    this.#abort.abort();
    this.#socket?.destroy();
  }

  #reasonOf(error: unknown): PublicationEndReason {
    if (error instanceof RtmpFault) return error.code;
    if (this.#isStarted) return "disconnected";
    // Platforms close the connection after a wrong key, without an error.
    return this.#handshake.isDone ? "refused" : "not_connected";
  }
}
