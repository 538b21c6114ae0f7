import { VisuallyHidden } from "@mantine/core";
import { MAX_DRAWING_TEXT_LENGTH } from "@shoal/contract";
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import classes from "./drawing.module.css";
import { type DrawingBoard, letterSizeOf } from "./drawing-board.ts";
import { PictureSvg } from "./drawing-layer.tsx";
import { isTouched } from "./shape-geometry.ts";
import { ShapeView } from "./shape-view.tsx";
import { useDrawingBoard } from "./use-drawing-board.ts";

interface DrawingCanvasProps {
  board: DrawingBoard;
  /** The frame's width divided by its height. */
  aspect: number;
}

/** The distance at which a finger or the mouse still hits a line, in shape units. */
const TOUCH_REACH = 24;
const MOUSE_REACH = 8;
/** The distance that an arrow key moves the cross, as a share of the frame. With Shift, the distance is larger. */
const ARROW_STEP = 0.01;
const LARGE_ARROW_STEP = 0.1;
/** Directions of the arrow keys, as shares of width and height. */
const ARROW_DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const PICTURE_CENTRE = [0.5, 0.5] as const;

/** The layer over the picture area in which the user draws. */
export function DrawingCanvas({ board, aspect }: DrawingCanvasProps) {
  const { t } = useTranslation();
  const { shapes, growing, tool } = useDrawingBoard(board);
  const [writingAt, setWritingAt] = useState<readonly [number, number]>();
  const pointer = useRef<number>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const hint = useId();
  /** The position of the cross, which keyboard users move to draw. */
  const [cross, setCross] = useState<readonly [number, number]>(PICTURE_CENTRE);
  useKeyboardDrawing(box);

  const eraseAt = (at: readonly [number, number], reach: number) => {
    const touched = shapes.findLast(({ shape }) => isTouched(shape, [...at], aspect, reach));
    if (touched) board.erase(touched.id);
  };
  const erase = (event: PointerEvent<HTMLElement>) => {
    const [x, y] = pointerPositionOf(event, event.currentTarget);
    eraseAt([x, y], event.pointerType === "mouse" ? MOUSE_REACH : TOUCH_REACH);
  };

  /** Starts a shape at the cross, or ends the shape in progress. */
  function press(): void {
    if (tool === "eraser") eraseAt(cross, TOUCH_REACH);
    else if (tool === "text") setWritingAt(cross);
    else if (growing) board.ends();
    else board.begins([...cross], DEFAULT_PRESSURE);
  }

  function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const way = ARROW_DIRECTIONS[event.key];
    if (way) {
      const step = event.shiftKey ? LARGE_ARROW_STEP : ARROW_STEP;
      const next = [clampShare(cross[0] + way[0] * step), clampShare(cross[1] + way[1] * step)] as const;
      setCross(next);
      if (growing) board.growsTo([[...next, DEFAULT_PRESSURE]]);
    } else if (event.key === "Enter" || event.key === " ") press();
    else if (event.key === "Backspace" && growing) board.cancels();
    else return;
    // Keeps these keys from also stepping through frames or starting playback.
    event.preventDefault();
  }

  function handleDown(event: PointerEvent<HTMLDivElement>): void {
    // Keeps the stage below from also playing or panning the video.
    event.stopPropagation();
    if (event.target !== event.currentTarget || event.button !== 0) return;
    if (pointer.current !== undefined) {
      board.cancels();
      return;
    }
    pointer.current = event.pointerId;
    event.currentTarget.setPointerCapture(event.pointerId);
    const [x, y, pressure] = pointerPositionOf(event, event.currentTarget);
    if (tool === "eraser") erase(event);
    else if (tool === "text") {
      // Keeps the focus in an open text field, which would save its text when it loses the focus.
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      setWritingAt([x, y]);
    } else board.begins([x, y], pressure);
  }

  function handleMove(event: PointerEvent<HTMLDivElement>): void {
    event.stopPropagation();
    if (pointer.current !== event.pointerId) return;
    if (tool === "eraser") {
      erase(event);
      return;
    }
    const { nativeEvent, currentTarget } = event;
    const steps = nativeEvent.getCoalescedEvents?.() ?? [];
    board.growsTo(
      (steps.length > 0 ? steps : [nativeEvent]).map((step) => pointerPositionOf(step, currentTarget)),
    );
  }

  function handleUp(event: PointerEvent<HTMLDivElement>): void {
    event.stopPropagation();
    if (pointer.current !== event.pointerId) return;
    pointer.current = undefined;
    board.ends();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form
    <div
      ref={box}
      className={classes.canvas}
      data-tool={tool}
      data-drawing-canvas
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys draw here
      tabIndex={0}
      aria-label={t("drawing.canvas")}
      aria-describedby={hint}
      onKeyDown={handleKey}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={handleUp}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <PictureSvg aspect={aspect}>
        {shapes.map(({ id, shape }) => (
          <ShapeView key={id} shape={shape} aspect={aspect} />
        ))}
        {growing && <ShapeView shape={growing.shape} aspect={aspect} />}
      </PictureSvg>
      {writingAt && (
        <TextEditor
          key={writingAt.join()}
          board={board}
          at={writingAt}
          onEnd={() => setWritingAt((now) => (now === writingAt ? undefined : now))}
          onKeyEnd={() => box.current?.focus({ preventScroll: true })}
        />
      )}
      <span
        className={classes.cross}
        style={{ left: `${cross[0] * 100}%`, top: `${cross[1] * 100}%` }}
        aria-hidden
      />
      <VisuallyHidden id={hint}>{t("drawing.byKeys")}</VisuallyHidden>
      <VisuallyHidden role="status">{growing ? t("drawing.begun") : ""}</VisuallyHidden>
    </div>
  );
}

