import type { DrawingShape } from "@shoal/contract";
import {
  arrowPath,
  edgeOf,
  linesOf,
  PICTURE_UNITS,
  pinOf,
  strokePath,
  TEXT_EDGE,
  TEXT_FOOT,
  TEXT_LINE_HEIGHT,
  toUnits,
  type UnitPoint,
} from "@shoal/domain/drawing";
import { memo } from "react";

interface ShapeViewProps {
  shape: DrawingShape;
  /** The frame's width divided by its height. */
  aspect: number;
}

/** Draws a shape as SVG, in shape units. */
export const ShapeView = memo(function ShapeView({ shape, aspect }: ShapeViewProps) {
  const size = shape.size * PICTURE_UNITS;
  const line = {
    fill: "none",
    stroke: shape.color,
    strokeWidth: size,
    strokeLinecap: "round",
    strokeLinejoin: "round",
  } as const;
  switch (shape.kind) {
    case "pen":
      return <path d={strokePath(shape, aspect)} fill={shape.color} />;
    case "arrow":
      return <path d={arrowPath(toUnits(shape.from, aspect), toUnits(shape.to, aspect), size)} {...line} />;
    case "rectangle": {
      const [[x1, y1], [x2, y2]] = [toUnits(shape.from, aspect), toUnits(shape.to, aspect)];
      return (
        <rect
          x={Math.min(x1, x2)}
          y={Math.min(y1, y2)}
          width={Math.abs(x2 - x1)}
          height={Math.abs(y2 - y1)}
          {...line}
        />
      );
    }
    case "ellipse": {
      const [[x1, y1], [x2, y2]] = [toUnits(shape.from, aspect), toUnits(shape.to, aspect)];
      return (
        <ellipse
          cx={(x1 + x2) / 2}
          cy={(y1 + y2) / 2}
          rx={Math.abs(x2 - x1) / 2}
          ry={Math.abs(y2 - y1) / 2}
          {...line}
        />
      );
    }
    case "text":
      return <WrittenText shape={shape} at={toUnits(shape.at, aspect)} size={size} />;
    case "pin":
      return <PinShape at={toUnits(shape.at, aspect)} color={shape.color} size={size} />;
  }
});

function WrittenText({
  shape,
  at: [x, y],
  size,
}: {
  shape: DrawingShape & { kind: "text" };
  at: UnitPoint;
  size: number;
}) {
  return (
    <text
      fontSize={size}
      fontFamily="inherit"
      fontWeight={600}
      fill={shape.color}
      stroke={edgeOf(shape.color)}
      strokeWidth={size * TEXT_EDGE}
      paintOrder="stroke"
      strokeLinejoin="round"
    >
      {linesOf(shape.text).map((text, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a label never change their order
        <tspan key={line} x={x} y={y + size * (TEXT_FOOT + line * TEXT_LINE_HEIGHT)}>
          {text}
        </tspan>
      ))}
    </text>
  );
}

function PinShape({ at, color, size }: { at: UnitPoint; color: string; size: number }) {
  const { path, edge, hole } = pinOf(at, size);
  return (
    <>
      <path d={path} fill={color} stroke={edgeOf(color)} strokeWidth={edge} strokeLinejoin="round" />
      <circle cx={hole.x} cy={hole.y} r={hole.radius} fill={edgeOf(color)} />
    </>
  );
}
