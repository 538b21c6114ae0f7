import type { AdmittedLive } from "@shoal/contract/ingest";
import {
  EncodedLive,
  type LiveFeed,
  type LiveInput,
  type LivePlan,
  type LiveProcess,
  type LiveProcessEnd,
  listRenditions,
  planLive,
  predictLiveCores,
  type SegmentBytesOptions,
} from "@shoal/media";
import type { MediaMessage } from "@shoal/rtmp";
import { FlvInput, InputFault, type InputHead, isKeyFrame, type TimedMessage } from "../input/flv-input.ts";
import { type FillerHead, FrozenFrameFiller } from "../input/frozen-frame-filler.ts";
import { RareFrames } from "../input/rare-frames.ts";
import { PassthroughRuns } from "../passthrough/passthrough-runs.ts";
import { EncoderRun } from "./encoder-run.ts";
import { SheddingLadder } from "./shedding-ladder.ts";

/** How long an encoder that has input may produce no output before it counts as hung, in ms. */
const MAX_SILENCE_MS = 8_000;
/** Maximum encoder restarts per minute before the live fails. */
const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;
/** How long the remaining output of an encoder may take after its input has ended. */
const MAX_FLUSH_MS = 5_000;

/** One live's share of the machine that encodes it alongside other lives. */
export interface LiveMachine {
  /**
   * Reserves cores.
   * @returns false if an encoder of this size would starve the encoders of other lives.
   */
  reserve(cores: number): boolean;
  /** Starts measuring an encoder process, whose load has been predicted. */
  watch(process: { pid: number | undefined; predictedCores: number }): void;
  /** Whether this many cores are idle at the moment. */
  hasIdle(cores: number): boolean;
  leave(): void;
}

export interface LiveEncoderOptions {
  live: AdmittedLive;
  bytes: SegmentBytesOptions;
  startEncoder(plan: LivePlan, input: LiveInput): LiveProcess;
  /** The machine on which the live is encoded. */
  machine?: LiveMachine;
  /** Called with a process's output, which the caller must pass to `output`, one chunk after the other. */
  onOutput(run: EncoderRun, trackId: string, bytes: Buffer): void;
  /** Called when a process has ended, which the caller must pass to `handleEnd`. */
  onEnd(run: EncoderRun, end: LiveProcessEnd): void;
  /** Called when a process exited unexpectedly, produced no output, or was too slow, so that this can be logged. */
  onTrouble(what: string, detail: unknown): void;
  /** Called when no further process will be started. */
  onFailed(): void;
}

/**
 * Encodes a live with one process after another. A process that dies or hangs is replaced by another one that continues the same
 * renditions. A process that cannot keep up is replaced by one with fewer rungs. Pure except for the processes; times are passed
 * in, in ms since 1970.
 */
export class LiveEncoder {
  readonly #options: LiveEncoderOptions;
  readonly #input = new FlvInput();
  #ladder: SheddingLadder | undefined;
  #encoded: EncodedLive | undefined;
  #run: EncoderRun | undefined;
  #waitsSinceMs = 0;
  /** Whether a process with more or fewer rungs takes over at the next key frame. */
  #isSwitchDue = false;
  /** Resolves when the process being replaced has delivered all of its output. */
  #switched: Promise<void> | undefined;
  #restarts: number[] = [];
  readonly #passthrough = new PassthroughRuns();
  readonly #held = new FrozenFrameFiller();
  readonly #rare = new RareFrames();
  /** Whether a publisher is connected, so that its input must be encoded. */
  #isFed = false;
  /** When a process that has been asked for its remaining output is killed. */
  #flushedByMs = Infinity;

  constructor(options: LiveEncoderOptions) {
    this.#options = options;
  }

