import type { EncodedLive, EncoderFeed, LiveProcess, LiveProcessEnd } from "@shoal/media";
import { flvHeader, flvTag, type MediaMessage } from "@shoal/rtmp";
import type { InputHead } from "./flv-input.ts";

export interface EncoderRunOptions {
  live: EncodedLive;
  process: LiveProcess;
  renditions: readonly string[];
  head: InputHead;
  /** When what it gets first came, ms since 1970. */
  startedAtMs: number;
  onOutput(run: EncoderRun, trackId: string, bytes: Buffer): void;
  onEnd(run: EncoderRun, end: LiveProcessEnd): void;
}

/** One encoder of a live, from its first picture to its end. */
export class EncoderRun {
  readonly #options: EncoderRunOptions;
  readonly #feed: EncoderFeed;
  #isInputEnded = false;
  #owesSinceMs = Infinity;

  constructor(options: EncoderRunOptions) {
    const { live, process, head, startedAtMs, renditions, onOutput, onEnd } = options;
    this.#options = options;
    this.#feed = live.beginEncoder(startedAtMs);
    for (const [n, pipe] of process.outputs.entries())
      pipe.on("data", (bytes: Buffer) => onOutput(this, renditions[n] ?? "", bytes));
    void process.ended.then((end) => onEnd(this, end));
    process.input.write(flvHeader({ hasAudio: head.hasSound, hasVideo: head.picture !== undefined }));
    for (const config of head.configs) process.input.write(flvTag(config));
  }

  /** Since when it has been fed and has given nothing; Infinity when it owes nothing. */
  get owesSinceMs(): number {
    return this.#owesSinceMs;
  }

  /** @returns what to wait for before more is written; undefined when there is room. */
  write(message: MediaMessage, nowMs: number): Promise<void> | undefined {
    this.#owesSinceMs = Math.min(this.#owesSinceMs, nowMs);
    const { input, ended } = this.#options.process;
    if (this.#isInputEnded || input.write(flvTag(message))) return undefined;
    return Promise.race([
      new Promise<void>((resolve) => input.once("drain", resolve)),
      ended.then(() => undefined),
    ]);
  }

  /** @throws as `EncoderFeed.push` */
  push(trackId: string, bytes: Buffer): void {
    this.#owesSinceMs = Infinity;
    this.#feed.push(trackId, bytes);
  }

  /** What it has still to give comes yet. */
  endInput(): void {
    this.#isInputEnded = true;
    this.#options.process.input.end();
  }

  /** It has given all. */
  finish(): void {
    this.#feed.end();
  }

  kill(): void {
    this.#isInputEnded = true;
    this.#options.process.kill();
  }
}
