import type { CaptureState, LineOptions, Sender } from "./capture.types.ts";
import { CaptureLine, type LineSource, type Slice } from "./capture-line.ts";

/** A quarter of the time after which the server drops a silent page, and more. */
const PRESENCE_MS = 1_000;
const NOTHING: Slice = new Uint8Array(0);

export interface PresenceOptions extends LineOptions {
  /** Calls back so often. @returns a function that ends it. */
  tick?: (everyMs: number, call: () => void) => () => void;
}

/**
 * Tells an ingest that someone films, and sends no picture there: all viewers have it from this page, and the live is not kept.
 * Without React; nothing of it throws.
 */
export class Presence implements Sender, LineSource {
  readonly #line: CaptureLine;
  readonly #tick: NonNullable<PresenceOptions["tick"]>;
  #endTicking: (() => void) | undefined;

  constructor(options: PresenceOptions) {
    this.#tick = options.tick ?? startTicking;
    this.#line = new CaptureLine(options, this, "none");
  }

  get state(): CaptureState {
    return this.#line.state;
  }

  start(): void {
    this.#line.start();
  }

  /** Which camera it is concerns the viewers alone. */
  replaceStream(): void {}

  stop(): Promise<void> {
    return this.#line.stop();
  }

  begin(): void {
    this.#line.send(NOTHING);
    this.#endTicking = this.#tick(PRESENCE_MS, () => {
      this.#line.send(NOTHING);
      this.#line.settle();
    });
  }

  drop(): void {
    this.#endTicking?.();
    this.#endTicking = undefined;
  }

  finish(_send: (slice: Slice) => void, done: () => void): void {
    this.drop();
    done();
  }
}

/**
 * Calls back every so often, also where the page is behind others for long: browsers slow its own timers down to one a minute then,
 * and a worker's not.
 * @returns a function that ends it.
 * @throws where the browser starts no worker.
 */
function startTicking(everyMs: number, call: () => void): () => void {
  const worker = new Worker(new URL("./ticking.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = call;
  worker.postMessage(everyMs);
  return () => worker.terminate();
}
