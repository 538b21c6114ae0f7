import { ActionIcon, Button, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import { MAX_DRAWING_POINTS, MAX_DRAWING_SHAPES } from "@shoal/contract";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowUpRight,
  IconCircle,
  IconEraser,
  IconLetterT,
  IconMapPin,
  IconPencil,
  IconSquare,
  IconTrash,
  type TablerIcon,
} from "@tabler/icons-react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import classes from "./drawing.module.css";
import {
  DRAWING_COLOURS,
  DRAWING_TOOLS,
  type DrawingBoard,
  type DrawingTool,
  LINE_WIDTHS,
} from "./drawing-board.ts";
import { useDrawingBoard } from "./use-drawing-board.ts";

const TOOL_ICONS: Readonly<Record<DrawingTool, TablerIcon>> = {
  pen: IconPencil,
  arrow: IconArrowUpRight,
  rectangle: IconSquare,
  ellipse: IconCircle,
  text: IconLetterT,
  pin: IconMapPin,
  eraser: IconEraser,
};

/** The keys of the drawing tools, none of which is also a key of the player. */
const TOOL_KEYS: Readonly<Record<DrawingTool, string>> = {
  pen: "P",
  arrow: "A",
  rectangle: "R",
  ellipse: "E",
  text: "T",
  pin: "N",
  eraser: "X",
};

const WIDTH_PX = { thin: 2, medium: 4, thick: 7 } as const;

interface DrawingToolsProps {
  board: DrawingBoard;
  /** Ends drawing, and keeps the drawing with the comment. */
  onDone: () => void;
}

/** Shows the drawing tools, with undo and redo. */
export function DrawingTools({ board, onDone }: DrawingToolsProps) {
  const { t } = useTranslation();
  const { tool, color, width, shapes, canUndo, canRedo, refusal } = useDrawingBoard(board);
  useDrawingKeys(board, onDone);
  return (
    <div className={classes.tools} role="toolbar" aria-label={t("drawing.tools")}>
      <fieldset className={classes.group} style={{ border: 0, margin: 0, padding: 0 }}>
        <VisuallyHidden component="legend">{t("drawing.tool")}</VisuallyHidden>
        {DRAWING_TOOLS.map((each) => {
          const Icon = TOOL_ICONS[each];
          return (
            <ToolButton
              key={each}
              label={t(`drawing.kinds.${each}`)}
              keys={TOOL_KEYS[each]}
              isPressed={tool === each}
              onClick={() => board.choose({ tool: each })}
            >
              <Icon size={19} />
            </ToolButton>
          );
        })}
      </fieldset>
      <div className={classes.group}>
        {DRAWING_COLOURS.map((each) => (
          <ToolButton
            key={each}
            label={t(`drawing.colors.${each}`)}
            isPressed={color === each}
            onClick={() => board.choose({ color: each })}
          >
            <span className={classes.swatch} style={{ background: each }} />
          </ToolButton>
        ))}
      </div>
      <div className={classes.group}>
        {LINE_WIDTHS.map((each) => (
          <ToolButton
            key={each}
            label={t(`drawing.widths.${each}`)}
            isPressed={width === each}
            onClick={() => board.choose({ width: each })}
          >
            <span className={classes.width} style={{ height: WIDTH_PX[each] }} />
          </ToolButton>
        ))}
      </div>
      <div className={classes.group}>
        <ToolButton label={t("drawing.undo")} keys="Control+Z" isDisabled={!canUndo} onClick={board.undo}>
          <IconArrowBackUp size={19} />
        </ToolButton>
        <ToolButton
          label={t("drawing.redo")}
          keys="Control+Shift+Z"
          isDisabled={!canRedo}
          onClick={board.redo}
        >
          <IconArrowForwardUp size={19} />
        </ToolButton>
        <ToolButton label={t("drawing.clear")} isDisabled={shapes.length === 0} onClick={board.clear}>
          <IconTrash size={19} />
        </ToolButton>
      </div>
      <Button size="compact-sm" variant="default" onClick={onDone}>
        {t("drawing.done")}
      </Button>
      <div role="status">
        {refusal && (
          <Text size="sm" c="var(--shoal-warning)">
            {t(`drawing.refusals.${refusal}`, {
              count: refusal === "shapes" ? MAX_DRAWING_SHAPES : MAX_DRAWING_POINTS,
            })}
          </Text>
        )}
      </div>
    </div>
  );
}

interface ToolButtonProps {
  label: string;
  /** The shortcut in the format of `aria-keyshortcuts`. */
  keys?: string;
  /** Whether the tool is active; undefined for actions. */
  isPressed?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button of the toolbar, whose name is shown on hover. */
function ToolButton({ label, keys, isPressed, isDisabled = false, onClick, children }: ToolButtonProps) {
  return (
    <Tooltip label={keys === undefined ? label : `${label} (${keys.replace("Control", "Ctrl")})`}>
      <ActionIcon
        size={34}
        variant={isPressed ? "filled" : "subtle"}
        color={isPressed ? "sea" : "gray"}
        aria-label={label}
        aria-keyshortcuts={keys}
        aria-pressed={isPressed}
        disabled={isDisabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** Handles the keys of the tools while drawing, before the player's keys, but not in text fields. */
function useDrawingKeys(board: DrawingBoard, onDone: () => void): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      if (event.altKey || isTyping(event.target)) return;
      const action = actionOf(event, board, onDone);
      if (!action) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    }
    window.addEventListener("keydown", handleKey, { capture: true });
    return () => window.removeEventListener("keydown", handleKey, { capture: true });
  }, [board, onDone]);
}

function actionOf(event: KeyboardEvent, board: DrawingBoard, onDone: () => void): (() => void) | undefined {
  const key = event.key.toUpperCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "Z") return event.shiftKey ? board.redo : board.undo;
    return key === "Y" ? board.redo : undefined;
  }
  if (key === "ESCAPE") return onDone;
  const tool = DRAWING_TOOLS.find((each) => TOOL_KEYS[each] === key);
  return tool && (() => board.choose({ tool }));
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
