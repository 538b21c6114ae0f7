import {
  type AdmittedLive,
  LIVE_LOST_MAX_MS,
  type LiveCondition,
  type LiveFault,
  type LiveReport,
  type LiveState,
} from "@shoal/contract";
import { canMoveLive } from "@shoal/domain";
import {
  EncodedLive,
  type LiveClock,
  type LiveFeed,
  type LivePlan,
  type LiveProcess,
  type LiveProcessEnd,
  listRenditions,
  planLive,
  predictLiveCores,
  type SegmentBytesOptions,
} from "@shoal/media";
import type { MediaMessage, MediaSink } from "@shoal/rtmp";
import { Alarm } from "./alarm.ts";
import type { Companion } from "./companion.ts";
import { EncoderRun } from "./encoder-run.ts";
import { FlvInput, InputFault, type InputHead, type TimedMessage } from "./flv-input.ts";
import { InputMeter } from "./input-meter.ts";
import type { SessionEvent } from "./session-event.ts";

/** An encoder that gives nothing for so long while it is fed hangs. */
const SILENT_MAX_MS = 8_000;
/** So often an encoder is begun anew within a minute; then the live cannot be encoded. */
const RESTARTS_MAX = 5;
const RESTARTS_MS = 60_000;
/** What an encoder whose input has ended still has to give comes by then. */
const FLUSH_MAX_MS = 5_000;

export interface LiveSessionOptions {
  live: AdmittedLive;
  clock: LiveClock;
  bytes: SegmentBytesOptions;
  startEncoder(plan: LivePlan): LiveProcess;
  companions?: readonly Companion[];
  /** The machine on which it is encoded. */
  machine?: LiveMachine;
  /** Where the live is, or what it is watched in, has changed. */
  onState(session: LiveSession): void;
  /** For the log: an encoder ended by itself, or something of ours failed. */
  onTrouble(session: LiveSession, what: string, detail: unknown): void;
}

/** Where lives are encoded, beside one another. */
export interface LiveMachine {
  /** @returns false when another encoder of that size would starve those of others. */
  take(cores: number): boolean;
  /** One of its encoders has begun. */
  watch(pid: number | undefined): void;
  leave(): void;
}

