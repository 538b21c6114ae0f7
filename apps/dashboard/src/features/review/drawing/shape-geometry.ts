import type { DrawingShape } from "@shoal/contract";
import { linesOf, PICTURE_UNITS, TEXT_LINE_HEIGHT, toUnits, type UnitPoint } from "@shoal/domain/drawing";

/** Counts the points of pen strokes, which are limited per drawing. */
export const countPoints = (shapes: readonly DrawingShape[]): number =>
  shapes.reduce((sum, shape) => sum + (shape.kind === "pen" ? shape.points.length : 0), 0);

/** Average width of a letter, as a share of its height. */
const LETTER_WIDTH = 0.58;

/** Returns the corners of a rectangle between two points, in order around it. */
function cornersOf([x1, y1]: UnitPoint, [x2, y2]: UnitPoint): UnitPoint[] {
  return [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
    [x1, y1],
  ];
}

const ELLIPSE_CORNERS = 48;

function ellipseOf([x1, y1]: UnitPoint, [x2, y2]: UnitPoint): UnitPoint[] {
  const radii = [Math.abs(x2 - x1) / 2, Math.abs(y2 - y1) / 2] as const;
  return Array.from({ length: ELLIPSE_CORNERS + 1 }, (_, place) => {
    const angle = (2 * Math.PI * place) / ELLIPSE_CORNERS;
    return [(x1 + x2) / 2 + radii[0] * Math.cos(angle), (y1 + y2) / 2 + radii[1] * Math.sin(angle)] as const;
  });
}

/** Returns the visible line of a shape with an outline. */
function outlineOf(shape: DrawingShape, aspect: number): UnitPoint[] {
  switch (shape.kind) {
    case "pen":
      return shape.points.map((point) => toUnits(point, aspect));
    case "arrow":
      return [toUnits(shape.from, aspect), toUnits(shape.to, aspect)];
    case "rectangle":
      return cornersOf(toUnits(shape.from, aspect), toUnits(shape.to, aspect));
    case "ellipse":
      return ellipseOf(toUnits(shape.from, aspect), toUnits(shape.to, aspect));
    default:
      return [];
  }
}

function distanceToSegment([px, py]: UnitPoint, [ax, ay]: UnitPoint, [bx, by]: UnitPoint): number {
  const [dx, dy] = [bx - ax, by - ay];
  const lengthSquared = dx * dx + dy * dy;
  const along = lengthSquared === 0 ? 0 : ((px - ax) * dx + (py - ay) * dy) / lengthSquared;
  const inside = Math.min(1, Math.max(0, along));
  return Math.hypot(px - ax - inside * dx, py - ay - inside * dy);
}

function distanceToLine(at: UnitPoint, line: readonly UnitPoint[]): number {
  const [first] = line;
  if (!first) return Number.POSITIVE_INFINITY;
  let least = Math.hypot(at[0] - first[0], at[1] - first[1]);
  for (let place = 1; place < line.length; place++)
    least = Math.min(least, distanceToSegment(at, line[place - 1] as UnitPoint, line[place] as UnitPoint));
  return least;
}

function isInText(at: UnitPoint, shape: DrawingShape & { kind: "text" }, aspect: number): boolean {
  const [x, y] = toUnits(shape.at, aspect);
  const height = shape.size * PICTURE_UNITS;
  const lines = linesOf(shape.text);
  const longest = Math.max(...lines.map((line) => line.length));
  const [right, below] = [at[0] - x, at[1] - y];
  return (
    right >= 0 &&
    right <= longest * height * LETTER_WIDTH &&
    below >= 0 &&
    below <= lines.length * height * TEXT_LINE_HEIGHT
  );
}

/** Whether a point is inside a pin, which is drawn above the place that it marks. */
function isInPin(at: UnitPoint, shape: DrawingShape & { kind: "pin" }, aspect: number): boolean {
  const [x, y] = toUnits(shape.at, aspect);
  const height = shape.size * PICTURE_UNITS;
  return Math.abs(at[0] - x) <= height / 2 && at[1] <= y && at[1] >= y - height;
}

/**
 * Whether a pointer touches a shape. Only the outline of a rectangle or an ellipse counts, because another shape may be inside.
 * @param at the pointer's position, in shares of the frame.
 * @param reach the distance that still counts as touching, in shape units, in addition to the line's width.
 */
export function isTouched(
  shape: DrawingShape,
  at: readonly [number, number],
  aspect: number,
  reach: number,
): boolean {
  const place = toUnits(at, aspect);
  if (shape.kind === "text") return isInText(place, shape, aspect);
  if (shape.kind === "pin") return isInPin(place, shape, aspect);
  return distanceToLine(place, outlineOf(shape, aspect)) <= (shape.size * PICTURE_UNITS) / 2 + reach;
}
