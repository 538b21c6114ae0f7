import { isNotCopied } from "@shoal/media";
import { type Endable, type EndReason, type MediaSink, untilAborted } from "@shoal/rtmp";
import { Recording } from "../capture/recording.ts";
import type { ConclusionRequest, RejectionReason } from "./protocol/handshake.ts";
import { MediaKeys } from "./protocol/key-material.ts";
import { type ControlPacket, type DataPacket, parsePacket } from "./protocol/packet.ts";
import { SrtLink } from "./srt-link.ts";
import type { SrtLimits, SrtServerOptions } from "./srt-server.types.ts";
import { parseStreamId } from "./stream-id.ts";

/**
 * The longest latency that a caller may request for retransmission, in ms. With a longer latency, the live would lag too far
 * behind.
 */
const MAX_LATENCY_MS = 8_000;
/** The shortest latency, as in libsrt. */
const MIN_LATENCY_MS = 120;

export interface SrtSessionDeps {
  options: SrtServerOptions;
  limits: SrtLimits;
  address: string;
  /** The caller's socket id, and the sequence number of its first packet. */
  peer: { socketId: number; initialSequence: number };
  conclusion: ConclusionRequest;
  /** Called when the caller is accepted, so that it no longer counts as waiting. */
  onAccepted(latencyMs: number): void;
  onRejected(why: RejectionReason): void;
  send(bytes: Buffer): void;
}

/** The session of one caller, after its handshake. A failure ends only this session. */
export class SrtSession implements Endable {
  readonly #deps: SrtSessionDeps;
  readonly #abort = new AbortController();
  readonly #ended = Promise.withResolvers<void>();
  readonly #beganAtMs = performance.now();
  #receivedAtMs = 0;
  #mediaAtMs = 0;
  #link: SrtLink | undefined;
  /** The live to which the caller publishes. */
  #id: string | undefined;
  #sink: MediaSink | undefined;
  #recording: Recording | undefined;
  #isH264 = true;
  #isFull = false;
  /** When the caller announced the end of its stream. */
  #flushedAtMs: number | undefined;
  #endReason: EndReason | undefined;

  constructor(deps: SrtSessionDeps) {
    this.#deps = deps;
    this.#begin().catch((error: unknown) => this.#reject("unavailable", "failed", getErrorMessage(error)));
  }

