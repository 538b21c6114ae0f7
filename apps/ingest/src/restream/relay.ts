import type { RelayFault, RelayState, RelayStatus } from "@shoal/contract";
import type { RelayTarget } from "@shoal/contract/ingest";
import type { LiveClock } from "@shoal/media";
import type { MediaMessage } from "@shoal/rtmp";
import { BitrateMeter } from "./bitrate-meter.ts";
import type { ConnectTarget, TargetConnection } from "./connect-target.ts";

/** The first retry delay, which doubles with each failure. Faster retries would not help a platform that is unavailable. */
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** How long a connection must work before the retry delay is reset. */
const STABLE_AFTER_MS = 30_000;

export interface RelayOptions {
  target: RelayTarget;
  clock: LiveClock;
  /** Returns a number from 0 to 1. It spreads the reconnections of targets that failed at the same moment. */
  random: () => number;
  open: ConnectTarget;
  /** Returns the codec configurations and metadata that a new connection needs before the first frame. */
  configs(): readonly MediaMessage[];
}

/** Restreams a live to one target, with retries, while the live's publisher is connected. */
export class Relay {
  readonly target: RelayTarget;
  readonly #options: RelayOptions;
  readonly #closing = new AbortController();
  #sending: TargetConnection | undefined;
  #state: RelayState = "waiting";
  #sinceMs: number;
  #restarts = -1;
  #failures = 0;
  #lastError: RelayFault | null = null;
  #isFed = false;
  #fed = Promise.withResolvers<void>();
  /**
   * The origin of the target's timestamps: the timestamp of the first message sent to it, less than a key-frame interval before the
   * first frame.
   */
  #firstAtMs: number | undefined;
  readonly #meter: BitrateMeter;
  /** Resolves once all data has been sent. Never rejects. */
  readonly closed: Promise<void>;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.target = options.target;
    this.#sinceMs = options.clock.nowMs();
    this.#meter = new BitrateMeter(this.#sinceMs);
    this.closed = this.#run();
  }

  get state(): RelayState {
    return this.#state;
  }

  status(): RelayStatus {
    return {
      uuid: this.target.uuid,
      state: this.#state,
      bitrateKbps: this.#meter.read(this.#options.clock.nowMs(), this.#sending?.sentBytes ?? 0),
      restarts: Math.max(0, this.#restarts),
      lastError: this.#lastError,
      sinceMs: this.#sinceMs,
    };
  }

  /** Records that the publisher has connected or left. Targets are connected only while there is a publisher. */
  setFed(isFed: boolean): void {
    if (isFed === this.#isFed) return;
    this.#isFed = isFed;
    if (isFed) this.#fed.resolve();
    else this.#fed = Promise.withResolvers();
  }

  /** Sends a message to the target. @param message a message whose timestamps are on the live's timeline. */
  send(message: MediaMessage): void {
    if (this.#state !== "live") return;
    this.#sending?.send(this.#rebased(message));
  }

  close(): void {
    this.#closing.abort();
    this.#fed.resolve();
    this.#sending?.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      if (!this.#isFed) await this.#fed.promise;
      if (signal.aborted) return;
      const fault = await this.#sendOnce();
      if (signal.aborted) return;
      this.#recordFailure(fault);
      await this.#wait(signal);
    }
  }

  async #sendOnce(): Promise<RelayFault | undefined> {
    this.#restarts += 1;
    this.#firstAtMs = undefined;
    this.#move("connecting");
    const sending = this.#options.open(this.target, () => this.#begin());
    this.#sending = sending;
    const fault = await sending.ended;
    this.#sending = undefined;
    this.#meter.reset(this.#options.clock.nowMs());
    return fault;
  }

  #begin(): void {
    this.#move("live");
    for (const config of this.#options.configs()) this.#sending?.send({ ...config, timestampMs: 0 });
  }

  #recordFailure(fault: RelayFault | undefined): void {
    const wasWell = this.#state === "live" && this.#options.clock.nowMs() - this.#sinceMs >= STABLE_AFTER_MS;
    this.#failures = wasWell ? 1 : this.#failures + 1;
    this.#lastError = fault ?? this.#lastError;
    this.#move("waiting");
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { clock, random } = this.#options;
    const longestMs = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** (this.#failures - 1));
    const waitMs = Math.max(MIN_RETRY_MS, longestMs * (0.5 + random() / 2));
    await clock.waitUntil(clock.nowMs() + waitMs, signal).catch(() => undefined);
  }

  /**
   * Converts a timestamp to the target's origin. The result is at least 0, since audio may arrive slightly later than the video
   * after it.
   */
  #rebased(message: MediaMessage): MediaMessage {
    this.#firstAtMs ??= message.timestampMs;
    return { ...message, timestampMs: Math.max(0, message.timestampMs - this.#firstAtMs) };
  }

  #move(state: RelayState): void {
    this.#state = state;
    this.#sinceMs = this.#options.clock.nowMs();
  }
}
