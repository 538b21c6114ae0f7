import type { Segment, SegmentIndex } from "@shoal/contract/stored-data";
import { type Fragment, readFragment, readTimescale } from "../mp4/read-fragment.ts";
import { type FragmentSample, writeFragment } from "../mp4/write-cmaf.ts";
import { isDisposable } from "./disposable.ts";
import { avcEntryOf } from "./join-inits.ts";

/** The tolerance for comparing times. It is a quarter of the shortest frame (1/120 s), and rounding of times to ticks is smaller. */
const TOLERANCE_SEC = 0.002;

/** Lists the presentation times of a segment's key frames, in seconds on its own clock. */
export function listKeyTimes(segment: Uint8Array, timescale: number): number[] {
  return keysOf(readFragment(segment), timescale).map(({ sec }) => sec);
}

/** A group of pictures of a segment, from a key frame to a later one or to the end. Times are in seconds on the segment's own clock. */
export interface CutRange {
  segment: Uint8Array;
  fromSec: number;
  toSec: number;
}

/**
 * Makes a segment from some groups of pictures of another one. Their bytes and times stay unchanged.
 * @param sequence the number of the new segment.
 * @throws Error if there is no key frame at `fromSec`.
 */
export function repackGroups(groups: CutRange, timescale: number, sequence: number): Buffer {
  const { baseTicks, samples } = cutGroups(groups, timescale);
  return writeFragment(sequence, baseTicks, samples);
}

/**
 * Returns the start of the last frame of some groups, in seconds on the segment's clock. This frame may last until the end of the
 * segment, because the last frame is repeated while audio continues.
 * @throws the same errors as `repackGroups`.
 */
export function lastFrameSec(groups: CutRange, timescale: number): number {
  const { baseTicks, samples } = cutGroups(groups, timescale);
  let ticks = baseTicks;
  let last = baseTicks;
  for (const { durationTicks, ctsTicks } of samples) {
    last = Math.max(last, ticks + ctsTicks);
    ticks += durationTicks;
  }
  return last / timescale;
}

/** A range of groups of pictures whose first frames are only needed as references. */
export interface DecodedGroups extends CutRange {
  shownFromSec: number;
}

/**
 * Joins groups from several places of a track on one clock, for a decoder. The first group keeps its times, and each of the others
 * follows its predecessor. Frames that are neither shown nor referenced are dropped. These are three in eight of our encoder's
 * frames.
 * @param init the init segment of the track.
 * @throws the same errors as `repackGroups`.
 */
export function joinGroups(taken: readonly DecodedGroups[], init: Uint8Array): Buffer {
  const [timescale, { lengthBytes }] = [readTimescale(init), avcEntryOf(init)];
  let endTicks: number | undefined;
  const fragments = taken.map((groups, order) => {
    const fragment = cutGroups(groups, timescale);
    const samples = framesNeededFrom(
      fragment,
      (groups.shownFromSec + TOLERANCE_SEC) * timescale,
      lengthBytes,
    );
    const ctsTicks = samples[0]?.ctsTicks ?? 0;
    const startTicks = endTicks ?? fragment.baseTicks + ctsTicks;
    endTicks = startTicks + Math.round((groups.toSec - groups.fromSec) * timescale);
    return writeFragment(order, startTicks - ctsTicks, samples);
  });
  return Buffer.concat(fragments);
}

/**
 * Drops unreferenced frames that precede the given time, except for the last one. The frame that precedes a dropped one lasts as
 * long as both.
 */
function framesNeededFrom(
  { baseTicks, samples }: Fragment,
  fromTicks: number,
  lengthBytes: number,
): FragmentSample[] {
  const needed: FragmentSample[] = [];
  let ticks = baseTicks;
  for (const sample of samples) {
    const last = needed.at(-1);
    // A frame that lasts until the given time may be the first one shown.
    const isEarly = ticks + sample.ctsTicks + 2 * sample.durationTicks <= fromTicks;
    if (last && isEarly && isDisposable(sample.bytes, lengthBytes))
      last.durationTicks += sample.durationTicks;
    else needed.push({ ...sample });
    ticks += sample.durationTicks;
  }
  return needed;
}

/** The timescales of a segment before and after it is moved. */
export interface Timescales {
  from: number;
  to: number;
}

/**
 * Moves samples to another time and timescale. Times are off by at most a tick, however many samples precede.
 * @param baseTicks the decode time of the first sample, in ticks of `timescales.to`.
 */
export function moveFragment(
  segment: Uint8Array,
  sequence: number,
  baseTicks: number,
  { from, to }: Timescales,
): Buffer {
  const scaled = (ticks: number) => Math.round((ticks * to) / from);
  let ticks = 0;
  const samples = readFragment(segment).samples.map((sample) => {
    const [dts, pts] = [scaled(ticks), scaled(ticks + sample.ctsTicks)];
    ticks += sample.durationTicks;
    return { ...sample, durationTicks: scaled(ticks) - dts, ctsTicks: pts - dts };
  });
  return writeFragment(sequence, baseTicks, samples);
}

/**
 * Moves a segment to the clock of its track: a section of a live, or a scene, may have another clock.
 * @param init the init segment of the track.
 */
export function onTrackClock(
  bytes: Uint8Array,
  segment: Pick<Segment, "number" | "mediaOffsetSec">,
  { mediaOffsetSec = 0 }: Pick<SegmentIndex, "mediaOffsetSec">,
  init: Uint8Array,
): Uint8Array {
  if (segment.mediaOffsetSec === undefined) return bytes;
  const timescale = readTimescale(init);
  const shiftTicks = Math.round((mediaOffsetSec - segment.mediaOffsetSec) * timescale);
  const baseTicks = Math.max(0, readFragment(bytes).baseTicks + shiftTicks);
  return moveFragment(bytes, segment.number, baseTicks, { from: timescale, to: timescale });
}

function cutGroups({ segment, fromSec, toSec }: CutRange, timescale: number): Fragment {
  const fragment = readFragment(segment);
  const keys = keysOf(fragment, timescale);
  const first = keys.find(({ sec }) => Math.abs(sec - fromSec) <= TOLERANCE_SEC);
  if (!first) throw new Error(`No key frame at ${fromSec} s`);
  const end = keys.find(({ sec }) => sec >= toSec - TOLERANCE_SEC);
  const before = fragment.samples.slice(0, first.at);
  const baseTicks = before.reduce((ticks, { durationTicks }) => ticks + durationTicks, fragment.baseTicks);
  return { baseTicks, samples: fragment.samples.slice(first.at, end?.at) };
}

function keysOf({ baseTicks, samples }: Fragment, timescale: number): { at: number; sec: number }[] {
  let ticks = baseTicks;
  return samples.flatMap(({ durationTicks, ctsTicks, isSync }, at) => {
    const sec = (ticks + ctsTicks) / timescale;
    ticks += durationTicks;
    return isSync ? [{ at, sec }] : [];
  });
}
