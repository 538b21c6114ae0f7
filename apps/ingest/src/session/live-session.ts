import { type LiveFault, type LiveState, MAX_LIVE_LOST_MS } from "@shoal/contract";
import type { AdmittedLive, LiveCondition, LiveReport } from "@shoal/contract/ingest";
import { canMoveLive } from "@shoal/domain";
import type { LiveClock, LiveFeed, LiveProcessEnd } from "@shoal/media";
import type { MediaMessage, MediaSink } from "@shoal/rtmp";
import { Alarm } from "./alarm.ts";
import type { DirectSession } from "./direct-session.ts";
import type { EncoderRun } from "./encoder/encoder-run.ts";
import { LiveEncoder, type LiveEncoderOptions } from "./encoder/live-encoder.ts";
import { InputFault } from "./input/flv-input.ts";
import type { InputListener } from "./input/input-listener.ts";
import { InputMeter } from "./input/input-meter.ts";
import type { SessionEvent } from "./session-event.ts";

export interface LiveSessionOptions
  extends Pick<LiveEncoderOptions, "live" | "bytes" | "startEncoder" | "machine"> {
  clock: LiveClock;
  listeners?: readonly InputListener[];
  /** Called when the state of the live or its renditions have changed. */
  onState(session: LiveSession): void;
  /** Called when an encoder exited unexpectedly or an internal error occurred, so that this can be logged. */
  onTrouble(session: LiveSession, what: string, detail: unknown): void;
}

/**
 * The session of one live, from its first publisher to its end. All events go through one inbox and are handled in order. If the
 * session fails, only this live ends.
 */
export class LiveSession {
  readonly live: AdmittedLive;
  readonly #options: LiveSessionOptions;
  readonly #inbox: SessionEvent[] = [];
  #isWorking = false;
  #state: LiveState = "idle";
  #fault: LiveFault | undefined;
  #version = 1;
  #startedAtMs: number | null = null;
  #endedAtMs: number | null = null;
  #isClosing = false;
  #isClosed = false;
  /** Whether the session ends only at this ingest, while the live may continue at another one. */
  #isLeaving = false;
  readonly #meter = new InputMeter();
  readonly #listeners: readonly InputListener[];
  readonly #encoder: LiveEncoder;
  #isPublishing = false;
  /** Whether the last publisher ended the stream properly. */
  #isSignedOff = false;
  /** When the live ends if no publisher returns. */
  #reconnectUntilMs = Infinity;
  readonly #alarm: Alarm;
  readonly #closed = Promise.withResolvers<void>();

