/** Recommended H.264 bitrates for a frame size, in kbps. */
interface BitrateRow {
  /** The largest frame, in pixels, to which the row applies. */
  pixels: number;
  usual: UsualKbps;
  /** Bitrates for more than 30 frames per second. */
  fast: UsualKbps;
}

export interface UsualKbps {
  leastKbps: number;
  mostKbps: number;
}

/**
 * YouTube Help, "Choose live encoder settings, bitrates, and resolutions" (answer 2853702): the H.264 ranges by size that the
 * page listed until 2022. It now lists one value per size, up to twice the maximum. The values for high frame rates at small
 * sizes are ours: one and a half times the others.
 */
const BITRATE_ROWS: readonly BitrateRow[] = [
  createRow(426 * 240, [300, 700], [450, 1_050]),
  createRow(640 * 360, [400, 1_000], [600, 1_500]),
  createRow(854 * 480, [500, 2_000], [750, 3_000]),
  createRow(1_280 * 720, [1_500, 4_000], [2_250, 6_000]),
  createRow(1_920 * 1_080, [3_000, 6_000], [4_500, 9_000]),
  createRow(2_560 * 1_440, [6_000, 13_000], [9_000, 18_000]),
];
const LARGEST_ROW = createRow(Infinity, [13_000, 34_000], [20_000, 51_000]);
const HIGH_FRAME_RATE_FPS = 31;
/** The tolerance for frame sizes, which rarely match the table exactly: 848 × 480, 1440 × 1080, portrait. */
const SIZE_TOLERANCE = 1.1;

/**
 * Returns the recommended bitrates for a frame size, landscape or portrait.
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
  const row = BITRATE_ROWS.find(({ pixels }) => width * height <= pixels * SIZE_TOLERANCE) ?? LARGEST_ROW;
  return fps >= HIGH_FRAME_RATE_FPS ? row.fast : row.usual;
}

type KbpsRange = readonly [leastKbps: number, mostKbps: number];

function createRow(pixels: number, usual: KbpsRange, fast: KbpsRange): BitrateRow {
  const rangeOf = ([leastKbps, mostKbps]: KbpsRange): UsualKbps => ({ leastKbps, mostKbps });
  return { pixels, usual: rangeOf(usual), fast: rangeOf(fast) };
}
