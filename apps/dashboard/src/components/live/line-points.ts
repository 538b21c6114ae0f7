import { MAX_LIVE_INPUT_POINTS } from "@shoal/contract";

export const LINE_WIDTH = 240;
export const LINE_HEIGHT = 40;
/** Margin in pixels that keeps the line's stroke from being clipped. */
const LINE_MARGIN = 2;

/**
 * Returns the points of a line: the newest value is at the right edge, the maximum at the top, and the bottom is 0.
 * @returns "x,y x,y", empty if there are no values.
 */
export function linePointsOf(values: readonly number[]): string {
  const most = Math.max(1, ...values);
  const step = (LINE_WIDTH - 2 * LINE_MARGIN) / (MAX_LIVE_INPUT_POINTS - 1);
  const fromX = LINE_WIDTH - LINE_MARGIN - step * (values.length - 1);
  const points = values.map((value, n) => {
    const y = LINE_HEIGHT - LINE_MARGIN - (value / most) * (LINE_HEIGHT - 2 * LINE_MARGIN);
    return `${(fromX + n * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return points.join(" ");
}
