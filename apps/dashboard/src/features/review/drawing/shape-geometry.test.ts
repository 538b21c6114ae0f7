import type { DrawingShape } from "@shoal/contract";
import { expect, test } from "vitest";
import { countPoints, isTouched } from "./shape-geometry.ts";

const SHAPE_LOOK = { color: "#ff3b30", size: 0.004 };
const ASPECT_RATIO = 16 / 9;
const TOUCH_REACH = 8;
const SHAPES: Record<string, DrawingShape> = {
  pen: {
    kind: "pen",
    points: [
      [0.1, 0.1, 0.5],
      [0.5, 0.1, 0.5],
    ],
    ...SHAPE_LOOK,
  },
  arrow: { kind: "arrow", from: [0.1, 0.1], to: [0.5, 0.5], ...SHAPE_LOOK },
  rectangle: { kind: "rectangle", from: [0.2, 0.2], to: [0.8, 0.8], ...SHAPE_LOOK },
  ellipse: { kind: "ellipse", from: [0.8, 0.8], to: [0.2, 0.2], ...SHAPE_LOOK },
  text: { kind: "text", at: [0.1, 0.1], text: "Lighter\nhere", color: "#ffffff", size: 0.05 },
  pin: { kind: "pin", at: [0.5, 0.5], color: "#ffffff", size: 0.06 },
};

test.each([
  ["pen", [0.3, 0.102], true],
  ["pen", [0.3, 0.15], false],
  ["arrow", [0.3, 0.3], true],
  ["arrow", [0.3, 0.4], false],
  ["rectangle", [0.2, 0.5], true],
  ["rectangle", [0.5, 0.5], false],
  ["ellipse", [0.5, 0.2], true],
  ["ellipse", [0.2, 0.2], false],
  ["text", [0.15, 0.14], true],
  ["text", [0.15, 0.19], true],
  ["text", [0.9, 0.14], false],
  ["pin", [0.5, 0.47], true],
  ["pin", [0.5, 0.52], false],
] as const)("a %s touched at %s is hit: %s", (kind, at, isHit) => {
  expect(isTouched(SHAPES[kind] as DrawingShape, at, ASPECT_RATIO, TOUCH_REACH)).toBe(isHit);
});

test("countPoints adds the points of all pen strokes", () => {
  expect(countPoints([...Object.values(SHAPES), SHAPES.pen as DrawingShape])).toBe(4);
});
