import { createRandomUuid } from "@shoal/client/upload";
import {
  type DrawingShape,
  MAX_DRAWING_POINTS,
  MAX_DRAWING_SHAPES,
  MAX_DRAWING_TEXT_LENGTH,
} from "@shoal/contract";
import { countPoints } from "./shape-geometry.ts";

export const DRAWING_TOOLS = ["pen", "arrow", "rectangle", "ellipse", "text", "pin", "eraser"] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];

/** The colours to choose from, which are distinguishable on any frame and with colour blindness. */
export const DRAWING_COLOURS = ["#ff3b30", "#ffcc00", "#30d158", "#0a84ff", "#ffffff", "#000000"] as const;
export type DrawingColour = (typeof DRAWING_COLOURS)[number];

export const LINE_WIDTHS = ["thin", "medium", "thick"] as const;
export type LineWidth = (typeof LINE_WIDTHS)[number];

/** The line widths to choose from, as shares of the frame's height. */
const LINE_SIZES: Readonly<Record<LineWidth, number>> = { thin: 0.004, medium: 0.008, thick: 0.016 };
const LETTER_SIZES: Readonly<Record<LineWidth, number>> = { thin: 0.035, medium: 0.05, thick: 0.08 };
const PIN_SIZES: Readonly<Record<LineWidth, number>> = { thin: 0.05, medium: 0.07, thick: 0.1 };

/** A shape with an id, so that it can be erased while drawing. */
export interface DrawnShape {
  /** The uuid by which other participants identify the draft. */
  id: string;
  shape: DrawingShape;
}

/** The reason why the last shape was not drawn, or not completely. */
export type DrawingRefusal = "shapes" | "points";

export interface BoardState {
  shapes: readonly DrawnShape[];
  /** The shape that is being drawn, on top of the others. */
  growing: DrawnShape | undefined;
  tool: DrawingTool;
  color: DrawingColour;
  width: LineWidth;
  canUndo: boolean;
  canRedo: boolean;
  refusal: DrawingRefusal | undefined;
}

type BoardPoint = readonly [number, number];

/** The maximum number of undo steps. A step is cheap, because it stores the list of shapes, not copies of them. */
const MAX_UNDO_STEPS = 500;
/** Minimum distance between points of a stroke, as a share of the frame; closer points would make no visible difference. */
const MIN_POINT_DISTANCE = 0.0008;
/** Minimum size of a shape, as a share of the frame; a smaller shape counts as a click. */
const MIN_SHAPE_SIZE = 0.004;
/** Limits a coordinate to the frame and a small margin, because strokes may extend slightly beyond the frame. */
const clampCoordinate = (share: number): number => Math.min(1.5, Math.max(-0.5, share));
const roundCoordinate = (share: number): number => Math.round(clampCoordinate(share) * 100_000) / 100_000;

export type DrawingBoard = ReturnType<typeof createDrawingBoard>;

