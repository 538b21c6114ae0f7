import type { Drawing, DrawingShape } from "@shoal/contract";
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
} from "@shoal/domain/drawing";
import type { Document, FigureBox } from "../../../../platform/pdf/pdf-sheet.ts";

/** A drawing over its picture, as vectors, just as the review page shows it. @param box of the picture. */
export function drawShapes(document: Document, { shapes }: Drawing, box: FigureBox): void {
  document.save();
  document.translate(box.x, box.y).scale(box.heightPt / PICTURE_UNITS);
  document.lineCap("round").lineJoin("round");
  for (const shape of shapes) drawShape(document, shape, box.widthPt / box.heightPt);
  document.restore();
}

function drawShape(document: Document, shape: DrawingShape, aspect: number): void {
  const size = shape.size * PICTURE_UNITS;
  const { color } = shape;
  switch (shape.kind) {
    case "pen":
      // A path of nothing is no path.
      document.path(strokePath(shape, aspect) || "M0 0").fill(color);
      return;
    case "arrow":
      document.path(arrowPath(toUnits(shape.from, aspect), toUnits(shape.to, aspect), size));
      document.lineWidth(size).stroke(color);
      return;
    case "rectangle": {
      const [[x1, y1], [x2, y2]] = [toUnits(shape.from, aspect), toUnits(shape.to, aspect)];
      document.rect(Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1));
      document.lineWidth(size).stroke(color);
      return;
    }
    case "ellipse": {
      const [[x1, y1], [x2, y2]] = [toUnits(shape.from, aspect), toUnits(shape.to, aspect)];
      document.ellipse((x1 + x2) / 2, (y1 + y2) / 2, Math.abs(x2 - x1) / 2, Math.abs(y2 - y1) / 2);
      document.lineWidth(size).stroke(color);
      return;
    }
    case "text":
      drawText(document, shape, aspect);
      return;
    case "pin": {
      const { path, edge, hole } = pinOf(toUnits(shape.at, aspect), size);
      document.path(path).lineWidth(edge).fillAndStroke(color, edgeOf(color));
      document.circle(hole.x, hole.y, hole.radius).fill(edgeOf(color));
    }
  }
}

function drawText(document: Document, shape: DrawingShape & { kind: "text" }, aspect: number): void {
  const size = shape.size * PICTURE_UNITS;
  const [x, y] = toUnits(shape.at, aspect);
  document
    .font("bold")
    .fontSize(size)
    .lineWidth(size * TEXT_EDGE);
  linesOf(shape.text).forEach((line, place) => {
    const foot = y + size * (TEXT_FOOT + place * TEXT_LINE_HEIGHT);
    const options = { lineBreak: false, baseline: "alphabetic" } as const;
    document.strokeColor(edgeOf(shape.color)).fillColor(edgeOf(shape.color));
    document.text(line, x, foot, { ...options, stroke: true, fill: true });
    document.fillColor(shape.color).text(line, x, foot, options);
  });
}