  /** The window for viewers; undefined while there is none. */
  get stream(): LiveFeed | undefined {
    return this.#encoded?.isReady ? this.#encoded : undefined;
  }
  /** The number of rungs that are currently dropped. */
  get leftOutRungs(): number {
    return this.#ladder?.leftOutRungs ?? 0;
  }
  /** Whether an encoder process is running. */
  get isRunning(): boolean {
    return this.#run !== undefined;
  }
  /** Returns when to check again without new input; Infinity if nothing is pending. */
  dueAtMs(nowMs: number): number {
    if (!this.#isFed) return this.#flushedByMs;
    const inputAtMs = this.#run ? this.#run.owesSinceMs + MAX_SILENCE_MS : this.#input.dueAtMs(nowMs);
    return Math.min(this.#flushedByMs, inputAtMs, this.#run ? this.#rare.dueAtMs : Infinity);
  }

  /** Starts with a publisher that has connected and whose codecs are not known yet. */
  begin(): void {
    this.rest();
    this.#input.reset();
    this.#ladder?.reset();
    this.#passthrough.reset();
    this.#held.reset();
    this.#rare.reset();
    this.#isFed = true;
  }

  /** Stops encoding. The unfinished output of the process is lost. */
  rest(): void {
    this.#isFed = false;
    this.#drop();
  }

  /**
   * Handles a message of the publisher.
   * @returns a promise to await before sending more; undefined if there is room.
   * @throws InputFault for unsupported input, or if the machine has no room for encoding it.
   */
  handle(message: MediaMessage, nowMs: number): Promise<void> | undefined {
    const messages = this.#input.handle(message, nowMs);
    for (const each of messages) this.#rare.handle(each);
    const room = this.#switched ?? (this.#run ? this.#write(messages, nowMs) : this.#start(nowMs));
    if (room) this.#waitsSinceMs = nowMs;
    return room;
  }

  /** Records that an encoder has room again, which the callers of `handle` were waiting for. */
  recordRoom(nowMs: number): void {
    this.#ladder?.wait(nowMs - this.#waitsSinceMs);
  }

  /**
   * Publishes output of a process.
   * @throws the same errors as `EncoderFeed.push`, after which the process can only be stopped.
   */
  output(run: EncoderRun, trackId: string, bytes: Buffer): void {
    if (run === this.#run) run.push(trackId, bytes);
  }

  /**
   * Handles the end of a process.
   * @throws the same errors as `EncoderFeed.end`
   */
  handleEnd(run: EncoderRun, { exitCode, stderrTail }: LiveProcessEnd, nowMs: number): void {
    if (run !== this.#run) return;
    const isSwitch = this.#switched !== undefined;
    this.#resetRun();
    run.finish();
    if (!this.#isFed) return;
    if (isSwitch) {
      void this.#start(nowMs);
      return;
    }
    this.#options.onTrouble("an encoder ended", { exitCode, stderrTail });
    this.#beginAnew(nowMs);
  }

  /**
   * Performs the actions that are due.
   * @throws InputFault in the same cases as `handle`
   */
  check(nowMs: number): void {
    if (nowMs >= this.#flushedByMs) {
      this.#flushedByMs = Infinity;
      this.#run?.kill();
    }
    if (this.#isFed && this.#run && nowMs - this.#run.owesSinceMs >= MAX_SILENCE_MS) {
      this.#options.onTrouble("an encoder fell silent", undefined);
      this.#drop();
      this.#beginAnew(nowMs);
    }
    if (this.#isFed && !this.#run) void this.#start(nowMs);
    if (this.#isFed && this.#run) this.#stand(this.#run, nowMs);
  }

  /** Handles a pause of the input. The remaining output of the process is still published. */
  endInput(nowMs: number): void {
    this.#isFed = false;
    if (!this.#run) return;
    this.#run.endInput();
    this.#flushedByMs = nowMs + MAX_FLUSH_MS;
  }

  /**
   * Ends the input, and resolves once all objects are stored.
   * @param isOver whether the live has also ended for its viewers.
   */
  async close(isOver: boolean): Promise<void> {
    await (isOver ? this.#encoded?.end() : this.#encoded?.leave());
  }

  /** Removes the live's data. Called once no viewers are left. */
  async discard(): Promise<void> {
    await this.#encoded?.discard();
  }

  /** Repeats the last frame if frames are rare, since encoders output a frame only when they receive the next one. */
  #stand(run: EncoderRun, nowMs: number): void {
    const atMs = this.#rare.stand(nowMs);
    if (atMs !== undefined && !this.#ladder?.plan.isPassthrough) run.stand(this.#held.stand(atMs), atMs);
  }

  /** Starts a process once the tracks are known. */
  #start(nowMs: number): Promise<void> | undefined {
    const isLate = (message: TimedMessage) => this.#ladder?.isLate(message, nowMs) ?? false;
    const needsVideo = (this.#ladder?.plan.rungs.length ?? 0) > 0;
    const held = this.#ladder?.plan.isPassthrough ? this.#passthrough.keyFrame : this.#held;
    const beginning = this.#input.begin(nowMs, { needsVideo, isLate, held });
    if (!beginning) return undefined;
    const { head, messages, isAfterGap } = beginning;
    if (isAfterGap) this.#held.reset();
    this.#run = this.#openRun(head, messages[0]);
    for (const each of messages) this.#rare.handle(each);
    return this.#write(messages, nowMs);
  }

  #write(messages: readonly TimedMessage[], nowMs: number): Promise<void> | undefined {
    let room: Promise<void> | undefined;
    for (const [n, message] of messages.entries()) {
      const run = this.#run;
      if (run && this.#passthrough.isHoldOver(message)) {
        this.#startOver(messages.slice(n));
        return this.#start(nowMs);
      }
      if (!run || !this.#doesFit(run, message)) return this.#startOver();
      if (this.#isSwitchDue && isKeyFrame(message)) return this.#switch(run, messages.slice(n), nowMs);
      room = run.write(message, nowMs) ?? room;
      if (this.#isTooLate(message, nowMs)) return this.#skip(nowMs);
    }
    return room;
  }

  /**
   * Whether the process lags so far behind that its waiting input must be dropped. If the lag is smaller, a process with fewer
   * rungs takes over.
   */
  #isTooLate(message: TimedMessage, nowMs: number): boolean {
    const change = this.#ladder?.handle(message, nowMs) ?? "none";
    if (change === "none") return false;
    this.#options.onTrouble("the ladder of an encoder changes", { change, leftOut: this.leftOutRungs });
    this.#isSwitchDue = true;
    return change === "skip";
  }

  /** Starts another process with this key frame. The current process handles all earlier messages, so that nothing is lost. */
  #switch(run: EncoderRun, messages: readonly TimedMessage[], nowMs: number): Promise<void> {
    this.#input.restart(messages);
    run.endInput();
    this.#flushedByMs = nowMs + MAX_FLUSH_MS;
    this.#switched = run.ended;
    return run.ended;
  }

  /** Drops waiting messages, so that viewers continue with the latest input. */
  #skip(nowMs: number): undefined {
    this.#startOver();
    this.#ladder?.skip(nowMs);
  }

  #doesFit(run: EncoderRun, message: TimedMessage): boolean {
    if (run.isSilenced && message.kind === "audio") return false;
    return this.#passthrough.doesFit(message);
  }

  #openRun(head: InputHead, first: TimedMessage): EncoderRun {
    const { startEncoder, live, bytes, machine, onOutput, onEnd } = this.#options;
    // A live keeps the renditions it starts with.
    this.#ladder ??= new SheddingLadder(this.#planned(head), (cores) => machine?.hasIdle(cores) ?? true);
    const startedAtMs = this.#ladder.begin(first);
    this.#isSwitchDue = false;
    const { plan } = this.#ladder;
    this.#encoded ??= new EncodedLive({ plan, seekBackSec: live.seekBackSec, isKept: live.isKept, bytes });
    const heldHead = fillerHeadOf(head);
    this.#passthrough.begin(head, heldHead, first, plan.isPassthrough);
    this.#held.begin(heldHead);
    const needsSilence = plan.soundId !== undefined && !head.hasSound;
    const process = startEncoder(plan, { ...head, isSoundAac: needsSilence || head.isSoundAac });
    machine?.watch({ pid: process.pid, predictedCores: predictLiveCores(plan) });
    return new EncoderRun({
      live: this.#encoded,
      process,
      renditions: listRenditions(plan),
      head,
      startedAtMs,

      needsSilence,
      held: plan.isPassthrough ? this.#passthrough.held : this.#held,
      onOutput,
      onEnd,
    });
  }

  /**
   * Plans the renditions of an input.
   * @throws InputFault if the machine has no room for encoding it.
   */
  #planned(head: InputHead): LivePlan {
    const { live, machine } = this.#options;
    const plan = planLive(head, live);
    if (machine && !machine.reserve(predictLiveCores(plan)))
      throw new InputFault("no_capacity", "This server has no room for another live; try again later");
    return plan;
  }

  /**
   * Starts another process with the next key frame, because the current one cannot handle the changed input.
   * @param pending input that the process has not received yet.
   */
  #startOver(pending: readonly TimedMessage[] = []): undefined {
    this.#drop();
    this.#input.restart(pending);
  }

  #beginAnew(nowMs: number): void {
    this.#restarts = [...this.#restarts.filter((atMs) => nowMs - atMs < RESTART_WINDOW_MS), nowMs];
    if (this.#restarts.length > MAX_RESTARTS) this.#options.onFailed();
    else this.#input.restart();
  }

  /** Kills the process, which loses the output that it has not produced yet. */
  #drop(): void {
    const run = this.#run;
    this.#resetRun();
    run?.kill();
    run?.finish();
  }

  #resetRun(): void {
    this.#run = undefined;
    this.#switched = undefined;
    this.#flushedByMs = Infinity;
  }
}

function fillerHeadOf({ picture, configs }: InputHead): FillerHead | undefined {
  const config = configs.find(({ kind }) => kind === "video");
  return picture && config && { picture, config };
}