  /** Resolves when both the connection and its sink have ended. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  end(reason: EndReason): Promise<void> {
    this.#stop(reason);
    return this.ended;
  }

  /** Handles a packet from the caller. */
  handle(bytes: Buffer): void {
    const packet = parsePacket(bytes);
    if (!packet || !this.#link || this.#endReason || this.#flushedAtMs !== undefined) return;
    this.#receivedAtMs = this.#nowMs();
    if (packet.kind === "data") this.#handleData(this.#link, packet);
    else void this.#handleControl(this.#link, packet);
  }

  /** Checks timeouts and sends due packets. Must be called every few milliseconds. */
  tick(): void {
    const { limits } = this.#deps;
    const nowMs = this.#nowMs();
    if (this.#endReason) return;
    if (!this.#link) {
      if (nowMs > limits.setupMs) this.#stop("too_late");
      return;
    }
    if (this.#flushedAtMs !== undefined) {
      if (nowMs - this.#flushedAtMs > limits.flushMs) this.#stop("unpublished");
      return;
    }
    if (nowMs - this.#receivedAtMs > limits.silentMs) this.#stop("disconnected");
    else if (nowMs - this.#mediaAtMs > limits.idleMs) this.#stop("idle");
    else {
      this.#link.tick();
      this.#record();
    }
  }

  async #begin(): Promise<void> {
    const { options, conclusion } = this.#deps;
    const { signal } = this.#abort;
    const id = parseStreamId(conclusion.streamId);
    const key = id && (await untilAborted(options.findKey(id, signal), signal));
    if (this.#endReason) return;
    if (!key) return this.#reject("unknownStream", "closed", "No such stream");
    const keys = new MediaKeys(key);
    if (!(await keys.install(conclusion.keyMaterial)))
      return this.#reject("wrongPassphrase", "closed", "A wrong passphrase");
    const admission = await untilAborted(options.admit({ key }, signal), signal);
    if (!admission || this.#endReason) return;
    if (!admission.isAdmitted) {
      const why = admission.refusal === "stopped" ? "stopped" : "unknownStream";
      return this.#reject(why, "closed", admission.reason);
    }
    this.#id = admission.id;
    const isFirst = await options.publishers.claim(admission.id, this);
    if (this.#endReason) return;
    if (!isFirst) return this.#reject("failed", "replaced", "Somebody else publishes");
    this.#sink = admission.open();
    this.#accept(this.#sink, keys);
  }

  #accept(sink: MediaSink, keys: MediaKeys): void {
    const { conclusion, peer, send, onAccepted } = this.#deps;
    const latencyMs = Math.min(Math.max(conclusion.latencyMs, MIN_LATENCY_MS), MAX_LATENCY_MS);
    const nowMs = () => this.#nowMs();
    this.#link = new SrtLink({
      peerSocketId: peer.socketId,
      initialSequence: peer.initialSequence,

      latencyMs,
      keys,
      nowMs,
      send,
    });
    this.#receivedAtMs = this.#nowMs();
    this.#mediaAtMs = this.#receivedAtMs;
    this.#read(sink);
    onAccepted(latencyMs);
  }

  /**
   * Reads the stream and copies its video if it is H.264. Otherwise another process continues at the same position and encodes the
   * video.
   */
  #read(sink: MediaSink): void {
    const recording = new Recording(this.#deps.options.startRemuxer({ isH264: this.#isH264 }), sink);
    this.#recording = recording;
    recording.ended.then(
      () => this.#stop("unpublished"),
      (error: unknown) => {
        if (this.#endReason) return;
        if (this.#isH264 && isNotCopied(getErrorMessage(error))) {
          this.#isH264 = false;
          this.#read(sink);
        } else this.#stop("failed", getErrorMessage(error));
      },
    );
  }

  #handleData(link: SrtLink, packet: DataPacket): void {
    this.#mediaAtMs = this.#nowMs();
    link.handleData(packet);
    this.#record();
  }

  async #handleControl(link: SrtLink, packet: ControlPacket): Promise<void> {
    if (!(await link.handleControl(packet))) this.#flush();
  }

  /** Limits the time for processing the last message. */
  #flush(): void {
    this.#record();
    this.#flushedAtMs ??= this.#nowMs();
    this.#recording?.end();
  }

  /** Passes received media on while there is room. Otherwise the link fills up and stops requesting packets. */
  #record(): void {
    if (this.#isFull) return;
    const media = this.#link?.drainMedia() ?? [];
    if (media.length === 0) return;
    const room = this.#recording?.write(Buffer.concat(media));
    if (!room) return;
    this.#isFull = true;
    void room.then(() => {
      this.#isFull = false;
    });
  }

  #nowMs(): number {
    return performance.now() - this.#beganAtMs;
  }

  #reject(why: RejectionReason, reason: EndReason, detail: string): void {
    if (this.#endReason) return;
    this.#deps.onRejected(why);
    this.#stop(reason, detail);
  }

  #stop(reason: EndReason, detail = ""): void {
    if (this.#endReason) return;
    this.#endReason = reason;
    this.#abort.abort();
    this.#link?.close();
    if (detail) this.#deps.options.onFault?.({ address: this.#deps.address, reason, detail });
    void this.#leave(reason);
  }

  async #leave(reason: EndReason): Promise<void> {
    if (this.#recording) await this.#recording.leave(reason);
    else this.#sink?.end(reason);
    if (this.#id !== undefined) this.#deps.options.publishers.leave(this.#id, this);
    if (this.#link) this.#deps.options.onEnded?.(this.#link.counts);
    this.#ended.resolve();
  }
}

const getErrorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
