import { ActionIcon, Button, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import { DRAWING_POINTS_MAX_COUNT, DRAWING_SHAPES_MAX_COUNT } from "@shoal/contract";
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
import { type CSSProperties, useEffect } from "react";
import { useTranslation } from "react-i18next";
import classes from "./drawing.module.css";
import { COLORS, type DrawingBoard, TOOLS, type Tool, WIDTHS } from "./drawing-board.ts";
import { useDrawingBoard } from "./use-drawing-board.ts";

const ICONS: Readonly<Record<Tool, TablerIcon>> = {
  pen: IconPencil,
  arrow: IconArrowUpRight,
  rectangle: IconSquare,
  ellipse: IconCircle,
  text: IconLetterT,
  pin: IconMapPin,
  eraser: IconEraser,
};

/** Keys while somebody draws; none of them is one of the player's. */
const TOOL_KEYS: Readonly<Record<Tool, string>> = {
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
  /** Ends drawing; what was drawn stays with the comment. */
  onDone: () => void;
}

/** What somebody draws with, and how to take it back. */
export function DrawingTools({ board, onDone }: DrawingToolsProps) {
  const { t } = useTranslation();
  const { tool, color, width, shapes, canUndo, canRedo, refusal } = useDrawingBoard(board);
  useDrawingKeys(board, onDone);
  return (
    <div className={classes.tools} role="toolbar" aria-label={t("drawing.tools")}>
      <fieldset className={classes.group} style={{ border: 0, margin: 0, padding: 0 }}>
        <VisuallyHidden component="legend">{t("drawing.tool")}</VisuallyHidden>
        {TOOLS.map((each) => {
          const Icon = ICONS[each];
          return (
            <Tooltip key={each} label={`${t(`drawing.kinds.${each}`)} (${TOOL_KEYS[each]})`}>
              <ActionIcon
                size={34}
                variant={tool === each ? "filled" : "subtle"}
                color={tool === each ? "sea" : "gray"}
                aria-label={t(`drawing.kinds.${each}`)}
                aria-keyshortcuts={TOOL_KEYS[each]}
                aria-pressed={tool === each}
                onClick={() => board.choose({ tool: each })}
              >
                <Icon size={19} />
              </ActionIcon>
            </Tooltip>
          );
        })}
      </fieldset>
      <div className={classes.group}>
        {COLORS.map((each) => (
          <button
            key={each}
            type="button"
            className={classes.color}
            style={{ "--swatch": each } as CSSProperties}
            aria-label={t(`drawing.colors.${each}`)}
            aria-pressed={color === each}
            onClick={() => board.choose({ color: each })}
          />
        ))}
      </div>
      <div className={classes.group}>
        {WIDTHS.map((each) => (
          <ActionIcon
            key={each}
            size={34}
            variant={width === each ? "light" : "subtle"}
            color={width === each ? "sea" : "gray"}
            aria-label={t(`drawing.widths.${each}`)}
            aria-pressed={width === each}
            onClick={() => board.choose({ width: each })}
          >
            <span className={classes.width} style={{ height: WIDTH_PX[each] }} />
          </ActionIcon>
        ))}
      </div>
      <div className={classes.group}>
        <ActionIcon
          size={34}
          variant="subtle"
          color="gray"
          aria-label={t("drawing.undo")}
          aria-keyshortcuts="Control+Z"
          disabled={!canUndo}
          onClick={board.undo}
        >
          <IconArrowBackUp size={19} />
        </ActionIcon>
        <ActionIcon
          size={34}
          variant="subtle"
          color="gray"
          aria-label={t("drawing.redo")}
          aria-keyshortcuts="Control+Shift+Z"
          disabled={!canRedo}
          onClick={board.redo}
        >
          <IconArrowForwardUp size={19} />
        </ActionIcon>
        <ActionIcon
          size={34}
          variant="subtle"
          color="gray"
          aria-label={t("drawing.clear")}
          disabled={shapes.length === 0}
          onClick={board.clear}
        >
          <IconTrash size={19} />
        </ActionIcon>
      </div>
      <Button size="compact-sm" variant="default" onClick={onDone}>
        {t("drawing.done")}
      </Button>
      <div role="status">
        {refusal && (
          <Text size="sm" c="var(--shoal-warning)">
            {t(`drawing.refusals.${refusal}`, {
              count: refusal === "shapes" ? DRAWING_SHAPES_MAX_COUNT : DRAWING_POINTS_MAX_COUNT,
            })}
          </Text>
        )}
      </div>
    </div>
  );
}

/** Keys of the tools, before those of the player, for as long as somebody draws; not while they type. */
function useDrawingKeys(board: DrawingBoard, onDone: () => void): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      if (event.altKey || isTyping(event.target)) return;
      const deed = deedOf(event, board, onDone);
      if (!deed) return;
      event.preventDefault();
      event.stopPropagation();
      deed();
    }
    window.addEventListener("keydown", handleKey, { capture: true });
    return () => window.removeEventListener("keydown", handleKey, { capture: true });
  }, [board, onDone]);
}

function deedOf(event: KeyboardEvent, board: DrawingBoard, onDone: () => void): (() => void) | undefined {
  const key = event.key.toUpperCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "Z") return event.shiftKey ? board.redo : board.undo;
    return key === "Y" ? board.redo : undefined;
  }
  if (key === "ESCAPE") return onDone;
  const tool = TOOLS.find((each) => TOOL_KEYS[each] === key);
  return tool && (() => board.choose({ tool }));
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
