import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type ChapterFaults, type ChapterRow, roundSec, secOf, timeText } from "./chapter-rows.ts";
import classes from "./chapters-section.module.css";
import { usePreview, usePreviewTime } from "./use-preview.ts";

/** How far a key moves a mark, in seconds. */
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

interface TimelineProps {
  rows: readonly ChapterRow[];
  faults: ReadonlyMap<string, ChapterFaults>;
  durationSec: number;
  /** A stretch that is marked instead of what the preview has played. */
  rangeSec?: { start: number; end: number };
  /** A mark moves. */
  onMove: (key: string, sec: number) => void;
  /** A mark was let go, or its key. */
  onMoved: () => void;
}

/** The chapters as marks on the preview's timeline: dragged, or moved by the arrows. A click shows that moment. */
export function ChapterTimeline({ rows, faults, durationSec, rangeSec, onMove, onMoved }: TimelineProps) {
  const { t } = useTranslation();
  const preview = usePreview();
  const playedSec = usePreviewTime()?.sec ?? 0;
  const place = useRef<HTMLDivElement>(null);
  const { start, end } = rangeSec ?? { start: 0, end: playedSec };
  const clamp = (sec: number) => roundSec(Math.min(Math.max(sec, 0), durationSec));
  function secAt(clientX: number): number {
    const { left = 0, width = 1 } = place.current?.getBoundingClientRect() ?? {};
    return clamp(((clientX - left) / width) * durationSec);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent with a form
    <div ref={place} className={classes.timeline} role="group" aria-label={t("videoPage.chapters.timeline")}>
      <div className={classes.track} onPointerDown={({ clientX }) => preview.seek(secAt(clientX))} />
      <div
        className={classes.played}
        style={{
          left: `${percentOf(start, durationSec)}%`,
          width: `${percentOf(end - start, durationSec)}%`,
        }}
      />
      {rows.map((row) => (
        <Mark
          key={row.key}
          row={row}
          durationSec={durationSec}
          isFaulty={faults.has(row.key)}
          onMove={(sec) => onMove(row.key, clamp(sec))}
          onDrag={(clientX) => onMove(row.key, secAt(clientX))}
          onMoved={onMoved}
        />
      ))}
    </div>
  );
}

const percentOf = (sec: number, durationSec: number) => (100 * Math.min(sec, durationSec)) / durationSec;

interface MarkProps {
  row: ChapterRow;
  durationSec: number;
  isFaulty: boolean;
  onMove: (sec: number) => void;
  onDrag: (clientX: number) => void;
  onMoved: () => void;
}

function Mark({ row, durationSec, isFaulty, onMove, onDrag, onMoved }: MarkProps) {
  const { t } = useTranslation();
  const sec = secOf(row);
  if (sec === undefined) return null;
  function handleKey(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove((sec ?? 0) + step);
  }
  function handlePointer(event: PointerEvent<HTMLDivElement>): void {
    if (event.type === "pointerdown") event.currentTarget.setPointerCapture(event.pointerId);
    else if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(event.clientX);
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.mark}
      data-faulty={isFaulty}
      style={{ left: `${percentOf(sec, durationSec)}%` }}
      aria-label={row.title.trim() || t("videoPage.chapters.unnamed")}
      aria-valuemin={0}
      aria-valuemax={Math.floor(durationSec)}
      aria-valuenow={Math.min(sec, durationSec)}
      aria-valuetext={timeText(sec)}
      title={t("videoPage.chapters.mark", { title: row.title || "…", time: timeText(sec) })}
      onKeyDown={handleKey}
      onBlur={onMoved}
      onPointerDown={handlePointer}
      onPointerMove={handlePointer}
      onLostPointerCapture={onMoved}
    />
  );
}
