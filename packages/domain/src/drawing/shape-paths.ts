import type { DrawingShape } from "@shoal/contract";
import { getStroke } from "perfect-freehand";

/**
 * The height of the frame in shape units. Its width is the height times the aspect ratio. This is not a resolution, since shapes are
 * vectors.
 */
export const PICTURE_UNITS = 1_000;

/** A point `[x, y]` in shape units. */
export type UnitPoint = readonly [number, number];

/**
 * Converts a position from fractions of the frame to shape units.
 * @param aspect width divided by height.
 */
export const toUnits = ([x, y]: readonly [number, number, ...number[]], aspect: number): UnitPoint => [
  x * PICTURE_UNITS * aspect,
  y * PICTURE_UNITS,
];

export const linesOf = (text: string): string[] => text.split(/\r?\n/);

/** Line height, and baseline of the first line, as multiples of the letter height. */
export const TEXT_LINE_HEIGHT = 1.2;
export const TEXT_FOOT = 0.9;
/** The width of the outline that keeps letters readable on any frame, as a fraction of their height. */
export const TEXT_EDGE = 0.12;

/** Returns black for a light color, white for a dark one. */
export function edgeOf(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 90 ? "#000000" : "#ffffff";
}

const HEAD_ANGLE = Math.PI / 7;

/** Returns an arrow as an SVG path to be stroked. @param size the line width, in drawing units. */
export function arrowPath([x1, y1]: UnitPoint, [x2, y2]: UnitPoint, size: number): string {
  const length = Math.min(Math.hypot(x2 - x1, y2 - y1), 12 + size * 4);
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const side = (turn: number) =>
    `${x2 - length * Math.cos(angle + turn)} ${y2 - length * Math.sin(angle + turn)}`;
  return `M${x1} ${y1}L${x2} ${y2}M${side(-HEAD_ANGLE)}L${x2} ${y2}L${side(HEAD_ANGLE)}`;
}

/** Returns a pin with its tip at the given point: its outline as an SVG path, and the circle in it. */
export function pinOf([x, y]: UnitPoint, size: number) {
  const radius = size * 0.36;
  const top = y - size + radius;
  const path = `M${x} ${y}C${x - size * 0.1} ${y - size * 0.3} ${x - radius} ${y - size * 0.4} ${x - radius} ${top}A${radius} ${radius} 0 1 1 ${x + radius} ${top}C${x + radius} ${y - size * 0.4} ${x + size * 0.1} ${y - size * 0.3} ${x} ${y}Z`;
  return { path, edge: size * 0.06, hole: { x, y: top, radius: radius * 0.42 } };
}

/** The pressure that devices without pressure support report. */
const NO_PRESSURE = 0.5;
/** The strength with which pressure varies the width of a stroke. */
const STROKE_THINNING = 0.5;

/**
 * Returns the outline of a stroke as an SVG path: the polygon from `perfect-freehand`, smoothed with curves through the
 * midpoints of its edges.
 */
export function strokePath(shape: DrawingShape & { kind: "pen" }, aspect: number): string {
  const outline = getStroke(
    shape.points.map(([x, y, pressure]) => [...toUnits([x, y], aspect), pressure]),
    {
      size: shape.size * PICTURE_UNITS * 1.4,
      thinning: STROKE_THINNING,
      smoothing: 0.5,
      streamline: 0.35,
      simulatePressure: shape.points.every(([, , pressure]) => pressure === NO_PRESSURE),
    },
  );
  const [first] = outline;
  if (!first) return "";
  const middles = outline.map(([x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = outline[(index + 1) % outline.length] ?? [];
    return `${x.toFixed(2)} ${y.toFixed(2)} ${((x + nextX) / 2).toFixed(2)} ${((y + nextY) / 2).toFixed(2)}`;
  });
  return `M${first.map((each) => each.toFixed(2)).join(" ")}Q${middles.join(" ")}Z`;
}
