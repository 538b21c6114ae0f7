import { MAX_SEEK_BACK_SEC, SEEK_BACK_MIN_SEC } from "@shoal/contract";
import type {
  LiveMedia,
  LivePart,
  LivePeriod,
  LiveSegment,
  LiveSnapshot,
  LiveStep,
  LiveWindowOptions,
} from "@shoal/contract/ingest";
import type { ByteRange } from "@shoal/contract/stored-data";
import { durationOf, LiveFeedError, MAX_PARTS_PER_SEGMENT, wholeRange } from "./live-media.ts";

/** The minimum length of a playlist, in target durations (RFC 8216bis 6.2.2). */
const LISTED_MIN_TARGETS = 3;
/** The maximum number of segments of a playlist that keeps everything: half a day of 2 s segments. */
const MAX_EVENT_SEGMENTS = 21_600;
/** The tolerance for durations, which are sums of fractions and therefore inexact. */
const TOLERANCE_SEC = 0.001;
/** The difference below which two segments count as equally long. */
const EQUAL_LENGTH_TOLERANCE_SEC = 0.1;
/** The length below which segments are an encoder's first ones. */
const MIN_COMPARED_SEC = 1;

/**
 * The published window of a live: the segments in playlists, and older ones that late clients may still request. A pure state
 * machine: it reads no clock and no bytes. All renditions advance together, so that players can switch at every segment.
 */
export class LiveWindow {
  readonly options: LiveWindowOptions;
  #listed: LiveSegment[] = [];
  #removed: LiveSegment[] = [];
  #open: LiveSegment | undefined;
  #inits = new Map<number, Readonly<Record<string, ByteRange>>>();
  #period: LivePeriod | undefined;
  #nextNumber = 0;
  #nextInit = 0;
  #startedAtMs: number | undefined;
  #version = 0;
  #isEnded = false;

  /** @throws LiveFeedError for impossible durations. */
  constructor(options: LiveWindowOptions) {
    const { seekBackSec, tracks, targetDurationSec } = options;
    const isBounded = seekBackSec === "all" || isBetween(seekBackSec, SEEK_BACK_MIN_SEC, MAX_SEEK_BACK_SEC);
    if (!isBounded || tracks.length === 0 || !isBetween(targetDurationSec, 1, 10))
      throw new LiveFeedError("A live needs a track, targets of 1–10 s and 30–600 s to go back");
    this.options = options;
  }

  /**
   * Copies a window in its current state: later changes can be applied to both.
   * @throws LiveFeedError for impossible durations.
   */
  static from(snapshot: LiveSnapshot): LiveWindow {
    const window = new LiveWindow(snapshot.options);
    const { open, period, startedAtMs } = snapshot;
    window.#removed = structuredClone(snapshot.removed);
    window.#listed = structuredClone(snapshot.listed);
    window.#open = structuredClone(open) ?? undefined;
    window.#inits = new Map(snapshot.inits);
    window.#period = period ?? undefined;
    window.#nextNumber = snapshot.nextNumber;
    window.#nextInit = snapshot.nextInit;
    window.#startedAtMs = startedAtMs ?? undefined;
    window.#version = snapshot.version;
    window.#isEnded = snapshot.isEnded;
    return window;
  }