/** Creates a store for `useSyncExternalStore` with a drawing in progress: its shapes, the selected tool, undo and redo. */
export function createDrawingBoard(begin: readonly DrawingShape[] = []) {
  const listeners = new Set<() => void>();
  const named = (shapes: readonly DrawingShape[]): DrawnShape[] =>
    shapes.map((shape) => ({ id: createRandomUuid(), shape }));
  let past: (readonly DrawnShape[])[] = [];
  let future: (readonly DrawnShape[])[] = [];
  let state: BoardState = {
    shapes: named(begin),
    growing: undefined,
    tool: "pen",
    color: DRAWING_COLOURS[0],
    width: "medium",
    canUndo: false,
    canRedo: false,
    refusal: undefined,
  };

  function set(change: Partial<BoardState>): void {
    state = { ...state, ...change, canUndo: past.length > 0, canRedo: future.length > 0 };
    for (const listener of listeners) listener();
  }

  function put(shapes: readonly DrawnShape[], change: Partial<BoardState> = {}): void {
    past = [...past, state.shapes].slice(-MAX_UNDO_STEPS);
    future = [];
    set({ growing: undefined, refusal: undefined, ...change, shapes });
  }

  /** Whether one more shape is allowed. If not, stores the reason, which is displayed. */
  function hasRoom(): boolean {
    if (state.shapes.length < MAX_DRAWING_SHAPES) return true;
    set({ refusal: "shapes" });
    return false;
  }

  const pointsLeft = () => MAX_DRAWING_POINTS - countPoints(state.shapes.map(({ shape }) => shape));

  /** Starts a shape under the pointer. @param pressure the pen's pressure from 0 to 1; 0.5 for devices that do not measure it. */
  function begins([x, y]: BoardPoint, pressure: number): void {
    const { tool, color, width } = state;
    if (tool === "eraser" || tool === "text" || !hasRoom()) return;
    const at: [number, number] = [roundCoordinate(x), roundCoordinate(y)];
    const style = { color, size: LINE_SIZES[width] };
    if (tool === "pin") {
      const pin: DrawingShape = { kind: "pin", at, color, size: PIN_SIZES[width] };
      put([...state.shapes, { id: createRandomUuid(), shape: pin }]);
      return;
    }
    if (tool === "pen" && pointsLeft() < 1) {
      set({ refusal: "points" });
      return;
    }
    const shape: DrawingShape =
      tool === "pen"
        ? { kind: "pen", points: [[...at, pressure]], ...style }
        : { kind: tool, from: at, to: at, ...style };
    set({ growing: { id: createRandomUuid(), shape }, refusal: undefined });
  }

  /** Continues the shape to the given points. When a stroke has the maximum number of points, further points are dropped. */
  function growsTo(places: readonly (readonly [number, number, number])[]): void {
    const { growing } = state;
    const last = places.at(-1);
    if (!growing || !last) return;
    const { shape } = growing;
    if (shape.kind === "pen") {
      const points = [...shape.points];
      const room = pointsLeft();
      for (const [x, y, pressure] of places) {
        const before = points.at(-1);
        if (before && Math.hypot(before[0] - x, before[1] - y) < MIN_POINT_DISTANCE) continue;
        if (points.length >= room) {
          const kept: DrawnShape = { id: growing.id, shape: { ...shape, points } };
          put([...state.shapes, kept], { refusal: "points" });
          return;
        }
        points.push([roundCoordinate(x), roundCoordinate(y), pressure]);
      }
      set({ growing: { id: growing.id, shape: { ...shape, points } } });
    } else if (shape.kind === "arrow" || shape.kind === "rectangle" || shape.kind === "ellipse")
      set({
        growing: {
          id: growing.id,
          shape: { ...shape, to: [roundCoordinate(last[0]), roundCoordinate(last[1])] },
        },
      });
  }

  /** Ends the shape when the pointer is lifted. */
  function ends(): void {
    const { growing } = state;
    if (!growing) return;
    if (isClick(growing.shape)) set({ growing: undefined });
    else put([...state.shapes, growing]);
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: (): BoardState => state,
    choose: (change: { tool?: DrawingTool; color?: DrawingColour; width?: LineWidth }) =>
      set({ ...change, refusal: undefined }),
    begins,
    growsTo,
    ends,
    /** Cancels the shape, for example when a second finger touches the picture area. */
    cancels: () => set({ growing: undefined }),
    write([x, y]: BoardPoint, text: string): void {
      const written = text.trim().slice(0, MAX_DRAWING_TEXT_LENGTH);
      if (written === "" || !hasRoom()) return;
      const { color, width } = state;
      const shape: DrawingShape = {
        kind: "text",
        at: [roundCoordinate(x), roundCoordinate(y)],
        text: written,
        color,
        size: LETTER_SIZES[width],
      };
      put([...state.shapes, { id: createRandomUuid(), shape }]);
    },
    erase(id: string): void {
      const left = state.shapes.filter((each) => each.id !== id);
      if (left.length < state.shapes.length) put(left);
    },
    undo(): void {
      const before = past.at(-1);
      if (!before) return;
      past = past.slice(0, -1);
      future = [state.shapes, ...future];
      set({ shapes: before, growing: undefined, refusal: undefined });
    },
    redo(): void {
      const [next, ...later] = future;
      if (!next) return;
      past = [...past, state.shapes];
      future = later;
      set({ shapes: next, growing: undefined, refusal: undefined });
    },
    /** Removes all shapes; the removal can be undone. */
    clear(): void {
      if (state.shapes.length > 0) put([]);
    },
    /** Restarts with the given shapes and without undo steps. */
    reset(shapes: readonly DrawingShape[] = []): void {
      past = [];
      future = [];
      set({ shapes: named(shapes), growing: undefined, refusal: undefined });
    },
  };
}

/** Returns the height of a letter as a share of the frame's height, by line width. */
export const letterSizeOf = (width: LineWidth): number => LETTER_SIZES[width];

function isClick(shape: DrawingShape): boolean {
  if (shape.kind !== "arrow" && shape.kind !== "rectangle" && shape.kind !== "ellipse") return false;
  const [dx, dy] = [shape.to[0] - shape.from[0], shape.to[1] - shape.from[1]];
  return Math.hypot(dx, dy) < MIN_SHAPE_SIZE;
}