/**
 * One live, from its first publisher to its end. All that happens to it goes through one inbox, one thing after the other, and
 * what goes wrong ends this live alone.
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
  #isClosed = false;
  readonly #input = new FlvInput();
  readonly #meter = new InputMeter();
  readonly #companions: readonly Companion[];
  #plan: LivePlan | undefined;
  #encoded: EncodedLive | undefined;
  #run: EncoderRun | undefined;
  #restarts: number[] = [];
  #isPublishing = false;
  /** When a live without an input ends, and when an encoder that is to end is ended. */
  #lostUntilMs = Infinity;
  #flushedByMs = Infinity;
  readonly #alarm: Alarm;
  readonly #closed = Promise.withResolvers<void>();

  constructor(options: LiveSessionOptions) {
    this.#options = options;
    this.live = options.live;
    this.#companions = [this.#meter, ...(options.companions ?? [])];
    this.#alarm = new Alarm(options.clock, () => this.#post({ type: "time" }));
  }

  get state(): LiveState {
    return this.#state;
  }
  /** Why it has ended, where nobody wanted that. */
  get fault(): LiveFault | undefined {
    return this.#fault;
  }
  /** What there is to tell of it. */
  get report(): LiveReport {
    const { uuid, generation } = this.live;
    return {
      ...{ uuid, generation, version: this.#version, state: this.#state, fault: this.#fault ?? null },
      ...{ startedAtMs: this.#startedAtMs, endedAtMs: this.#endedAtMs },
      tracks: this.stream?.window.options.tracks ?? [],
      folder: this.live.isKept ? this.#options.bytes.folder : null,
      isClosed: this.#isClosed,
    };
  }
  /** What is measured of it now. */
  get condition(): LiveCondition {
    const { uuid, generation } = this.live;
    return { uuid, generation, input: this.#meter.read(this.#nowMs()), relays: [] };
  }
  /** What viewers watch; undefined while there is nothing. */
  get stream(): LiveFeed | undefined {
    return this.#encoded?.isReady ? this.#encoded : undefined;
  }
  /** Resolves when it has ended and nothing of it runs any more; what it has published can still be watched. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Nobody watches it any more. Only of one that has closed. */
  async discard(): Promise<void> {
    await this.#encoded?.discard();
  }

  /** For a publisher who was let in; the one before him has ended. */
  openSink(): MediaSink {
    this.#post({ type: "publish" });
    return {
      write: (message) => this.#take(message),
      end: () => this.#post({ type: "gone" }),
    };
  }

  /** Ends the live, whoever publishes. */
  stop(): void {
    this.#post({ type: "stop" });
  }

  #take(message: MediaMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const taken = (room: Promise<void> | undefined) => resolve(room);
      this.#post({ type: "message", message, taken, refused: reject });
    });
  }

  #post(event: SessionEvent): void {
    this.#inbox.push(event);
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) this.#handleSafely(next);
    this.#isWorking = false;
    this.#alarm.set(this.#dueAtMs());
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
      case "message":
        event.taken(this.#feed(event.message));
        break;
      case "gone":
        this.#lose();
        break;
      case "output":
        this.#output(event.run, event.trackId, event.bytes);
        break;
      case "encoderEnd":
        this.#encoderEnd(event.run, event.end);
        break;
      case "time":
        this.#look();
        break;
      case "stop":
        this.#end(undefined);
    }
  }

  #publish(): void {
    if (this.#state === "ended") return;
    this.#dropEncoder();
    this.#input.reset();
    this.#isPublishing = true;
    this.#lostUntilMs = Infinity;
    this.#tellCompanions((each) => each.begin(this.#nowMs()));
    if (this.#state === "idle") this.#move("connecting");
  }

  #feed(message: MediaMessage): Promise<void> | undefined {
    if (this.#state === "ended") throw new Error("The live has ended");
    const messages = this.#input.take(message, this.#nowMs());
    this.#tellCompanions((each) => each.message(message, this.#nowMs()));
    if (this.#run) return this.#write(this.#run, messages);
    return this.#begin();
  }

  /** Begins an encoder once it is known what comes. */
  #begin(): Promise<void> | undefined {
    const nowMs = this.#nowMs();
    const beginning = this.#input.begin(nowMs);
    if (!beginning) return undefined;
    const [first] = beginning.messages;
    const run = this.#startEncoder(beginning.head, first?.arrivedAtMs ?? nowMs);
    return this.#write(run, beginning.messages);
  }

  #startEncoder(head: InputHead, startedAtMs: number): EncoderRun {
    const { startEncoder, live, bytes } = this.#options;
    // Renditions of a live stay what they were when it began.
    this.#plan ??= this.#planned(head);
    this.#encoded ??= new EncodedLive({
      plan: this.#plan,
      seekBackSec: live.seekBackSec,
      isKept: live.isKept,
      bytes,
    });
    const process = startEncoder(this.#plan);
    this.#options.machine?.watch(process.pid);
    this.#run = new EncoderRun({
      ...{ live: this.#encoded, head, startedAtMs, renditions: listRenditions(this.#plan) },
      process,
      onOutput: (run, trackId, output) => this.#post({ type: "output", run, trackId, bytes: output }),
      onEnd: (run, end) => this.#post({ type: "encoderEnd", run, end }),
    });
    return this.#run;
  }

  /** @throws InputFault when there is no room for it. */
  #planned(head: InputHead): LivePlan {
    const { live, machine } = this.#options;
    const plan = planLive(head, { qualities: live.qualities });
    if (machine && !machine.take(predictLiveCores(plan)))
      throw new InputFault("no_capacity", "This server has no room for another live; try again later");
    return plan;
  }

  #write(run: EncoderRun, messages: readonly TimedMessage[]): Promise<void> | undefined {
    let room: Promise<void> | undefined;
    for (const message of messages) room = run.write(message, this.#nowMs()) ?? room;
    return room;
  }

  #output(run: EncoderRun, trackId: string, bytes: Buffer): void {
    if (run !== this.#run) return;
    run.push(trackId, bytes);
    if (this.stream && this.#isPublishing && this.#state !== "live") this.#move("live");
  }

  #encoderEnd(run: EncoderRun, { exitCode, stderrTail }: LiveProcessEnd): void {
    if (run !== this.#run) return;
    this.#run = undefined;
    this.#flushedByMs = Infinity;
    try {
      run.finish();
    } finally {
      if (this.#state === "ended") this.#close();
    }
    if (!this.#isPublishing) return;
    this.#options.onTrouble(this, "an encoder ended", { exitCode, stderrTail });
    this.#beginAnew();
  }

  #beginAnew(): void {
    const nowMs = this.#nowMs();
    this.#restarts = [...this.#restarts.filter((atMs) => nowMs - atMs < RESTARTS_MS), nowMs];
    if (this.#restarts.length > RESTARTS_MAX) this.#end("encoder_failed");
    else this.#input.restart();
  }

  /** The publisher is gone: what the encoder has still to give is watched yet. */
  #lose(): void {
    if (!this.#isPublishing) return;
    this.#isPublishing = false;
    const nowMs = this.#nowMs();
    this.#tellCompanions((each) => each.gone(nowMs));
    this.#lostUntilMs = nowMs + LIVE_LOST_MAX_MS;
    if (this.#run) {
      this.#run.endInput();
      this.#flushedByMs = nowMs + FLUSH_MAX_MS;
    }
    if (this.#state === "live") this.#move("lost");
  }

  /** A time has come. */
  #look(): void {
    const nowMs = this.#nowMs();
    if (nowMs >= this.#flushedByMs) {
      this.#flushedByMs = Infinity;
      this.#run?.kill();
    }
    if (nowMs >= this.#lostUntilMs) this.#end(this.#encoded?.isReady ? undefined : "no_media");
    const run = this.#run;
    if (run && this.#isPublishing && nowMs - run.owesSinceMs >= SILENT_MAX_MS) {
      this.#options.onTrouble(this, "an encoder fell silent", undefined);
      this.#dropEncoder();
      this.#beginAnew();
    }
    if (!this.#run && this.#isPublishing) void this.#begin();
  }

  /** What it has not given by now is lost. */
  #dropEncoder(): void {
    const run = this.#run;
    this.#run = undefined;
    this.#flushedByMs = Infinity;
    run?.kill();
    run?.finish();
  }

  #end(fault: LiveFault | undefined): void {
    if (this.#state === "ended") return;
    this.#isPublishing = false;
    this.#lostUntilMs = Infinity;
    this.#fault = fault;
    this.#tellCompanions((each) => each.end());
    this.#move("ended");
    this.#run?.endInput();
    this.#flushedByMs = this.#nowMs() + FLUSH_MAX_MS;
    if (!this.#run) this.#close();
  }

  #close(): void {
    this.#flushedByMs = Infinity;
    const ending = (async () => this.#encoded?.end())();
    const handleFault = (error: unknown) => this.#options.onTrouble(this, "its end failed", error);
    this.#closed.resolve(ending.catch(handleFault).then(() => this.#noteClosed()));
  }

  #noteClosed(): void {
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

  #tellCompanions(tell: (companion: Companion) => void): void {
    for (const companion of this.#companions) {
      try {
        tell(companion);
      } catch (error) {
        this.#options.onTrouble(this, "what goes beside it failed", error);
      }
    }
  }

  #nowMs(): number {
    return this.#options.clock.nowMs();
  }

  #dueAtMs(): number {
    const limits = Math.min(this.#lostUntilMs, this.#flushedByMs);
    if (!this.#isPublishing) return limits;
    const inputAtMs = this.#run ? this.#run.owesSinceMs + SILENT_MAX_MS : this.#input.dueAtMs(this.#nowMs());
    return Math.min(limits, inputAtMs);
  }
}
