import { Box, Text } from "@mantine/core";
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { usePreview, usePreviewTime } from "../../../components/video/preview/use-preview.ts";
import classes from "./captions.module.css";
import type { CueActions } from "./cue-actions.ts";
import { CueItem } from "./cue-item.tsx";
import { addRowAfter, type CueRow, mergeRow, parseMs, removeRow, splitRow } from "./cue-rows.ts";
import type { CueEdits } from "./use-cue-edits.ts";

/** The estimated height of a row, in pixels, before it has been measured. */
const ROW_PX = 92;

export interface CueListHandle {
  /** Moves the keyboard focus to a caption. */
  focus(key: string): void;
}
interface CueListProps {
  ref: Ref<CueListHandle>;
  edits: CueEdits;
  /** The captions that match the search. */
  rows: readonly CueRow[];
  language: string;
  onAdded: () => void;
  /** The text that is shown if no caption matches. */
  empty: string;
}

/** A scrollable list of captions, which renders only the visible captions of possibly thousands. */
export function CueList({ ref, edits, rows, language, onAdded, empty }: CueListProps) {
  const { t } = useTranslation();
  const preview = usePreview();
  const box = useRef<HTMLDivElement>(null);
  const [currentKey, setCurrentKey] = useState<string>();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
  });
  const focus = useFocus(box, rows, virtualizer);
  useImperativeHandle(ref, () => ({ focus }));
  const playingKey = usePlayingKey(rows);
  const actions = useCueActions({ edits, focus, onAdded });
  function select(row: CueRow): void {
    if (row.key === currentKey) return;
    setCurrentKey(row.key);
    const ms = parseMs(row.start);
    if (ms !== undefined) preview.seek(ms / 1_000);
  }
  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const key = (event.target as HTMLElement).closest<HTMLElement>("[data-cue]")?.dataset.cue;
    const index = rows.findIndex((row) => row.key === key);
    const row = rows[index];
    const action = row && actionOf(event);
    if (!row || !action) return;
    event.preventDefault();
    if (action === "before" || action === "after") {
      const neighbour = rows[index + (action === "before" ? -1 : 1)];
      if (neighbour) focus(neighbour.key);
    } else actions[action](row, caretOf(event.target));
  }
  if (rows.length === 0)
    return (
      <Text c="dimmed" py={28} px="sm" bd="1px solid var(--shoal-line)" bdrs={10} ta="center">
        {empty}
      </Text>
    );
  return (
    <div ref={box} className={classes.cueBox}>
      <Box
        component="ol"
        pos="relative"
        onKeyDown={handleKey}
        style={{ height: virtualizer.getTotalSize() }}
        aria-label={t("captions.editor.list")}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <CueItem
              key={key}
              ref={virtualizer.measureElement}
              row={row}
              index={index}
              language={language}
              edits={edits}
              actions={actions}
              count={rows.length}
              next={rows[index + 1]}
              offsetPx={start}
              isCurrent={row.key === currentKey}
              isPlaying={row.key === playingKey}
              onSelect={() => select(row)}
            />
          );
        })}
      </Box>
    </div>
  );
}

/** Scrolls a row into view, and focuses its text after the row has been rendered. */
function useFocus(
  box: { current: HTMLDivElement | null },
  rows: readonly CueRow[],
  virtualizer: Virtualizer<HTMLDivElement, Element>,
): (key: string) => void {
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (wanted === undefined) return;
    const index = rows.findIndex(({ key }) => key === wanted);
    if (index < 0) return;
    const text = box.current?.querySelector<HTMLElement>(`[data-cue="${CSS.escape(wanted)}"] textarea`);
    if (!text) {
      virtualizer.scrollToIndex(index, { align: "center" });
      return;
    }
    text.focus();
    text.scrollIntoView({ block: "nearest" });
    setWanted(undefined);
  });
  return setWanted;
}

/** Returns the key of the caption that the preview is showing. */
function usePlayingKey(rows: readonly CueRow[]): string | undefined {
  const sec = usePreviewTime()?.sec;
  const times = useMemo(
    () =>
      rows.map(({ key, start, end }) => ({ key, startMs: parseMs(start) ?? 0, endMs: parseMs(end) ?? 0 })),
    [rows],
  );
  if (sec === undefined) return undefined;
  return times.findLast(({ startMs, endMs }) => startMs <= sec * 1_000 && sec * 1_000 < endMs)?.key;
}

const caretOf = (target: EventTarget) =>
  target instanceof HTMLTextAreaElement ? target.selectionStart : undefined;

type CueAction = "before" | "after" | keyof CueActions;

function actionOf({ key, code, altKey, ctrlKey, metaKey }: KeyboardEvent): CueAction | undefined {
  const isControl = ctrlKey || metaKey;
  if (isControl && !altKey) {
    if (key === "Enter") return "addAfter";
    return key === "Delete" || (metaKey && key === "Backspace") ? "remove" : undefined;
  }
  if (!altKey || isControl) return undefined;
  const byKey: Record<string, CueAction> = {
    ArrowUp: "before",
    ArrowDown: "after",
    KeyS: "split",
    KeyJ: "merge",
    KeyP: "play",
  };
  return byKey[code];
}

function useCueActions({
  edits,
  focus,
  onAdded,
}: {
  edits: CueEdits;
  focus: (key: string) => void;
  onAdded: () => void;
}): CueActions {
  const preview = usePreview();
  const previewMs = usePreviewTime();
  const ms = previewMs && Math.round(previewMs.sec * 1_000);
  const set = ({ rows, key }: { rows: CueRow[]; key: string }) => {
    edits.set(rows);
    onAdded();
    focus(key);
  };
  return {
    play: (row) => preview.playFrom((parseMs(row.start) ?? 0) / 1_000),
    split: (row, caret) => set(splitRow(edits.rows, row.key, { caret, ms })),
    merge: (row) => set({ rows: mergeRow(edits.rows, row.key), key: row.key }),
    addAfter: (row) => set(addRowAfter(edits.rows, row.key)),
    remove(row) {
      const index = edits.rows.findIndex(({ key }) => key === row.key);
      const neighbour = edits.rows[index + 1] ?? edits.rows[index - 1];
      edits.set(removeRow(edits.rows, row.key));
      if (neighbour) focus(neighbour.key);
    },
  };
}
