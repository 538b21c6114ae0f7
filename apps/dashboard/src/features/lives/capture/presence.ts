import type { CaptureConnectionOptions, CaptureState, MediaSender } from "./capture.types.ts";
import { CaptureConnection, type CaptureSource, type MediaSlice } from "./capture-line.ts";

/** Interval of reports in ms: less than a quarter of the time after which the server drops a silent page. */
const PRESENCE_INTERVAL_MS = 1_000;
const EMPTY_SLICE: MediaSlice = new Uint8Array(0);

export interface PresenceOptions extends CaptureConnectionOptions {
  /** Runs a callback at an interval. @returns a function that stops it. */
  tick?: (everyMs: number, call: () => void) => () => void;
}

/**
 * Reports to an ingest that a publisher is connected, without sending it any media: all viewers receive it from this page,
 * and the live is not recorded. Independent of React; none of its methods throw.
 */
export class Presence implements MediaSender, CaptureSource {
  readonly #line: CaptureConnection;
  readonly #tick: NonNullable<PresenceOptions["tick"]>;
  #endTicking: (() => void) | undefined;

  constructor(options: PresenceOptions) {
    this.#tick = options.tick ?? startTicking;
    this.#line = new CaptureConnection(options, this, "none");
  }

  get state(): CaptureState {
    return this.#line.state;
  }

  start(): void {
    this.#line.start();
  }

  /** Does nothing, since only the viewers' connections depend on the camera. */
  replaceStream(): void {}

  stop(): Promise<void> {
    return this.#line.stop();
  }

  begin(): void {
    this.#line.send(EMPTY_SLICE);
    this.#endTicking = this.#tick(PRESENCE_INTERVAL_MS, () => {
      this.#line.send(EMPTY_SLICE);
      this.#line.settle();
    });
  }

  drop(): void {
    this.#endTicking?.();
    this.#endTicking = undefined;
  }

  finish(_send: (slice: MediaSlice) => void, done: () => void): void {
    this.drop();
    done();
  }
}

/**
 * Runs a callback at an interval, even when the page has been in the background for long: browsers throttle its timers to
 * one call a minute, but not those of a worker.
 * @returns a function that stops it.
 * @throws if the browser cannot start a worker.
 */
function startTicking(everyMs: number, call: () => void): () => void {
  const worker = new Worker(new URL("./ticking.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = call;
  worker.postMessage(everyMs);
  return () => worker.terminate();
}
