export const CHART_WIDTH = 600;
export const CHART_HEIGHT = 160;

/**
 * Returns the corners of the area under a line: values from left to right, with `most` at the top.
 * @returns "x,y x,y …", empty if there are no values.
 * @example areaPointsOf([1, 2], 2) // "0,160 0,80 600,0 600,160"
 */
export function areaPointsOf(values: readonly number[], most: number): string {
  if (values.length === 0) return "";
  const step = CHART_WIDTH / Math.max(1, values.length - 1);
  const corners = values.map((value, index) => [index * step, CHART_HEIGHT * (1 - value / most)]);
  const end = (values.length - 1) * step;
  return [[0, CHART_HEIGHT], ...corners, [end, CHART_HEIGHT]]
    .map(([x = 0, y = 0]) => `${Number(x.toFixed(1))},${Number(y.toFixed(1))}`)
    .join(" ");
}
