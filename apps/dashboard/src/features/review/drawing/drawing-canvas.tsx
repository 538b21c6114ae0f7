import { DRAWING_TEXT_MAX_LENGTH } from "@shoal/contract";
import { type PointerEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./drawing.module.css";
import { type DrawingBoard, letterSizeOf } from "./drawing-board.ts";
import { PictureSvg } from "./drawing-layer.tsx";
import { isTouched } from "./shape-geometry.ts";
import { ShapeView } from "./shape-view.tsx";
import { useDrawingBoard } from "./use-drawing-board.ts";

interface DrawingCanvasProps {
  board: DrawingBoard;
  /** Width of the picture by its height. */
  aspect: number;
}

/** How far beside a line a finger or a mouse still touches it, in units of the picture. */
const TOUCH_REACH = 24;
const MOUSE_REACH = 8;

/** The box over the picture in which someone draws. */
export function DrawingCanvas({ board, aspect }: DrawingCanvasProps) {
  const { t } = useTranslation();
  const { shapes, growing, tool } = useDrawingBoard(board);
  const [writingAt, setWritingAt] = useState<readonly [number, number]>();
  const pointer = useRef<number>(undefined);

  const erase = (event: PointerEvent<HTMLElement>) => {
    const [x, y] = placeOf(event, event.currentTarget);
    const reach = event.pointerType === "mouse" ? MOUSE_REACH : TOUCH_REACH;
    const touched = shapes.findLast(({ shape }) => isTouched(shape, [x, y], aspect, reach));
    if (touched) board.erase(touched.id);
  };

  function handleDown(event: PointerEvent<HTMLDivElement>): void {
    // The stage below would play, or move the picture.
    event.stopPropagation();
    if (event.target !== event.currentTarget || event.button !== 0) return;
    if (pointer.current !== undefined) {
      board.cancels();
      return;
    }
    pointer.current = event.pointerId;
    event.currentTarget.setPointerCapture(event.pointerId);
    const [x, y, pressure] = placeOf(event, event.currentTarget);
    if (tool === "eraser") erase(event);
    else if (tool === "text") {
      // The field of a text before this one keeps it as it loses the keyboard.
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
    board.growsTo((steps.length > 0 ? steps : [nativeEvent]).map((step) => placeOf(step, currentTarget)));
  }

  function handleUp(event: PointerEvent<HTMLDivElement>): void {
    event.stopPropagation();
    if (pointer.current !== event.pointerId) return;
    pointer.current = undefined;
    board.ends();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is one of a form
    // biome-ignore lint/a11y/useKeyWithClickEvents: clicks are only kept from the stage below
    <div
      className={classes.canvas}
      data-tool={tool}
      data-drawing-canvas
      role="group"
      aria-label={t("drawing.canvas")}
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
        <Writing
          key={writingAt.join()}
          board={board}
          at={writingAt}
          onEnd={() => setWritingAt((now) => (now === writingAt ? undefined : now))}
        />
      )}
    </div>
  );
}

/** A text while it is typed, where it will stand. */
function Writing({
  board,
  at,
  onEnd,
}: {
  board: DrawingBoard;
  at: readonly [number, number];
  onEnd: () => void;
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
      // biome-ignore lint/a11y/noAutofocus: it stands where someone has just pressed to write
      autoFocus
      className={classes.writing}
      aria-label={t("drawing.text")}
      maxLength={DRAWING_TEXT_MAX_LENGTH}
      style={{
        left: `${at[0] * 100}%`,
        top: `${at[1] * 100}%`,
        color,
        fontSize: `${letterSizeOf(width) * 100}cqh`,
      }}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") end(event.currentTarget.value);
        else if (event.key === "Escape") end("");
      }}
    />
  );
}

const MEASURELESS = 0.5;

/** Where a pointer is, as shares of the box, and its pressure: a mouse has none. */
function placeOf(
  event: Pick<globalThis.PointerEvent, "clientX" | "clientY" | "pressure" | "pointerType">,
  box: Element,
): [number, number, number] {
  const { left, top, width, height } = box.getBoundingClientRect();
  const pressure = event.pointerType === "pen" ? Math.round(event.pressure * 1_000) / 1_000 : MEASURELESS;
  return [(event.clientX - left) / width, (event.clientY - top) / height, pressure];
}
