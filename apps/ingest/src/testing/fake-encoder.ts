import { PassThrough, type Readable, Writable } from "node:stream";
import type { LiveProcess, LiveProcessEnd } from "@shoal/media";

/** A fake encoder whose output is determined by the test, and which stores its input. */
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
  /** Accepts nothing more until `releaseAll`. */
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

  /** Accepts what is waiting, and more until it is full again. */
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
