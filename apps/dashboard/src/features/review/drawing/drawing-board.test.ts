import { Drawing, MAX_DRAWING_POINTS, MAX_DRAWING_SHAPES } from "@shoal/contract";
import { expect, test } from "vitest";
import { createDrawingBoard, DRAWING_TOOLS, type DrawingBoard, type DrawingTool } from "./drawing-board.ts";

function drawShape(board: DrawingBoard, tool: DrawingTool): void {
  board.choose({ tool });
  board.begins([0.1, 0.2], 0.5);
  board.growsTo([
    [0.3, 0.4, 0.6],
    [0.5, 0.6, 0.7],
  ]);
  board.ends();
}
const kindsOf = (board: DrawingBoard) => board.getSnapshot().shapes.map(({ shape }) => shape.kind);
const drawingOf = (board: DrawingBoard) => ({ shapes: board.getSnapshot().shapes.map(({ shape }) => shape) });

test("each tool draws a shape that the API accepts", () => {
  const board = createDrawingBoard();
  for (const tool of DRAWING_TOOLS) drawShape(board, tool);
  board.write([0.2, 0.2], "  Lighter  ");
  expect(kindsOf(board)).toEqual(["pen", "arrow", "rectangle", "ellipse", "pin", "text"]);
  expect(Drawing.safeParse(drawingOf(board)).error).toBeUndefined();
});

test("a stroke far outside the picture is limited to the range that the API accepts", () => {
  const board = createDrawingBoard();
  board.begins([-3, 0.5], 0.5);
  board.growsTo([[9, 0.5, 1]]);
  board.ends();
  expect(Drawing.safeParse(drawingOf(board)).error).toBeUndefined();
});

test("undo and redo restore shapes, and drawing discards the redo steps", () => {
  const board = createDrawingBoard();
  drawShape(board, "pen");
  drawShape(board, "arrow");
  board.undo();
  expect(kindsOf(board)).toEqual(["pen"]);
  board.redo();
  expect(kindsOf(board)).toEqual(["pen", "arrow"]);
  board.undo();
  drawShape(board, "ellipse");
  expect(kindsOf(board)).toEqual(["pen", "ellipse"]);
  expect(board.getSnapshot().canRedo).toBe(false);
  board.clear();
  board.undo();
  expect(kindsOf(board)).toEqual(["pen", "ellipse"]);
});

test("erasing a shape can be undone", () => {
  const board = createDrawingBoard();
  drawShape(board, "pen");
  drawShape(board, "pin");
  board.erase(board.getSnapshot().shapes[0]?.id ?? "");
  expect(kindsOf(board)).toEqual(["pin"]);
  board.undo();
  expect(kindsOf(board)).toEqual(["pen", "pin"]);
});

test("a click with the arrow tool draws nothing", () => {
  const board = createDrawingBoard();
  board.choose({ tool: "arrow" });
  board.begins([0.1, 0.1], 0.5);
  board.ends();
  expect(board.getSnapshot()).toMatchObject({ shapes: [], growing: undefined, canUndo: false });
});

test("a shape beyond the maximum is refused with a message, and the others are kept", () => {
  const board = createDrawingBoard();
  board.choose({ tool: "pin" });
  for (let count = 0; count < MAX_DRAWING_SHAPES; count++) board.begins([0.1, 0.1], 0.5);
  expect(board.getSnapshot().refusal).toBeUndefined();
  board.begins([0.1, 0.1], 0.5);
  board.write([0.1, 0.1], "One more");
  expect(board.getSnapshot().refusal).toBe("shapes");
  expect(board.getSnapshot().shapes).toHaveLength(MAX_DRAWING_SHAPES);
  board.undo();
  expect(board.getSnapshot().refusal).toBeUndefined();
});

test("a stroke that reaches the maximum number of points ends there with a message and is kept", () => {
  const board = createDrawingBoard();
  board.begins([0, 0], 0.5);
  const path = Array.from(
    { length: MAX_DRAWING_POINTS + 5 },
    (_, place) => [(place % 400) / 400, Math.floor(place / 400) / 60 + 0.001, 0.5] as const,
  );
  board.growsTo(path);
  const { refusal, growing } = board.getSnapshot();
  expect({ refusal, growing }).toEqual({ refusal: "points", growing: undefined });
  expect(Drawing.safeParse(drawingOf(board)).error).toBeUndefined();
  board.begins([0.5, 0.5], 0.5);
  expect(board.getSnapshot()).toMatchObject({ refusal: "points", growing: undefined });
  drawShape(board, "arrow");
  expect(kindsOf(board)).toEqual(["pen", "arrow"]);
});
