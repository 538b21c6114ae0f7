import type { Segment, SegmentIndex } from "@shoal/contract/stored-data";
import {
  AAC_FRAME_SAMPLES,
  contiguousSegments,
  type Fragment,
  isPlainAac,
  readFragment,
  readTimescale,
} from "@shoal/media";
import type { MediaStore } from "@shoal/store";

/** The frames of a segment, with the number of the first frame. */
export interface SegmentFrames {
  from: number;
  frames: readonly Uint8Array[];
}

/**
 * The error for frames that do not follow each other without gaps, for example after passthrough of a publisher's rounded
 * timestamps.
 */
export class SoundOffGrid extends Error {}

/** Reads the frames of a published audio track, which are numbered from the first one. Each frame contains 1024 samples. */
export class SoundFrames {
  readonly init: Uint8Array;
  readonly sampleRateHz: number;
  /** The start of the first frame, in ticks of the track. A tick is one sample. */
  readonly firstTicks: number;
  readonly count: number;
  readonly #segments: readonly Segment[];
  readonly #mediaOffsetSec: number;
  readonly #read: (segment: Segment) => Promise<Fragment>;

  private constructor(
    init: Uint8Array,
    segments: readonly Segment[],
    mediaOffsetSec: number,
    ends: { firstTicks: number; endTicks: number },
    read: (segment: Segment) => Promise<Fragment>,
  ) {
    this.init = init;
    this.sampleRateHz = readTimescale(init);
    this.firstTicks = ends.firstTicks;
    this.count = Math.floor((ends.endTicks - ends.firstTicks) / AAC_FRAME_SAMPLES);
    this.#segments = segments;
    this.#mediaOffsetSec = mediaOffsetSec;
    this.#read = read;
  }

  /** Opens a track. Returns undefined if newly encoded frames cannot be joined to its frames. */
  static async open(
    index: SegmentIndex,
    mediaOffsetSec: number,
    store: Pick<MediaStore, "read">,
  ): Promise<SoundFrames | undefined> {
    const segments = contiguousSegments(index);
    const [first, last] = [segments[0], segments.at(-1)];
    const isOnOneClock = segments.every(({ mediaOffsetSec }) => mediaOffsetSec === undefined);
    if (!first || !last || index.moreInits || !isOnOneClock) return undefined;
    const init = await store.read(index.init.object, index.init);
    if (!isPlainAac(init)) return undefined;
    const read = withCache(async (segment) => readFragment(await store.read(segment.object, segment)));
    const [head, tail] = [await read(first), await read(last)];
    const endTicks = tail.baseTicks + tail.samples.length * AAC_FRAME_SAMPLES;
    const ends = { firstTicks: head.baseTicks, endTicks };
    return new SoundFrames(init, segments, mediaOffsetSec, ends, read);
  }

  /** Returns the sample played at a time of the video, counted from the start of the first frame. */
  sampleAt = (sec: number) => Math.round((sec + this.#mediaOffsetSec) * this.sampleRateHz) - this.firstTicks;

  /** Returns the time of a frame's first sample, in seconds of the video. */
  secOf = (number: number) =>
    (this.firstTicks + number * AAC_FRAME_SAMPLES) / this.sampleRateHz - this.#mediaOffsetSec;

  /**
   * Reads the segment at an index of the grid. Returns undefined beyond the end of the audio.
   * @throws SoundOffGrid
   */
  async readSegment(number: number): Promise<SegmentFrames | undefined> {
    const segment = this.#segments[number];
    if (!segment) return undefined;
    const { baseTicks, samples } = await this.#read(segment);
    const from = (baseTicks - this.firstTicks) / AAC_FRAME_SAMPLES;
    // The last sample may have another duration, since it lasts until the next segment.
    const isRegular = samples.slice(0, -1).every(({ durationTicks }) => durationTicks === AAC_FRAME_SAMPLES);
    if (!Number.isInteger(from) || !isRegular)
      throw new SoundOffGrid(`Segment ${number} of the sound is off its grid`);
    return { from, frames: samples.map(({ bytes }) => bytes) };
  }

  /** Reads a frame. @throws Error if the track does not have it; SoundOffGrid */
  async read(number: number): Promise<Uint8Array> {
    const sec = this.secOf(number + 0.5);
    const found = this.#segments.findLastIndex(({ startSec }) => startSec <= sec);
    // Times in the index are rounded and omit the silence at the start of a cut, so adjacent segments are searched as well.
    for (const at of [found, found - 1, found + 1]) {
      const segment = await this.readSegment(at);
      const bytes = segment?.frames[number - segment.from];
      if (bytes) return bytes;
    }
    throw new Error(`The sound has no frame ${number}`);
  }
}

/** Caches the segments that have been read. Those at the edges are read several times, and those in between never. */
function withCache(read: (segment: Segment) => Promise<Fragment>) {
  const known = new Map<number, Promise<Fragment>>();
  return (segment: Segment) => {
    const fragment = known.get(segment.number) ?? read(segment);
    known.set(segment.number, fragment);
    return fragment;
  };
}
