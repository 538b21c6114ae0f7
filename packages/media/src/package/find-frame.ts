import { Mp4Error } from "../mp4/boxes.ts";
import { readTimescale } from "../mp4/read-fragment.ts";
import { locateMoof, readFragmentTable, readSampleDefaults } from "../mp4/read-fragment-table.ts";

/** Half of the shortest frame's rounding to ticks. */
const TOLERANCE_SEC = 0.001;

/**
 * Which picture of a segment is shown at a time: its place among those that are shown, from 0.
 * @param mediaSec on the segment's own clock; before its first picture, that one.
 * @throws Mp4Error when it is no segment.
 */
export function frameAt(init: Uint8Array, segment: Uint8Array, mediaSec: number): number {
  const [head, bytes] = [Buffer.from(init), Buffer.from(segment)];
  const place = locateMoof(bytes);
  if (!place) throw new Mp4Error("A segment has no index");
  const moof = bytes.subarray(place.offset, place.offset + place.size);
  const { baseTicks, rows } = readFragmentTable(moof, readSampleDefaults(head));
  const timescale = readTimescale(head);
  let ticks = baseTicks;
  const shownSec = rows.map(({ durationTicks, ctsTicks }) => {
    const shown = (ticks + ctsTicks) / timescale;
    ticks += durationTicks;
    return shown;
  });
  const before = shownSec.filter((sec) => sec <= mediaSec + TOLERANCE_SEC).length;
  return Math.max(0, before - 1);
}
