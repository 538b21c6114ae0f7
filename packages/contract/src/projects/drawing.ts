import { z } from "zod";
import { Text } from "../text.ts";

export const MAX_DRAWING_SHAPES = 200;
/** The maximum number of points in a drawing, over all strokes: some minutes of drawing at 60 points a second. */
export const MAX_DRAWING_POINTS = 20_000;
export const MAX_DRAWING_TEXT_LENGTH = 500;

/** A fraction of the frame's width or height; a stroke can start slightly outside the frame. */
const PictureFraction = z.number().min(-0.5).max(1.5);
/** A point `[x, y]`, from the frame's top left corner. */
const Point = z.tuple([PictureFraction, PictureFraction]);
/** `[x, y, pressure]`; pressure from 0 to 1, 0.5 from devices that do not measure it. */
const StrokePoint = z.tuple([PictureFraction, PictureFraction, z.number().min(0).max(1)]);

const ShapeStyle = {
  /** The color as `#rrggbb`. */
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
  /** The width of the line, or the height of a letter, as a share of the frame's height. */
  size: z.number().min(0.0005).max(0.5),
};

const twoPointShape = <const Kind extends "arrow" | "rectangle" | "ellipse">(kind: Kind) =>
  z.strictObject({ kind: z.literal(kind), from: Point, to: Point, ...ShapeStyle });

/** One shape of a drawing in relative coordinates, sharp at any player size. */
export const DrawingShape = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("pen"),
    points: z.array(StrokePoint).min(1).max(MAX_DRAWING_POINTS),
    ...ShapeStyle,
  }),
  twoPointShape("arrow"),
  twoPointShape("rectangle"),
  twoPointShape("ellipse"),
  z.strictObject({
    kind: z.literal("text"),
    at: Point,
    text: Text.trim().min(1).max(MAX_DRAWING_TEXT_LENGTH),
    ...ShapeStyle,
  }),
  z.strictObject({ kind: z.literal("pin"), at: Point, ...ShapeStyle }),
]);
export type DrawingShape = z.infer<typeof DrawingShape>;

/** A drawing on a frame; later shapes cover earlier ones. */
export const Drawing = z
  .strictObject({ shapes: z.array(DrawingShape).min(1).max(MAX_DRAWING_SHAPES) })
  .refine(({ shapes }) => pointCountOf(shapes) <= MAX_DRAWING_POINTS, {
    path: ["shapes"],
    message: `must not have more than ${MAX_DRAWING_POINTS} points`,
  });
export type Drawing = z.infer<typeof Drawing>;

function pointCountOf(shapes: readonly DrawingShape[]): number {
  return shapes.reduce((sum, shape) => sum + (shape.kind === "pen" ? shape.points.length : 0), 0);
}
