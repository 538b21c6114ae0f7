import { Drawing, type DrawingShape, MAX_DRAWING_SHAPES } from "@shoal/contract";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { createDrawingBoard } from "./drawing-board.ts";
import { DrawingCanvas } from "./drawing-canvas.tsx";
import { DrawingLayer } from "./drawing-layer.tsx";
import { DrawingTools } from "./drawing-tools.tsx";

cleanAfterEach();

const ASPECT_RATIO = 16 / 9;

function openBoard(begin: DrawingShape[] = [], widthPx = 480) {
  const board = createDrawingBoard(begin);
  let doneCount = 0;
  show(
    <>
      <DrawingTools board={board} onDone={() => doneCount++} />
      <div style={{ position: "relative", width: widthPx, aspectRatio: ASPECT_RATIO, background: "#235" }}>
        <DrawingCanvas board={board} aspect={ASPECT_RATIO} />
      </div>
    </>,
  );
  return { board, doneCount: () => doneCount };
}
const drawingArea = () => page.getByRole("group", { name: "Draw on the frame" });
const toolButton = (name: string) => page.getByRole("button", { name, exact: true });

interface PointerStep {
  type: string;
  at: [number, number];
  pointerType?: string;
  pressure?: number;
}

async function dispatchPointer(...steps: PointerStep[]): Promise<void> {
  await expect.element(drawingArea()).toBeVisible();
  const element = drawingArea().element();
  element.setPointerCapture = () => undefined;
  const { left, top, width, height } = element.getBoundingClientRect();
  for (const { type, at, pointerType = "mouse", pressure = 0.5 } of steps)
    element.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        pointerId: 7,
        pointerType,
        pressure,
        button: 0,
        clientX: left + at[0] * width,
        clientY: top + at[1] * height,
      }),
    );
}
const dragPointer = (from: [number, number], to: [number, number], own: Partial<PointerStep> = {}) =>
  dispatchPointer(
    { type: "pointerdown", at: from, ...own },
    { type: "pointermove", at: to, ...own, pressure: own.pressure === undefined ? 0.5 : 0.9 },
    { type: "pointerup", at: to, ...own },
  );

test("shapes are stored as shares of the picture, regardless of its size", async () => {
  const { board } = openBoard();
  await dragPointer([0.1, 0.1], [0.5, 0.5]);
  await toolButton("Rectangle").click();
  await dragPointer([0.25, 0.25], [0.75, 0.75]);
  await toolButton("Blue").click();
  await toolButton("Pin").click();
  await dragPointer([0.5, 0.5], [0.5, 0.5]);
  const shapes = board.getSnapshot().shapes.map(({ shape }) => shape);
  expect(shapes).toMatchObject([
    { kind: "pen", color: "#ff3b30" },
    { kind: "rectangle", color: "#ff3b30" },
    { kind: "pin", color: "#0a84ff" },
  ]);
  const [, rectangle] = shapes;
  if (rectangle?.kind !== "rectangle") throw new Error("No rectangle");
  expect(rectangle.from[0]).toBeCloseTo(0.25, 2);
  expect(rectangle.to[1]).toBeCloseTo(0.75, 2);
  expect(Drawing.safeParse({ shapes }).error).toBeUndefined();
});

test("drawing works by touch at a width of 390 px, and keeps the pressure of a pen", async () => {
  await page.viewport(390, 844);
  const { board } = openBoard([], 358);
  await dragPointer([0.1, 0.1], [0.5, 0.5], { pointerType: "touch" });
  await dragPointer([0.2, 0.8], [0.6, 0.8], { pointerType: "pen", pressure: 0.2 });
  const points = board.getSnapshot().shapes.map(({ shape }) => (shape.kind === "pen" ? shape.points : []));
  expect(points.map((each) => each.map(([, , pressure]) => pressure))).toEqual([
    [0.5, 0.5],
    [0.2, 0.9],
  ]);
  expect(getComputedStyle(drawingArea().element()).touchAction).toBe("none");
});

test("a text is typed at its position, and markup in it is shown as text", async () => {
  const { board } = openBoard();
  await toolButton("Text").click();
  await dispatchPointer({ type: "pointerdown", at: [0.3, 0.3] }, { type: "pointerup", at: [0.3, 0.3] });
  await page.getByRole("textbox", { name: "Text on the frame" }).fill("<b>Lighter</b>");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => drawingArea().element().querySelector("text")?.textContent).toBe("<b>Lighter</b>");
  expect(drawingArea().element().querySelector("b")).toBeNull();
  expect(board.getSnapshot().shapes).toMatchObject([{ shape: { kind: "text", text: "<b>Lighter</b>" } }]);
});