  constructor(options: LiveSessionOptions) {
    this.#options = options;
    this.live = options.live;
    this.#listeners = [this.#meter, ...(options.listeners ?? [])];
    this.#encoder = new LiveEncoder({
      ...options,
      onOutput: (run, trackId, bytes) => this.#post({ type: "output", run, trackId, bytes }),
      onEnd: (run, end) => this.#post({ type: "encoderEnd", run, end }),
      onTrouble: (what, detail) => options.onTrouble(this, what, detail),
      onFailed: () => this.#end("encoder_failed"),
    });
    this.#alarm = new Alarm(options.clock, () => this.#post({ type: "time" }));
  }

  get state(): LiveState {
    return this.#state;
  }
  /** The error that caused the end; undefined if the end was requested. */
  get fault(): LiveFault | undefined {
    return this.#fault;
  }
  /** The next update to report. */
  get report(): LiveReport {
    const { uuid, generation } = this.live;
    return {
      uuid,
      generation,
      version: this.#version,
      state: this.#state,
      fault: this.#fault ?? null,
      isSignedOff: this.#isSignedOff,

      startedAtMs: this.#startedAtMs,
      endedAtMs: this.#endedAtMs,
      tracks: this.stream?.window.options.tracks ?? [],
      folder: this.live.isKept ? this.#options.bytes.folder : null,
      isClosed: this.#isClosed,
    };
  }
  /** The current measurements of the live. */
  get condition(): LiveCondition {
    const { uuid, generation } = this.live;
    const input = this.#meter.read(this.#nowMs());
    return { uuid, generation, input, leftOutRungs: this.leftOutRungs, relays: [] };
  }
  /** The number of rungs that are currently dropped because the machine cannot keep up. */
  get leftOutRungs(): number {
    return this.#encoder.leftOutRungs;
  }
  /** The window for viewers; undefined while there is none. */
  get stream(): LiveFeed | undefined {
    return this.#encoder.stream;
  }
  /** Resolves when the live has ended and all of its processes have exited. Published data can still be watched. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Removes the live's data. Called once no viewers are left, and only after `closed` has resolved. */
  async discard(): Promise<void> {
    await this.#encoder.discard();
  }

  /** Opens a sink for an admitted publisher. The previous publisher must have ended. */
  openSink(): MediaSink {
    this.#post({ type: "publish" });
    return {
      write: (message) => this.#onMessage(message),
      end: (reason) => this.#post({ type: "gone", isSignedOff: reason === "unpublished" }),
    };
  }

  /**
   * Opens a session for an admitted publisher whose video goes directly to viewers. The live runs while this publisher is
   * connected, and nothing is encoded or restreamed. The previous publisher must have ended.
   */
  openDirectSession(): DirectSession {
    this.#post({ type: "openDirectSession" });
    return { over: this.closed, end: (isSignedOff) => this.#post({ type: "gone", isSignedOff }) };
  }

  /**
   * Ends the live regardless of its publisher.
   * @param fault the error that causes the end; undefined if the end was requested.
   */
  stop(fault?: LiveFault): void {
    this.#post({ type: "stop", fault });
  }

  /**
   * Ends the session because this ingest is shutting down. A publisher that returns continues at another ingest, so the live does
   * not end for viewers.
   */
  leave(): void {
    this.#post({ type: "leave" });
  }

  #onMessage(message: MediaMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const accepted = (room: Promise<void> | undefined) => resolve(room);
      this.#post({ type: "message", message, accepted, refused: reject });
    });
  }

  #post(event: SessionEvent): void {
    this.#inbox.push(event);
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) this.#handleSafely(next);
    this.#isWorking = false;
    this.#alarm.set(Math.min(this.#reconnectUntilMs, this.#encoder.dueAtMs(this.#nowMs())));
  }

  #handleSafely(event: SessionEvent): void {
    try {
      this.#handle(event);
    } catch (error) {
      const fault = error instanceof InputFault ? error.fault : "ingest_failed";
      this.#options.onTrouble(this, fault, error);
      if (event.type === "message") event.refused(error as Error);
      if (event.type === "output") event.run.kill();
      this.#end(fault);
    }
  }

  #handle(event: SessionEvent): void {
    switch (event.type) {
      case "publish":
        this.#publish();
        break;
      case "openDirectSession":
        this.#openDirectSession();
        break;
      case "message":
        event.accepted(this.#feed(event.message));
        break;
      case "gone":
        this.#onSignalLost(event.isSignedOff);
        break;
      case "output":
        this.#output(event.run, event.trackId, event.bytes);
        break;
      case "encoderEnd":
        this.#encoderEnd(event.run, event.end);
        break;
      case "time":
        this.#check();
        break;
      case "stop":
        this.#end(event.fault);
        break;
      case "leave":
        this.#isLeaving = this.#state !== "ended";
        this.#end(undefined);
    }
  }

  #publish(): void {
    if (this.#state === "ended") return;
    this.#encoder.begin();
    this.#welcome();
    this.#notifyListeners((each) => each.begin(this.#nowMs()));
  }

  /** Puts the live on air immediately, because viewers see the publisher as soon as it is connected. */
  #openDirectSession(): void {
    if (this.#state === "ended") return;
    this.#encoder.rest();
    this.#welcome();
    if (this.#state !== "live") this.#move("live");
  }

  #welcome(): void {
    this.#isPublishing = true;
    this.#isSignedOff = false;
    this.#reconnectUntilMs = Infinity;
    if (this.#state === "idle") this.#move("connecting");
  }

  #feed(message: MediaMessage): Promise<void> | undefined {
    if (this.#state === "ended") throw new Error("The live has ended");
    const room = this.#encoder.handle(message, this.#nowMs());
    void room?.then(() => this.#encoder.recordRoom(this.#nowMs()));
    this.#notifyListeners((each) => each.message(message, this.#nowMs()));
    return room;
  }

  #output(run: EncoderRun, trackId: string, bytes: Buffer): void {
    this.#encoder.output(run, trackId, bytes);
    if (this.stream && this.#isPublishing && this.#state !== "live") this.#move("live");
  }

  #encoderEnd(run: EncoderRun, end: LiveProcessEnd): void {
    try {
      this.#encoder.handleEnd(run, end, this.#nowMs());
    } finally {
      if (this.#state === "ended") this.#close();
    }
  }

  /** Handles the publisher's departure. The encoder's remaining output is still published. */
  #onSignalLost(isSignedOff: boolean): void {
    if (!this.#isPublishing) return;
    this.#isPublishing = false;
    this.#isSignedOff = isSignedOff;
    const nowMs = this.#nowMs();
    this.#notifyListeners((each) => each.gone(nowMs));
    this.#reconnectUntilMs = nowMs + MAX_LIVE_LOST_MS;
    this.#encoder.endInput(nowMs);
    if (this.#state === "live") this.#move("lost");
  }

  /** Performs the actions that are due when the alarm fires. */
  #check(): void {
    const nowMs = this.#nowMs();
    this.#encoder.check(nowMs);
    if (nowMs >= this.#reconnectUntilMs) this.#end(this.#startedAtMs === null ? "no_media" : undefined);
  }

  #end(fault: LiveFault | undefined): void {
    if (this.#state === "ended") return;
    this.#isPublishing = false;
    this.#reconnectUntilMs = Infinity;
    this.#fault = fault;
    this.#notifyListeners((each) => each.end());
    this.#move("ended");
    this.#encoder.endInput(this.#nowMs());
    this.#close();
  }

  /** Closes the session once the encoder has produced its remaining output. */
  #close(): void {
    if (this.#encoder.isRunning || this.#isClosing) return;
    this.#isClosing = true;
    const handleFault = (error: unknown) => this.#options.onTrouble(this, "its end failed", error);
    this.#closed.resolve(
      this.#encoder
        .close(!this.#isLeaving)
        .catch(handleFault)
        .then(() => this.#onClosed()),
    );
  }

  #onClosed(): void {
    this.#options.machine?.leave();
    this.#isClosed = true;
    this.#version += 1;
    this.#options.onState(this);
  }

  #move(to: LiveState): void {
    if (!canMoveLive(this.#state, to)) throw new Error(`A live that is ${this.#state} cannot be ${to}`);
    this.#state = to;
    this.#version += 1;
    if (to === "live") this.#startedAtMs ??= this.#nowMs();
    if (to === "ended") this.#endedAtMs = this.#nowMs();
    this.#options.onState(this);
  }

  #notifyListeners(tell: (listener: InputListener) => void): void {
    for (const listener of this.#listeners) {
      try {
        tell(listener);
      } catch (error) {
        this.#options.onTrouble(this, "what goes beside it failed", error);
      }
    }
  }

  #nowMs(): number {
    return this.#options.clock.nowMs();
  }
}
