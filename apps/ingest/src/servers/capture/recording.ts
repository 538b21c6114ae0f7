import { once } from "node:events";
import type { LiveProcess } from "@shoal/media";
import { type EndReason, FlvReader, type MediaSink, untilAborted } from "@shoal/rtmp";
import type { CaptureIntake } from "./capture-server.types.ts";

/** A browser's recording. A separate process reads it, and its messages are passed on one by one. */
export class Recording implements CaptureIntake {
  readonly #remuxer: LiveProcess;
  readonly #sink: MediaSink;
  readonly #abort = new AbortController();
  readonly ended: Promise<void>;

  constructor(remuxer: LiveProcess, sink: MediaSink) {
    this.#remuxer = remuxer;
    this.#sink = sink;
    this.ended = this.#readOn();
    // Listeners get this error. If there are none, it must not become an unhandled rejection.
    this.ended.catch(() => undefined);
  }

  write(slice: Buffer): Promise<unknown> | undefined {
    if (slice.length === 0 || this.#remuxer.input.write(slice)) return undefined;
    const { signal } = this.#abort;
    return Promise.race([once(this.#remuxer.input, "drain", { signal }), this.ended]).catch(() => undefined);
  }

  end(): void {
    this.#remuxer.input.end();
  }

  async leave(reason: EndReason): Promise<void> {
    this.#kill();
    await this.ended.catch(() => undefined);
    this.#sink.end(reason);
  }

  #kill(): void {
    this.#abort.abort();
    this.#remuxer.kill();
  }

  /** Reads with backpressure: a full sink blocks the pipe, which blocks the process, which in turn blocks the publisher. */
  async #readOn(): Promise<void> {
    const reader = new FlvReader();
    const { signal } = this.#abort;
    try {
      for await (const bytes of this.#remuxer.outputs[0] ?? [])
        for (const message of reader.push(bytes as Buffer)) {
          const written = this.#sink.write(message);
          if (written) await untilAborted(written, signal);
        }
    } catch (error) {
      this.#kill();
      throw error;
    }
    const { exitCode, stderrTail } = await this.#remuxer.ended;
    if (exitCode !== 0 && !signal.aborted) throw new Error(`The recording cannot be read: ${stderrTail}`);
  }
}
