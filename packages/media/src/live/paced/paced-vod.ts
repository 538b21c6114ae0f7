import { createHash } from "node:crypto";
import type { LivePart } from "@shoal/contract/ingest";
import type { ByteRange } from "@shoal/contract/stored-data";
import { writeFragment } from "../../mp4/write-cmaf.ts";
import { LiveFeedError, MAX_PARTS_PER_SEGMENT } from "../live-media.ts";
import type { LiveClock, LiveStream } from "../live-stream.ts";
import { LiveWindow } from "../live-window.ts";
import {
  type PlannedPart,
  type PlannedSegment,
  planLiveSegments,
  type SourceFragment,
} from "./plan-segments.ts";
import { listedTrackOf, sortVideoFirst, VodReader, type VodTrack } from "./vod-reader.ts";

/** Parts last about this time, in seconds. */
const PART_DURATION_SEC = 1 / 3;
/**
 * The length of the first segments: a playlist needs a segment before it can be served, so they are short where the key frames allow it.
 */
const FIRST_SEGMENT_SEC = 0.5;
const SHORT_SEGMENTS = 4;
/**
 * The length of the other segments. With three viewers 8 s behind, 56 % of the bytes came from peers; with the video's own segments of 4 s,
 * 18 %.
 */
const SEGMENT_SEC = 2;
const MAX_CACHE_BYTES = 48_000_000;

export interface PacedVodOptions {
  tracks: readonly VodTrack[];
  /** Reads bytes of the video's objects. */
  read(range: ByteRange): Promise<Uint8Array>;
  clock: LiveClock;
  /** The length of the rewind window, 30–600 s. */
  seekBackSec: number;
  /** The number of seconds that are available at once, as if the live had started earlier. */
  headStartSec?: number;
  /** The bytes of generated segments that are kept; older segments are regenerated when a viewer seeks back. */
  keptBytes?: number;
}

/** The segment of the video from which a live segment is made, and how. */
interface SegmentRecipe {
  vodNumber: number;
  plan: PlannedSegment;
}

/** Plays an encoded video in real time as a live, in a loop with a discontinuity before each round. */
export class PacedVod implements LiveStream {
  readonly window: LiveWindow;
  readonly #options: PacedVodOptions;
  readonly #reader: VodReader;
  readonly #stepSec: number;
  readonly #listeners = new Set<() => void>();
  readonly #closing = new AbortController();
  readonly #recipes = new Map<number, SegmentRecipe>();
  readonly #made = new Map<string, Buffer>();
  #madeBytes = 0;
  #startedAtMs = 0;
  #playedSec = 0;

  /** @throws LiveFeedError for a video without a video track; Mp4Error for media that are not CMAF; errors of `read`. */
  static async open(options: PacedVodOptions): Promise<PacedVod> {
    const tracks = sortVideoFirst(options.tracks);
    const reader = new VodReader(tracks, options.read);
    return new PacedVod({ ...options, tracks }, reader, await reader.readAll(0));
  }

