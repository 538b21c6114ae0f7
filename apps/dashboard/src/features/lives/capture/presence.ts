import type { CaptureConnectionOptions, CaptureState, MediaSender } from "./capture.types.ts";
import { CaptureConnection, type CaptureSource, type MediaSlice } from "./capture-line.ts";

/** The interval of reports, in ms: less than a quarter of the time after which the server disconnects a page that sends none. */
const PRESENCE_INTERVAL_MS = 1_000;
const EMPTY_SLICE: MediaSlice = new Uint8Array(0);

export interface PresenceOptions extends CaptureConnectionOptions {
  /** Runs a callback at an interval. @returns a function that stops the calls. */
  tick?: (everyMs: number, call: () => void) => () => void;
}

/**
 * Reports to an ingest that a publisher is connected, without sending any media. All viewers receive the live from this page, and the live
 * is not recorded. Independent of React; none of its methods throw.
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

  /** Does nothing, because only the viewers' connections depend on the camera. */
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
 * Runs a callback at an interval, even after the page has been in the background for a long time. Browsers throttle the timers of such a
 * page to one call per minute, but not those of a worker.
 * @returns a function that stops the calls.
 * @throws if the browser cannot start a worker.
 */
function startTicking(everyMs: number, call: () => void): () => void {
  const worker = new Worker(new URL("./ticking.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = call;
  worker.postMessage(everyMs);
  return () => worker.terminate();
}