const clampShare = (share: number): number => Math.min(1, Math.max(0, share));

/** Focuses the picture area when drawing is started by keyboard, and restores the focus when drawing ends. */
function useKeyboardDrawing(box: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const opener = document.activeElement;
    if (!(opener instanceof HTMLElement) || !opener.matches("button:focus-visible")) return;
    box.current?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement === document.body) opener.focus({ preventScroll: true });
    };
  }, [box]);
}

/** A text field at the position where the user is writing. */
function TextEditor({
  board,
  at,
  onEnd,
  onKeyEnd,
}: {
  board: DrawingBoard;
  at: readonly [number, number];
  onEnd: () => void;
  /** Called when the user ended the text with a key. The picture area then gets the focus, so that drawing continues by keyboard. */
  onKeyEnd: () => void;
}) {
  const { t } = useTranslation();
  const { color, width } = useDrawingBoard(board);
  const isOver = useRef(false);
  function end(text: string): void {
    if (isOver.current) return;
    isOver.current = true;
    board.write(at, text);
    onEnd();
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the field appears where the user has just clicked to write
      autoFocus
      className={classes.writing}
      aria-label={t("drawing.text")}
      maxLength={MAX_DRAWING_TEXT_LENGTH}
      style={{
        left: `${at[0] * 100}%`,
        top: `${at[1] * 100}%`,
        color,
        fontSize: `${letterSizeOf(width) * 100}cqh`,
      }}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== "Enter" && event.key !== "Escape") return;
        end(event.key === "Enter" ? event.currentTarget.value : "");
        onKeyEnd();
      }}
    />
  );
}

const DEFAULT_PRESSURE = 0.5;

/** Returns a pointer's position as shares of the box, and its pressure, which a mouse does not report. */
function pointerPositionOf(
  event: Pick<globalThis.PointerEvent, "clientX" | "clientY" | "pressure" | "pointerType">,
  box: Element,
): [number, number, number] {
  const { left, top, width, height } = box.getBoundingClientRect();
  const pressure =
    event.pointerType === "pen" ? Math.round(event.pressure * 1_000) / 1_000 : DEFAULT_PRESSURE;
  return [(event.clientX - left) / width, (event.clientY - top) / height, pressure];
}
