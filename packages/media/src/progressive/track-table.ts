import type { FragmentTable } from "../mp4/read-fragment-table.ts";
import { GrowingList, RunList } from "./growing-list.ts";

/** The maximum number of samples, 27 hours at 60 fps. Their tables take 50 MB of memory. */
const MAX_SAMPLES = 6_000_000;

/** The error for a video that is too long for tables in memory. */
export class TooManySamples extends Error {
  constructor() {
    super(`A file of more than ${MAX_SAMPLES} samples a track is not made`);
    this.name = "TooManySamples";
  }
}

/** The sample tables of one track, collected segment by segment. Presentation times are exact to the tick. */
export class TrackTable {
  readonly timescale: number;
  readonly durations = new RunList();
  /** The presentation times minus the decode times, in ticks. */
  readonly offsets = new RunList();
  readonly sizes = new GrowingList();
  /** The numbers of the sync samples, from 1. */
  readonly syncs = new GrowingList();
  /** The decode time of the first sample, on the segments' own clock. */
  baseTicks = 0;
  /** When the first frame is shown and the last one ends, counted from `baseTicks`. */
  firstShownTicks = Number.POSITIVE_INFINITY;
  endTicks = 0;
  #decodeTicks = 0;
  #lastDuration = 0;

  constructor(timescale: number) {
    this.timescale = timescale;
  }

  /** The sum of all durations. */
  get decodedTicks(): number {
    return this.#decodeTicks + this.#lastDuration;
  }

  /**
   * Appends samples.
   * @param timescale the segment's ticks per second.
   * @param shiftSec the offset in seconds that converts the segment's times to the track's times.
   * @throws TooManySamples
   */
  add({ baseTicks, rows }: FragmentTable, timescale: number, shiftSec = 0): void {
    if (this.sizes.length + rows.length > MAX_SAMPLES) throw new TooManySamples();
    const lengthOf = (ticks: number) => Math.round((ticks * this.timescale) / timescale);
    const shiftTicks = Math.round(shiftSec * this.timescale);
    const timeOf = (ticks: number) => lengthOf(ticks) + shiftTicks;
    if (this.sizes.length === 0) this.baseTicks = timeOf(baseTicks);
    let ticks = baseTicks;
    for (const row of rows) {
      const decode = timeOf(ticks) - this.baseTicks;
      const shown = timeOf(ticks + row.ctsTicks) - this.baseTicks;
      this.#addSample(decode, shown, lengthOf(row.durationTicks), row);
      ticks += row.durationTicks;
    }
  }

  /** Sets the duration of the last sample. */
  finish(): void {
    if (this.sizes.length > 0) this.durations.push(this.#lastDuration);
  }

  /**
   * Adds a sample. Separately encoded parts may overlap in decode order. The decode times of the later part are delayed, and
   * presentation times are kept.
   */
  #addSample(
    wanted: number,
    shown: number,
    duration: number,
    { sizeBytes, isSync }: { sizeBytes: number; isSync: boolean },
  ): void {
    const isFirst = this.sizes.length === 0;
    const decode = isFirst ? 0 : Math.max(wanted, this.#decodeTicks + 1);
    if (!isFirst) this.durations.push(decode - this.#decodeTicks);
    this.offsets.push(shown - decode);
    this.sizes.push(sizeBytes);
    if (isSync) this.syncs.push(this.sizes.length);
    this.firstShownTicks = Math.min(this.firstShownTicks, shown);
    this.endTicks = Math.max(this.endTicks, shown + duration);
    this.#decodeTicks = decode;
    this.#lastDuration = duration;
  }
}