test("the eraser removes the touched shape, which undo and redo restore and remove again", async () => {
  const { board } = openBoard([
    { kind: "arrow", from: [0.1, 0.5], to: [0.9, 0.5], color: "#ffffff", size: 0.008 },
    { kind: "ellipse", from: [0.2, 0.1], to: [0.4, 0.3], color: "#ffffff", size: 0.008 },
  ]);
  const kinds = () => board.getSnapshot().shapes.map(({ shape }) => shape.kind);
  await toolButton("Eraser").click();
  await dragPointer([0.5, 0.505], [0.5, 0.505]);
  expect(kinds()).toEqual(["ellipse"]);
  await toolButton("Undo").click();
  expect(kinds()).toEqual(["arrow", "ellipse"]);
  await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  expect(kinds()).toEqual(["ellipse"]);
});

test("keys select tools and Escape ends drawing before the page's other shortcuts apply", async () => {
  const heard: string[] = [];
  const record = (event: KeyboardEvent) => heard.push(event.key);
  const { board, doneCount } = openBoard();
  await expect.element(toolButton("Arrow")).toBeVisible();
  document.addEventListener("keydown", record);
  await userEvent.keyboard("a");
  expect(board.getSnapshot().tool).toBe("arrow");
  await userEvent.keyboard("{Escape}k");
  document.removeEventListener("keydown", record);
  expect(doneCount()).toBe(1);
  expect(heard).toEqual(["k"]);
});

test("a shape beyond the maximum is refused with a message", async () => {
  const pin: DrawingShape = { kind: "pin", at: [0.5, 0.5], color: "#ffffff", size: 0.05 };
  const { board } = openBoard(Array.from({ length: MAX_DRAWING_SHAPES }, () => pin));
  await dragPointer([0.1, 0.1], [0.5, 0.5]);
  await expect
    .element(page.getByRole("status").filter({ hasText: "A drawing can have at most 200 shapes." }))
    .toBeVisible();
  expect(board.getSnapshot().shapes).toHaveLength(MAX_DRAWING_SHAPES);
});

test("a drawing has the same vectors at any size", async () => {
  const shapes: DrawingShape[] = [
    { kind: "rectangle", from: [0.25, 0.25], to: [0.75, 0.75], color: "#ff3b30", size: 0.01 },
  ];
  const layer = (widthPx: number) => (
    <div style={{ position: "relative", width: widthPx, aspectRatio: ASPECT_RATIO }}>
      <DrawingLayer shapes={shapes} aspect={ASPECT_RATIO} label={`At ${widthPx}`} />
    </div>
  );
  show(
    <>
      {layer(160)}
      {layer(320)}
    </>,
  );
  const widthOf = (name: string) => {
    const box = page.getByRole("img", { name }).element().querySelector("rect")?.getBoundingClientRect();
    return box?.width ?? 0;
  };
  await expect.element(page.getByRole("img", { name: "At 320" })).toBeVisible();
  expect(widthOf("At 320") / widthOf("At 160")).toBeCloseTo(2, 1);
  expect(widthOf("At 160")).toBeCloseTo(80, 0);
});

test("shapes can be drawn with the keyboard alone, and the focus returns to the element that opened the board", async () => {
  const board = createDrawingBoard();
  function Opened() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <DrawingTools board={board} onDone={() => setOpen(false)} />}
        {isOpen && (
          <div style={{ position: "relative", width: 480, aspectRatio: ASPECT_RATIO, background: "#235" }}>
            <DrawingCanvas board={board} aspect={ASPECT_RATIO} />
          </div>
        )}
      </>
    );
  }
  show(<Opened />);
  await expect.element(toolButton("Open")).toBeVisible();
  const heard: string[] = [];
  const record = (event: KeyboardEvent) => void (event.defaultPrevented || heard.push(event.key));
  window.addEventListener("keydown", record);
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(drawingArea()).toHaveFocus();
  heard.length = 0;
  await userEvent.keyboard("r{Shift>}{ArrowLeft}{ArrowUp}{/Shift}{Enter}");
  await expect.element(page.getByRole("status").filter({ hasText: "Shape started" })).toBeInTheDocument();
  await userEvent.keyboard("{Shift>}{ArrowRight}{ArrowDown}{/Shift}{ArrowRight}{Enter}");
  await userEvent.keyboard("{Enter}{ArrowDown}{Backspace}");
  await userEvent.keyboard("n{Enter}");
  await userEvent.keyboard("t{Enter}");
  await userEvent.keyboard("Lighter{Enter}");
  await expect.element(drawingArea()).toHaveFocus();
  window.removeEventListener("keydown", record);
  const shapes = board.getSnapshot().shapes.map(({ shape }) => shape);
  expect(shapes).toMatchObject([
    { kind: "rectangle", from: [0.4, 0.4], to: [0.51, 0.5] },
    { kind: "pin" },
    { kind: "text", text: "Lighter" },
  ]);
  expect(Drawing.safeParse({ shapes }).error).toBeUndefined();
  // While drawing, keys must not reach the player, which uses the same keys.
  expect(heard.filter((key) => key.startsWith("Arrow") || key === "Enter")).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(toolButton("Open")).toHaveFocus();
});
