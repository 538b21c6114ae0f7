import { PassThrough, type Readable, Writable } from "node:stream";
import type { LiveProcess, LiveProcessEnd } from "@shoal/media";

/** A fake encoder. It stores its input, and the test determines its output. */
export class FakeEncoder implements LiveProcess {
  readonly pid = undefined;
  readonly input: Writable;
  readonly outputs: readonly Readable[];
  readonly ended: Promise<LiveProcessEnd>;
  readonly end: (end: LiveProcessEnd) => void;
  readonly pipes: readonly PassThrough[];
  isKilled = false;
  inputBytes = 0;
  isInputEnded = false;
  /** Whether the encoder blocks further input until `releaseAll` is called. */
  isFull = false;
  #releaseOne: (() => void) | undefined;

  constructor(pipeCount: number) {
    const ended = Promise.withResolvers<LiveProcessEnd>();
    this.ended = ended.promise;
    this.end = ended.resolve;
    this.pipes = Array.from({ length: pipeCount }, () => new PassThrough());
    this.outputs = this.pipes;
    this.input = new Writable({
      highWaterMark: 1,
      write: (bytes: Buffer, _encoding, done) => {
        this.inputBytes += bytes.length;
        if (this.isFull) this.#releaseOne = done;
        else done();
      },
      final: (done) => {
        this.isInputEnded = true;
        done();
      },
    });
  }

  /** Accepts the input that waits, and further input until `isFull` is set again. */
  releaseAll(): void {
    this.isFull = false;
    this.#releaseOne?.();
    this.#releaseOne = undefined;
  }

  kill(): void {
    this.isKilled = true;
    this.end({ exitCode: null, stderrTail: "" });
  }
}
