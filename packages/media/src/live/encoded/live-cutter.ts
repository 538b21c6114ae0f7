import { writeFragment } from "../../mp4/write-cmaf.ts";
import { LiveFeedError, MAX_PARTS_PER_SEGMENT } from "../live-media.ts";
import type { EncodedSample } from "./encoded-track.ts";
import { type BorderOptions, type PartPlan, trackPartBorders } from "./part-borders.ts";

/** The maximum number of bytes that may wait for a lagging rendition: half a minute of a ladder. */
const MAX_WAITING_BYTES = 64_000_000;

export interface CutterTrack {
  id: string;
  timescale: number;
}

export interface LiveCutterOptions extends BorderOptions {
  /** The renditions, video before audio. The first one leads: parts and segments are cut at its frames. */
  tracks: readonly CutterTrack[];
}

/** A part of one rendition: `moof` + `mdat`. */
export interface CutMedia {
  bytes: Buffer;
  durationSec: number;
  isIndependent: boolean;
  /** The presentation time of the part's first frame, on the encoder's clock. */
  mediaTimeSec: number;
}

/** The parts of all renditions for the same period. */
export interface CutStep {
  /** The number of the segment that contains the parts. */
  segment: number;
  /** The part's index in the segment. */
  order: number;
  /** Whether the segment is complete. If a segment ends with a full part, this is known only with the first step of the next segment. */
  endsSegment: boolean;
  /** The part of each rendition. */
  media: Readonly<Record<string, CutMedia>>;
}

interface SampleQueue extends CutterTrack {
  samples: EncodedSample[];
}

/**
 * Synchronizes the output of several encoder pipes: parts and segments of all renditions begin and end together. Pure; a step
 * is complete once the slowest rendition has its frames.
 *
 * @example
 * const cutter = new LiveCutter({ tracks, stepSec: 1 / 3, segmentSecOf: () => 2, firstNumber: 0 });
 * for (const step of cutter.add("v0", samples)) publish(step);
 */
export class LiveCutter {
  readonly #queues: readonly SampleQueue[];
  readonly #plans: PartPlan[] = [];
  readonly #plan: ReturnType<typeof trackPartBorders>;
  #waitingBytes = 0;
  #startSec: number | undefined;

  /** @throws LiveFeedError if there is no rendition. */
  constructor(options: LiveCutterOptions) {
    const [leading] = options.tracks;
    if (!leading) throw new LiveFeedError("A live needs a rendition");
    this.#queues = options.tracks.map((track) => ({ ...track, samples: [] }));
    this.#plan = trackPartBorders(leading.timescale, options);
  }

  /**
   * Adds frames of a rendition, in decode order.
   * @throws LiveFeedError for an unknown rendition, and if one lags so far behind that too much is waiting for it.
   */
  add(trackId: string, samples: readonly EncodedSample[]): CutStep[] {
    const queue = this.#queues.find(({ id }) => id === trackId);
    if (!queue) throw new LiveFeedError(`No rendition ${trackId}`);
    queue.samples.push(...samples);
    for (const { bytes } of samples) this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > MAX_WAITING_BYTES)
      throw new LiveFeedError(`A rendition is behind: ${this.#waitingBytes} bytes wait for it`);
    if (queue === this.#queues[0])
      for (const sample of samples) {
        this.#startSec ??= sample.dtsTicks / queue.timescale;
        this.#plans.push(...this.#plan.add(sample));
      }
    return this.#nextSteps(false);
  }

  /** Ends the input and returns the remaining frames that all renditions have. */
  end(): CutStep[] {
    this.#plans.push(...this.#plan.end());
    return this.#nextSteps(true);
  }

  /** The number of bytes waiting for a slower rendition. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  #nextSteps(isEnd: boolean): CutStep[] {
    this.#dropEarly();
    const steps: CutStep[] = [];
    for (let [plan] = this.#plans; plan; [plan] = this.#plans) {
      const { toSec, segment, order, endsSegment } = plan;
      if (this.#queues.some((queue) => !isCovered(queue, toSec, isEnd))) break;
      this.#plans.shift();
      const isLast = isEnd && this.#plans.length === 0;
      const media = this.#queues.map((queue) => [queue.id, this.#drain(queue, plan, isLast)]);
      steps.push({ segment, order, endsSegment, media: Object.fromEntries(media) });
    }
    return steps;
  }

  /** Drops audio before the first video frame, which is not needed. */
  #dropEarly(): void {
    const startSec = this.#startSec;
    if (startSec === undefined) return;
    for (const queue of this.#queues)
      while (queue.samples[0] && middleOf(queue.samples[0], queue) < startSec)
        this.#waitingBytes -= queue.samples.shift()?.bytes.length ?? 0;
  }

  /** Takes the frames of a part from a queue: at least one, since a part cannot be empty. */
  #drain(queue: SampleQueue, { toSec, segment, order }: PartPlan, isLast: boolean): CutMedia {
    const found = queue.samples.findIndex((sample) => middleOf(sample, queue) >= toSec);
    const samples = queue.samples.splice(0, found < 0 ? queue.samples.length : Math.max(1, found));
    for (const { bytes } of samples) this.#waitingBytes -= bytes.length;
    if (isLast) extendLastSample(samples, Math.round(toSec * queue.timescale));
    const [first] = samples as [EncodedSample];
    const ticks = samples.reduce((sum, { durationTicks }) => sum + durationTicks, 0);
    return {
      bytes: writeFragment(segment * MAX_PARTS_PER_SEGMENT + order, first.dtsTicks, samples),
      durationSec: ticks / queue.timescale,
      isIndependent: first.isSync,
      mediaTimeSec: (first.dtsTicks + first.ctsTicks) / queue.timescale,
    };
  }
}

/**
 * Returns the middle of a frame. It decides to which part the frame belongs, because the boundaries of audio and video frames never
 * coincide exactly.
 */
const middleOf = ({ dtsTicks, durationTicks }: EncodedSample, { timescale }: CutterTrack) =>
  (dtsTicks + durationTicks / 2) / timescale;

/**
 * Extends the last frame to this time. Players consider a live ended once the middle of its last part has arrived for both video
 * and audio, and audio may end slightly before the video.
 */
function extendLastSample(samples: EncodedSample[], endTicks: number): void {
  const last = samples.at(-1);
  if (last)
    samples.splice(-1, 1, { ...last, durationTicks: Math.max(last.durationTicks, endTicks - last.dtsTicks) });
}

/** Returns whether all frames of a queue that begin before a time have arrived. */
function isCovered(queue: SampleQueue, toSec: number, isEnd: boolean): boolean {
  const last = queue.samples.at(-1);
  if (!last) return false;
  return isEnd || (last.dtsTicks + 1.5 * last.durationTicks) / queue.timescale >= toSec;
}
