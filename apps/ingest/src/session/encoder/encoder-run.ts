import type { EncodedLive, EncoderFeed, LiveProcess, LiveProcessEnd } from "@shoal/media";
import { flvHeader, flvTag, type MediaMessage } from "@shoal/rtmp";
import type { InputHead } from "../input/flv-input.ts";
import { SilentAudio } from "../input/silent-audio.ts";

export interface EncoderRunOptions {
  live: EncodedLive;
  process: LiveProcess;
  renditions: readonly string[];
  head: InputHead;
  /** Whether the live has audio but its publisher sends none. */
  needsSilence: boolean;
  /** Adds frames while the publisher sends no video; undefined for passthrough. */
  held: { handle(message: MediaMessage): MediaMessage[] } | undefined;
  /** When the first input arrived, in ms since 1970. */
  startedAtMs: number;
  onOutput(run: EncoderRun, trackId: string, bytes: Buffer): void;
  onEnd(run: EncoderRun, end: LiveProcessEnd): void;
}

/** One encoder process of a live, from the first frame that it receives to its end. */
export class EncoderRun {
  readonly #options: EncoderRunOptions;
  readonly #feed: EncoderFeed;
  readonly #silence: SilentAudio | undefined;
  /** The position on the live's timeline at which this run starts. */
  readonly #fromMs: number;
  #isInputEnded = false;
  #owesSinceMs = Infinity;

  constructor(options: EncoderRunOptions) {
    const { live, process, head, startedAtMs, renditions, onOutput, onEnd } = options;
    this.#options = options;
    this.#feed = live.beginEncoder(startedAtMs, renditions);
    for (const [n, pipe] of process.outputs.entries())
      pipe.on("data", (bytes: Buffer) => onOutput(this, renditions[n] ?? "", bytes));
    void process.ended.then((end) => onEnd(this, end));
    this.#fromMs = head.configs[0]?.timestampMs ?? 0;
    if (options.needsSilence) this.#silence = new SilentAudio(this.#fromMs);
    const hasAudio = head.hasSound || options.needsSilence;
    process.input.write(flvHeader({ hasAudio, hasVideo: head.picture !== undefined }));
    const configs = this.#silence ? [...head.configs, this.#silence.config] : head.configs;
    for (const config of configs) this.#send(config);
  }

  /** Whether silence replaces missing audio. */
  get isSilenced(): boolean {
    return this.#silence !== undefined;
  }

  /** Resolves when all output of the process has arrived. */
  get ended(): Promise<void> {
    return this.#options.process.ended.then(() => undefined);
  }

  /** When the process received the oldest input whose output is still missing; Infinity if nothing is pending. */
  get owesSinceMs(): number {
    return this.#owesSinceMs;
  }

  /** Writes a message. @returns a promise to await before writing more; undefined if there is room. */
  write(message: MediaMessage, nowMs: number): Promise<void> | undefined {
    this.#owesSinceMs = Math.min(this.#owesSinceMs, nowMs);
    if (this.#isInputEnded) return undefined;
    for (const silent of this.#silence?.until(message.timestampMs) ?? []) this.#send(silent);
    return this.#give(this.#options.held?.handle(message) ?? [message]);
  }

  /**
   * Repeats these frames while the publisher sends none.
   * @param atMs on the live's timeline.
   */
  stand(pictures: readonly MediaMessage[], atMs: number): void {
    if (this.#isInputEnded || pictures.length === 0) return;
    void this.#give([...(this.#silence?.until(atMs) ?? []), ...pictures]);
  }

  #give(messages: readonly MediaMessage[]): Promise<void> | undefined {
    const { input, ended } = this.#options.process;
    if (messages.map((each) => this.#send(each)).at(-1) ?? true) return undefined;
    return Promise.race([
      new Promise<void>((resolve) => input.once("drain", resolve)),
      ended.then(() => undefined),
    ]);
  }

  /** Sends a message, except audio from before the first frame. @returns false if there is no more room. */
  #send(message: MediaMessage): boolean {
    const timestampMs = Math.max(0, message.timestampMs - this.#fromMs);
    return this.#options.process.input.write(flvTag({ ...message, timestampMs }));
  }

  /**
   * Publishes output of the process.
   * @throws the same errors as `EncoderFeed.push`
   */
  push(trackId: string, bytes: Buffer): void {
    this.#owesSinceMs = Infinity;
    this.#feed.push(trackId, bytes);
  }

  /** Ends the input. The remaining output still arrives. */
  endInput(): void {
    this.#isInputEnded = true;
    this.#options.process.input.end();
  }

  /** Marks the output of the process as complete. */
  finish(): void {
    this.#feed.end();
  }

  kill(): void {
    this.#isInputEnded = true;
    this.#options.process.kill();
  }
}
