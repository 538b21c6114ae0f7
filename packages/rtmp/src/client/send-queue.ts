import { readAudioHeader, readVideoHeader } from "../media/codec-header.ts";
import type { MediaMessage } from "../media/media-message.ts";

/** The limits for messages that wait for a slow receiver. */
export interface QueueLimits {
  /** The maximum age of the oldest waiting message. */
  queuedMs: number;
  queuedBytes: number;
}

interface QueuedMessage {
  message: MediaMessage;
  isConfig: boolean;
  atMs: number;
}

/**
 * Queues messages for a receiver that may be slow. When the receiver falls behind, messages are dropped up to the next key frame.
 * What it receives can then be decoded and is never stale. Codec configurations and metadata are never dropped, and the newest of
 * each kind stays queued. The caller passes the time.
 */
export class SendQueue {
  readonly #limits: QueueLimits;
  #waiting: QueuedMessage[] = [];
  #bytes = 0;
  #hasPicture = false;
  #isKeyAwaited = true;
  /** The number of messages dropped because the receiver was slow. */
  droppedCount = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** Adds a message. @param nowMs the time by a monotonic clock. */
  push(message: MediaMessage, nowMs: number): void {
    const { isConfig, isMedia, isKeyFrame } = kindOf(message);
    if (message.kind === "video") this.#hasPicture = true;
    if (isConfig) this.#replace({ message, isConfig, atMs: nowMs });
    if (!isMedia) return;
    this.#makeRoom(message, nowMs);
    const mayBegin = this.#hasPicture ? isKeyFrame : true;
    if (this.#isKeyAwaited && !mayBegin) return;
    this.#isKeyAwaited = false;
    this.#add({ message, isConfig: false, atMs: nowMs });
  }

  shift(): MediaMessage | undefined {
    const first = this.#waiting.shift();
    this.#bytes -= first?.message.payload.length ?? 0;
    return first?.message;
  }

  #add(waiting: QueuedMessage): void {
    this.#waiting.push(waiting);
    this.#bytes += waiting.message.payload.length;
  }

  /** Replaces an unsent message if no later message depends on it. */
  #replace(waiting: QueuedMessage): void {
    const last = this.#waiting.findLastIndex(
      (each) => each.isConfig && each.message.kind === waiting.message.kind,
    );
    const isUnused = last >= 0 && this.#waiting.slice(last).every(({ isConfig }) => isConfig);
    if (isUnused) this.#bytes -= this.#waiting.splice(last, 1)[0]?.message.payload.length ?? 0;
    this.#add(waiting);
    if (this.#bytes > this.#limits.queuedBytes) this.#dropMedia();
  }

  #makeRoom({ payload }: MediaMessage, nowMs: number): void {
    const oldest = this.#waiting.find(({ isConfig }) => !isConfig);
    const isLate = oldest !== undefined && nowMs - oldest.atMs > this.#limits.queuedMs;
    if (!isLate && this.#bytes + payload.length <= this.#limits.queuedBytes) return;
    this.#dropMedia();
  }

  #dropMedia(): void {
    this.#isKeyAwaited = true;
    const newest = new Map(
      this.#waiting.filter(({ isConfig }) => isConfig).map((each) => [each.message.kind, each]),
    );
    this.droppedCount += this.#waiting.filter(({ isConfig }) => !isConfig).length;
    this.#waiting = [...newest.values()];
    this.#bytes = this.#waiting.reduce((sum, { message }) => sum + message.payload.length, 0);
  }
}

function kindOf(message: MediaMessage): { isConfig: boolean; isMedia: boolean; isKeyFrame: boolean } {
  if (message.kind === "script") return { isConfig: true, isMedia: false, isKeyFrame: false };
  if (message.kind === "audio")
    return { isConfig: false, isMedia: false, ...readAudioHeader(message), isKeyFrame: false };
  return { isConfig: false, isMedia: false, isKeyFrame: false, ...readVideoHeader(message) };
}
