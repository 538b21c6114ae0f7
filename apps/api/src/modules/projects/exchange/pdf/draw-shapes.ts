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
import type { FigureBox } from "../../../../platform/pdf/pdf-sheet.ts";
import type { Document, TextSetter } from "../../../../platform/pdf/set-text.ts";

/** Returns the texts within a drawing. */
export const textsOfDrawing = ({ shapes }: Drawing): string[] =>
  shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));

/** Draws the shapes of a comment over its frame, as vectors like on the review page. @param box the frame's position on the sheet. */
export function drawShapes(
  document: Document,
  setter: TextSetter,
  { shapes }: Drawing,
  box: FigureBox,
): void {
  document.save();
  document.translate(box.x, box.y).scale(box.heightPt / PICTURE_UNITS);
  document.lineCap("round").lineJoin("round");
  for (const shape of shapes) drawShape(document, setter, shape, box.widthPt / box.heightPt);
  document.restore();
}

function drawShape(document: Document, setter: TextSetter, shape: DrawingShape, aspect: number): void {
  const size = shape.size * PICTURE_UNITS;
  const { color } = shape;
  switch (shape.kind) {
    case "pen":
      // An empty path is not valid, so an empty stroke only moves to the origin.
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
      drawText(document, setter, shape, aspect);
      return;
    case "pin": {
      const { path, edge, hole } = pinOf(toUnits(shape.at, aspect), size);
      document.path(path).lineWidth(edge).fillAndStroke(color, edgeOf(color));
      document.circle(hole.x, hole.y, hole.radius).fill(edgeOf(color));
    }
  }
}

function drawText(
  document: Document,
  setter: TextSetter,
  shape: DrawingShape & { kind: "text" },
  aspect: number,
): void {
  const sizePt = shape.size * PICTURE_UNITS;
  const [x, y] = toUnits(shape.at, aspect);
  const style = { weight: "bold", sizePt } as const;
  document.lineWidth(sizePt * TEXT_EDGE);
  linesOf(shape.text).forEach((line, index) => {
    const foot = y + sizePt * (TEXT_FOOT + index * TEXT_LINE_HEIGHT);
    document.strokeColor(edgeOf(shape.color)).fillColor(edgeOf(shape.color));
    setter.drawAt(line, x, foot, { ...style, isStroked: true });
    document.fillColor(shape.color);
    setter.drawAt(line, x, foot, style);
  });
}
