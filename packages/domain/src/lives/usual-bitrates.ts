/** Which bitrates suit a picture: kbit/s of H.264. */
interface Row {
  /** Up to this many pixels. */
  pixels: number;
  usual: UsualKbps;
  /** With more than 30 pictures a second. */
  fast: UsualKbps;
}

export interface UsualKbps {
  leastKbps: number;
  mostKbps: number;
}

/**
 * YouTube Help, "Choose live encoder settings, bitrates, and resolutions" (answer 2853702): the ranges of H.264 as that page had
 * them until 2022, by size. It names one value each since, up to twice the most. Those for many pictures a second of small
 * sizes are ours: one and a half times as much.
 */
const ROWS: readonly Row[] = [
  rowOf(426 * 240, [300, 700], [450, 1_050]),
  rowOf(640 * 360, [400, 1_000], [600, 1_500]),
  rowOf(854 * 480, [500, 2_000], [750, 3_000]),
  rowOf(1_280 * 720, [1_500, 4_000], [2_250, 6_000]),
  rowOf(1_920 * 1_080, [3_000, 6_000], [4_500, 9_000]),
  rowOf(2_560 * 1_440, [6_000, 13_000], [9_000, 18_000]),
];
const LARGEST = rowOf(Infinity, [13_000, 34_000], [20_000, 51_000]);
const FAST_FROM_FPS = 31;
/** Sizes are rarely exactly those of the table: 848 × 480, 1440 × 1080, upright ones. */
const SPARE = 1.1;

/**
 * Which bitrates are recommended for a picture, whichever way it is held.
 * @example usualKbpsOf({ width: 1080, height: 1920, fps: 30 }) // { leastKbps: 3_000, mostKbps: 6_000 }
 */
export function usualKbpsOf({
  width,
  height,
  fps,
}: {
  width: number;
  height: number;
  fps: number;
}): UsualKbps {
  const row = ROWS.find(({ pixels }) => width * height <= pixels * SPARE) ?? LARGEST;
  return fps >= FAST_FROM_FPS ? row.fast : row.usual;
}

type Range = readonly [leastKbps: number, mostKbps: number];

function rowOf(pixels: number, usual: Range, fast: Range): Row {
  const rangeOf = ([leastKbps, mostKbps]: Range): UsualKbps => ({ leastKbps, mostKbps });
  return { pixels, usual: rangeOf(usual), fast: rangeOf(fast) };
}