  /** Returns the whole window as JSON. It shares mutable data with this window, so it must be serialised at once. */
  toSnapshot(): LiveSnapshot {
    return {
      options: this.options,
      removed: this.#removed,
      listed: this.#listed,
      open: this.#open ?? null,
      inits: [...this.#inits],
      period: this.#period ?? null,
      nextNumber: this.#nextNumber,
      nextInit: this.#nextInit,
      startedAtMs: this.#startedAtMs ?? null,
      version: this.#version,
      isEnded: this.#isEnded,
    };
  }

  /** A number that changes whenever anything in the playlists changes. */
  get version(): number {
    return this.#version;
  }
  get isEnded(): boolean {
    return this.#isEnded;
  }
  /** The complete segments, in ascending order. */
  get listed(): readonly LiveSegment[] {
    return this.#listed;
  }
  /** The segment in progress; undefined between two segments. */
  get open(): LiveSegment | undefined {
    return this.#open;
  }
  /** The number of the segment in progress, or of the next segment if there is none. */
  get nextNumber(): number {
    return this.#open?.number ?? this.#nextNumber;
  }
  /**
   * The most probable next part: the next part of the segment in progress, or the first part of the next segment if the current one has
   * reached the usual length.
   */
  get hint(): { number: number; part: number } {
    const open = this.#open;
    if (!open) return { number: this.#nextNumber, part: 0 };
    const lead = open.media[this.#leadId];
    const isFull = durationOf(lead) + (lead?.parts[0]?.durationSec ?? 0) / 2 >= this.#usualSec;
    return isFull
      ? { number: this.#nextNumber, part: 0 }
      : { number: open.number, part: lead?.parts.length ?? 0 };
  }
  /** The capture time of the live's very first segment, in ms since 1970; undefined before it. */
  get startedAtMs(): number | undefined {
    return this.#startedAtMs;
  }
  /** The total length of the complete segments. */
  get listedSec(): number {
    return this.#lengthOf(this.#listed);
  }

  /** Adds a step. @throws LiveFeedError if it violates the rules of the window, which is then unchanged. */
  addStep(step: LiveStep): void {
    this.#check(step);
    if (step.inits) this.#beginPeriod(step, step.inits);
    this.#open ??= this.#beginSegment(step);
    for (const [trackId, media] of Object.entries(this.#open.media))
      media.parts.push(step.parts[trackId] as LivePart);
    this.#version += 1;
  }

  /**
   * Completes the segment in progress.
   * @param hashes sha256 of all its bytes, by rendition.
   * @throws LiveFeedError if no segment is in progress.
   */
  endSegment(hashes: Readonly<Record<string, string>>): void {
    if (!this.#open) throw new LiveFeedError("No segment has begun");
    for (const [trackId, media] of Object.entries(this.#open.media)) media.sha256 = hashes[trackId] ?? "";
    this.#listed.push(this.#open);
    this.#open = undefined;
    this.#slide();
    this.#version += 1;
  }

  /** Ends the live. @throws LiveFeedError while a segment is in progress. */
  end(): void {
    if (this.#open) throw new LiveFeedError("A segment is not complete");
    this.#isEnded = true;
    this.#version += 1;
  }

  /** Finds a listed segment, or one that was recently removed from playlists. */
  findSegment(number: number): LiveSegment | undefined {
    return [this.#removed, this.#listed].flat().find((segment) => segment.number === number);
  }

  findRange(trackId: string, number: number): ByteRange | undefined {
    return wholeRange(this.findSegment(number)?.media[trackId]);
  }

  findPart(trackId: string, number: number, part: number): ByteRange | undefined {
    const segment = this.#open?.number === number ? this.#open : this.findSegment(number);
    return segment?.media[trackId]?.parts[part]?.range;
  }

  findInit(trackId: string, initNumber: number): ByteRange | undefined {
    return this.#inits.get(initNumber)?.[trackId];
  }

  /** The number of the oldest segment whose bytes may still be requested. */
  get oldestNumber(): number {
    return this.#removed[0]?.number ?? this.#listed[0]?.number ?? this.nextNumber;
  }

  #check({ parts, inits }: LiveStep): void {
    const { tracks, partTargetSec, targetDurationSec, seekBackSec } = this.options;
    if (this.#isEnded) throw new LiveFeedError("The live has ended");
    if (!this.#period && !inits) throw new LiveFeedError("The first step has no init segments");
    if (this.#open && inits) throw new LiveFeedError("An encoder began anew within a segment");
    if (seekBackSec === "all" && this.#listed.length >= MAX_EVENT_SEGMENTS)
      throw new LiveFeedError("The playlist would grow without end");
    for (const { id, kind } of tracks) {
      const part = parts[id];
      if (!part || (inits && !inits[id])) throw new LiveFeedError(`Rendition ${id} is not aligned`);
      if (part.durationSec > partTargetSec + TOLERANCE_SEC)
        throw new LiveFeedError(`A part of ${id} of ${part.durationSec} s is too long`);
      if (!this.#open && kind === "video" && !part.isIndependent)
        throw new LiveFeedError(`A segment of ${id} does not begin with a key frame`);
      const media = this.#open?.media[id];
      if (Math.round(durationOf(media) + part.durationSec) > targetDurationSec)
        throw new LiveFeedError(`A segment of ${id} is longer than ${targetDurationSec} s`);
      if ((media?.parts.length ?? 0) >= MAX_PARTS_PER_SEGMENT)
        throw new LiveFeedError("A segment has too many parts");
    }
  }

  #beginPeriod({ programDateTimeMs, parts }: LiveStep, inits: Readonly<Record<string, ByteRange>>): void {
    const order = this.#period ? this.#period.order + 1 : 0;
    const mediaTimeSec = parts[this.#leadId]?.mediaTimeSec ?? 0;
    const initNumber = this.#initNumberOf(inits);
    this.#inits.set(initNumber, inits);
    this.#startedAtMs ??= programDateTimeMs;
    this.#period = { order, programDateTimeMs, mediaTimeSec, initNumber };
  }

  /** Returns the number of an init segment. Equal init segments keep their number, since a loop repeats them. */
  #initNumberOf(inits: Readonly<Record<string, ByteRange>>): number {
    const isSame = (other: Readonly<Record<string, ByteRange>>) =>
      Object.entries(inits).every(([trackId, { sha256 }]) => other[trackId]?.sha256 === sha256);
    for (const [number, other] of this.#inits) if (isSame(other)) return number;
    return this.#nextInit++;
  }

  #beginSegment({ programDateTimeMs }: LiveStep): LiveSegment {
    const period = this.#period as LivePeriod;
    const before = this.#listed.at(-1);
    const media = this.options.tracks.map(({ id }): [string, LiveMedia] => [id, { parts: [] }]);
    return {
      number: this.#nextNumber++,
      programDateTimeMs,
      period,
      isFirstOfPeriod: before?.period.order !== period.order,
      media: Object.fromEntries(media),
    };
  }

  /**
   * Removes old segments. By RFC 8216bis 6.2.2, a segment stays for its own length plus the length of the longest playlist that listed it.
   */
  #slide(): void {
    const { seekBackSec, targetDurationSec } = this.options;
    if (seekBackSec === "all") return;
    const keepSec = Math.max(seekBackSec, LISTED_MIN_TARGETS * targetDurationSec);
    while (this.#lengthOf(this.#listed.slice(1)) >= keepSec)
      this.#removed.push(this.#listed.shift() as LiveSegment);
    const listedSec = this.listedSec;
    const isDue = () => {
      const [first, ...others] = this.#removed;
      return first !== undefined && this.#lengthOf(others) >= listedSec + this.#lengthOf([first]);
    };
    while (isDue()) this.#removed.shift();
    const used = new Set([...this.#removed, ...this.#listed].map(({ period }) => period.initNumber));
    for (const number of this.#inits.keys()) if (!used.has(number)) this.#inits.delete(number);
  }

  #lengthOf(segments: readonly LiveSegment[]): number {
    return segments.reduce((sum, { media }) => sum + durationOf(media[this.#leadId]), 0);
  }

  /** The duration of the last two segments if they were alike: passthrough segments are as long as the publisher makes them. */
  get #usualSec(): number {
    const [before = 0, last = 0] = this.#listed.slice(-2).map((segment) => this.#lengthOf([segment]));
    const areAlike = last >= MIN_COMPARED_SEC && Math.abs(last - before) < EQUAL_LENGTH_TOLERANCE_SEC;
    return areAlike ? last : this.options.targetDurationSec;
  }

  get #leadId(): string {
    return this.options.tracks[0]?.id ?? "";
  }
}

const isBetween = (value: number, from: number, to: number) => value >= from && value <= to;