  private constructor(options: PacedVodOptions, reader: VodReader, first: readonly SourceFragment[]) {
    const [leading] = first;
    if (leading?.kind !== "video") throw new LiveFeedError("The video has no picture");
    this.#options = options;
    this.#reader = reader;
    const frameSec = frameSecOf(leading);
    this.#stepSec = Math.max(1, Math.round(PART_DURATION_SEC / frameSec)) * frameSec;
    const soundSec = Math.max(0, ...first.filter(({ kind }) => kind === "audio").map(frameSecOf));
    this.window = new LiveWindow({
      tracks: options.tracks.map(listedTrackOf),
      // Audio is cut at its own frames, of which one may overhang at either end.
      partTargetSec: Math.ceil((this.#stepSec + 1.5 * soundSec) * 1000) / 1000,
      targetDurationSec: reader.targetDurationSec,
      seekBackSec: options.seekBackSec,
    });
  }

  /** Plays until it is closed. Rejects when the video cannot be read. */
  async run(): Promise<void> {
    const { clock, headStartSec = SEGMENT_SEC } = this.#options;
    this.#startedAtMs = clock.nowMs() - headStartSec * 1000;
    try {
      while (!this.#closing.signal.aborted) await this.#playRound();
    } catch (error) {
      if (!this.#closing.signal.aborted) throw error;
    }
  }

  close(): void {
    this.#closing.abort();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async read(range: ByteRange): Promise<Uint8Array> {
    const [, trackId = "", number = ""] = OBJECT_PATTERN.exec(range.object) ?? [];
    if (!trackId) return this.#options.read(range);
    const bytes = this.#made.get(range.object) ?? (await this.#remake(trackId, Number(number)));
    return bytes.subarray(range.offset, range.offset + range.length);
  }

  async #playRound(): Promise<void> {
    const beforeSec = this.#playedSec;
    for (let number = 0; number < this.#reader.segmentCount; number++) await this.#playSegment(number);
    if (this.#playedSec === beforeSec)
      throw new LiveFeedError("The video has nothing that all its tracks share");
  }

  async #playSegment(vodNumber: number): Promise<void> {
    const sources = await this.#reader.readAll(vodNumber);
    let inits = this.#reader.initsBefore(vodNumber);
    const plans = planLiveSegments(sources, {
      stepSec: this.#stepSec,
      minSecOf: (order) =>
        this.window.nextNumber + order < SHORT_SEGMENTS ? FIRST_SEGMENT_SEC : SEGMENT_SEC,
      isStart: inits !== undefined,
    });
    for (const plan of plans) {
      await this.#feed(sources, { vodNumber, plan }, inits);
      inits = undefined;
    }
  }

  async #feed(
    sources: readonly SourceFragment[],
    recipe: SegmentRecipe,
    inits: Record<string, ByteRange> | undefined,
  ): Promise<void> {
    const { window } = this;
    const number = window.nextNumber;
    const { steps } = recipe.plan;
    this.#recipes.set(number, recipe);
    const made = new Map(sources.map((source) => [source.trackId, makeParts(source, steps, number)]));
    for (const [order, step] of steps.entries()) {
      const programDateTimeMs = this.#startedAtMs + this.#playedSec * 1000;
      this.#playedSec += step[sources[0]?.trackId ?? ""]?.durationSec ?? 0;
      await this.#options.clock.waitUntil(this.#startedAtMs + this.#playedSec * 1000, this.#closing.signal);
      const parts = sources.map(({ trackId }) => [
        trackId,
        livePartOf(step[trackId], made.get(trackId), { number, order, trackId }),
      ]);
      if (order === 0)
        for (const [trackId, buffers] of made) this.#keep(objectOf(trackId, number), Buffer.concat(buffers));
      window.addStep({
        programDateTimeMs,
        parts: Object.fromEntries(parts),
        ...(order === 0 && inits ? { inits } : {}),
      });
      if (order === steps.length - 1) this.#end(made);
      for (const listener of this.#listeners) listener();
    }
  }

  #end(made: ReadonlyMap<string, Buffer[]>): void {
    const hashes = [...made].map(([trackId, buffers]) => [trackId, sha256(Buffer.concat(buffers))]);
    this.window.endSegment(Object.fromEntries(hashes));
    for (const old of this.#recipes.keys()) if (old < this.window.oldestNumber) this.#recipes.delete(old);
  }

  async #remake(trackId: string, number: number): Promise<Buffer> {
    const recipe = this.#recipes.get(number);
    if (!recipe) throw new LiveFeedError(`Segment ${number} is forgotten`);
    const source = await this.#reader.read(trackId, recipe.vodNumber);
    const bytes = Buffer.concat(makeParts(source, recipe.plan.steps, number));
    this.#keep(objectOf(trackId, number), bytes);
    return bytes;
  }

  #keep(object: string, bytes: Buffer): void {
    const { keptBytes = MAX_CACHE_BYTES } = this.#options;
    this.#madeBytes += bytes.length - (this.#made.get(object)?.length ?? 0);
    this.#made.set(object, bytes);
    for (const [oldest, { length }] of this.#made) {
      if (this.#madeBytes <= keptBytes) break;
      this.#made.delete(oldest);
      this.#madeBytes -= length;
    }
  }
}

const OBJECT_PATTERN = /^paced\/([\w-]+)\/(\d+)$/;
const objectOf = (trackId: string, number: number) => `paced/${trackId}/${number}`;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function frameSecOf({ fragment, timescale }: SourceFragment): number {
  return (fragment.samples[0]?.durationTicks ?? 0) / timescale || PART_DURATION_SEC;
}

function makeParts(source: SourceFragment, steps: PlannedSegment["steps"], number: number): Buffer[] {
  return steps.map((step, order) => {
    const { from, to, baseTicks } = step[source.trackId] as PlannedPart;
    return writeFragment(
      number * MAX_PARTS_PER_SEGMENT + order,
      baseTicks,
      source.fragment.samples.slice(from, to),
    );
  });
}

function livePartOf(
  planned: PlannedPart | undefined,
  buffers: readonly Buffer[] | undefined,
  { number, order, trackId }: { number: number; order: number; trackId: string },
): LivePart {
  const bytes = buffers?.[order];
  if (!planned || !bytes) throw new LiveFeedError(`Rendition ${trackId} is not aligned`);
  const offset = buffers.slice(0, order).reduce((sum, { length }) => sum + length, 0);
  const range = { object: objectOf(trackId, number), offset, length: bytes.length, sha256: sha256(bytes) };
  const { durationSec, isIndependent, mediaTimeSec } = planned;
  return { durationSec, isIndependent, mediaTimeSec, range };
}
