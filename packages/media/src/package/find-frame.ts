import { readTimescale } from "../mp4/read-fragment.ts";
import { readSampleDefaults } from "../mp4/read-fragment-table.ts";
import { listFragments } from "../mp4/read-segment.ts";

/** The tolerance for times, which are rounded to ticks: half of the shortest frame. */
const TOLERANCE_SEC = 0.001;

/**
 * Finds the frame of a segment shown at a time: its index in presentation order, from 0.
 * @param mediaSec on the segment's own clock; times before its first frame give that frame.
 * @throws Mp4Error if it is not a segment.
 */
export function frameAt(init: Uint8Array, segment: Uint8Array, mediaSec: number): number {
  const head = Buffer.from(init);
  const timescale = readTimescale(head);
  const shownSec = listFragments(segment, readSampleDefaults(head)).flatMap(({ table }) => {
    let ticks = table.baseTicks;
    return table.rows.map(({ durationTicks, ctsTicks }) => {
      const shown = (ticks + ctsTicks) / timescale;
      ticks += durationTicks;
      return shown;
    });
  });
  const before = shownSec.filter((sec) => sec <= mediaSec + TOLERANCE_SEC).length;
  return Math.max(0, before - 1);
}
