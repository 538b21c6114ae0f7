import type { DrawingShape } from "@shoal/contract";
import getStroke from "perfect-freehand";
import { memo } from "react";
import { linesOf, PICTURE_UNITS, toUnits, type UnitPoint } from "./shape-geometry.ts";

interface ShapeViewProps {
  shape: DrawingShape;
  /** Width of the picture by its height. */
  aspect: number;
}

/** One shape as vectors, in units of the picture. */
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
      return <Pin at={toUnits(shape.at, aspect)} color={shape.color} size={size} />;
  }
});

const LINE_HEIGHT = 1.2;

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
    // The edge keeps letters readable on any picture.
    <text
      fontSize={size}
      fontFamily="inherit"
      fontWeight={600}
      fill={shape.color}
      stroke={edgeOf(shape.color)}
      strokeWidth={size * 0.12}
      paintOrder="stroke"
      strokeLinejoin="round"
    >
      {linesOf(shape.text).map((text, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text stay in their places
        <tspan key={line} x={x} y={y + size * (0.9 + line * LINE_HEIGHT)}>
          {text}
        </tspan>
      ))}
    </text>
  );
}

/** Its tip is the place that it points at. */
function Pin({ at: [x, y], color, size }: { at: UnitPoint; color: string; size: number }) {
  const radius = size * 0.36;
  const top = y - size + radius;
  const d = `M${x} ${y}C${x - size * 0.1} ${y - size * 0.3} ${x - radius} ${y - size * 0.4} ${x - radius} ${top}A${radius} ${radius} 0 1 1 ${x + radius} ${top}C${x + radius} ${y - size * 0.4} ${x + size * 0.1} ${y - size * 0.3} ${x} ${y}Z`;
  return (
    <>
      <path d={d} fill={color} stroke={edgeOf(color)} strokeWidth={size * 0.06} strokeLinejoin="round" />
      <circle cx={x} cy={top} r={radius * 0.42} fill={edgeOf(color)} />
    </>
  );
}

/** Black beside a light color, white beside a dark one. */
function edgeOf(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 90 ? "#000000" : "#ffffff";
}

const HEAD_ANGLE = Math.PI / 7;

function arrowPath([x1, y1]: UnitPoint, [x2, y2]: UnitPoint, size: number): string {
  const length = Math.min(Math.hypot(x2 - x1, y2 - y1), 12 + size * 4);
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const side = (turn: number) =>
    `${x2 - length * Math.cos(angle + turn)} ${y2 - length * Math.sin(angle + turn)}`;
  return `M${x1} ${y1}L${x2} ${y2}M${side(-HEAD_ANGLE)}L${x2} ${y2}L${side(HEAD_ANGLE)}`;
}

/** What does not measure pressure says so by always the same. */
const NO_PRESSURE = 0.5;
/** Widest and thinnest parts of a stroke by its pressure. */
const THINNING = 0.5;

/** The outline of a stroke, as `perfect-freehand` finds it, with curves through the middles of its corners. */
function strokePath(shape: DrawingShape & { kind: "pen" }, aspect: number): string {
  const outline = getStroke(
    shape.points.map(([x, y, pressure]) => [...toUnits([x, y], aspect), pressure]),
    {
      size: shape.size * PICTURE_UNITS * 1.4,
      thinning: THINNING,
      smoothing: 0.5,
      streamline: 0.35,
      simulatePressure: shape.points.every(([, , pressure]) => pressure === NO_PRESSURE),
    },
  );
  const [first] = outline;
  if (!first) return "";
  const middles = outline.map(([x = 0, y = 0], place) => {
    const [nextX = 0, nextY = 0] = outline[(place + 1) % outline.length] ?? [];
    return `${x.toFixed(2)} ${y.toFixed(2)} ${((x + nextX) / 2).toFixed(2)} ${((y + nextY) / 2).toFixed(2)}`;
  });
  return `M${first.map((each) => each.toFixed(2)).join(" ")}Q${middles.join(" ")}Z`;
}
