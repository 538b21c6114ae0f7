import { Box } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { roundSec, secondsOf, timeText } from "../../../lib/clock-text.ts";
import { usePreview, usePreviewTime } from "../preview/use-preview.ts";
import classes from "./preview-timeline.module.css";

/** The number of steps by which each key moves a mark. */
const KEY_STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** A point of the timeline that the user can move. */
export interface TimelineMark {
  /** Identifies the mark in the timeline. It is not sent to the server. */
  key: string;
  /** The time as the user typed it. */
  time: string;
  title: string;
}

interface TimelineProps {
  rows: readonly TimelineMark[];
  /** The keys of the marks that are highlighted as invalid. */
  faults: { has(key: string): boolean };
  durationSec: number;
  /** A range that is highlighted instead of the played part. */
  rangeSec?: { start: number; end: number };
  /** The visible part of the timeline; the whole video by default. */
  shownSec?: { start: number; end: number };
  /** How far an arrow key moves a mark, in seconds; 1 by default. */
  stepSec?: number;
  /** Rounds the time of a mark; to a tenth of a second by default. */
  snap?: (sec: number) => number;
  /** Content below the marks, such as a waveform. */
  children?: ReactNode;
  /** Called while a mark moves. */
  onMove: (key: string, sec: number) => void;
  /** Called when a mark, or the key that moves it, is released. */
  onMoved: () => void;
}

/**
 * Shows marks on the preview's timeline, moved by dragging or the arrow keys. A click on the timeline shows the frame at that time. Uses
 * the texts of the "video" area.
 */
export function PreviewTimeline(props: TimelineProps) {
  const {
    rows,
    faults,
    durationSec,
    rangeSec,
    stepSec = 1,
    snap = roundSec,
    children,
    onMove,
    onMoved,
  } = props;
  const { t } = useTranslation();
  const preview = usePreview();
  const playedSec = usePreviewTime()?.sec ?? 0;
  const place = useRef<HTMLFieldSetElement>(null);
  const shown = props.shownSec ?? { start: 0, end: durationSec };
  const { start, end } = rangeSec ?? { start: 0, end: playedSec };
  const clamp = (sec: number) => Math.min(Math.max(snap(sec), 0), durationSec);
  function secAt(clientX: number): number {
    const { left = 0, width = 1 } = place.current?.getBoundingClientRect() ?? {};
    return clamp(shown.start + ((clientX - left) / width) * (shown.end - shown.start));
  }
  const [from, to] = [start, end].map((sec) =>
    percentIn(shown, Math.min(Math.max(sec, shown.start), shown.end)),
  );
  return (
    <fieldset ref={place} className={classes.timeline} aria-label={t("videoPage.chapters.timeline")}>
      {children}
      <Box
        pos="absolute"
        inset="22px 0 auto"
        h={8}
        bdrs={4}
        bg="light-dark(#d5dde8, #2a3443)"
        style={{ cursor: "pointer" }}
        onPointerDown={({ clientX }) => preview.seek(secAt(clientX))}
      />
      <div className={classes.played} style={{ left: `${from}%`, width: `${(to ?? 0) - (from ?? 0)}%` }} />
      {rows.map((row) => (
        <MarkHandle
          key={row.key}
          row={row}
          durationSec={durationSec}
          shownSec={shown}
          stepSec={stepSec}
          isFaulty={faults.has(row.key)}
          onMove={(sec) => onMove(row.key, clamp(sec))}
          onDrag={(clientX) => onMove(row.key, secAt(clientX))}
          onMoved={onMoved}
        />
      ))}
    </fieldset>
  );
}

const percentIn = ({ start, end }: { start: number; end: number }, sec: number) =>
  (100 * (sec - start)) / (end - start);

interface MarkProps {
  row: TimelineMark;
  durationSec: number;
  shownSec: { start: number; end: number };
  stepSec: number;
  isFaulty: boolean;
  onMove: (sec: number) => void;
  onDrag: (clientX: number) => void;
  onMoved: () => void;
}

function MarkHandle({ row, durationSec, shownSec, stepSec, isFaulty, onMove, onDrag, onMoved }: MarkProps) {
  const { t } = useTranslation();
  const sec = secondsOf(row);
  if (sec === undefined) return null;
  const percent = percentIn(shownSec, Math.min(sec, durationSec));
  const isShown = percent >= 0 && percent <= 100;
  function handleKey(event: KeyboardEvent): void {
    const step = KEY_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove((sec ?? 0) + step * stepSec);
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
      // A handle outside the visible part is drawn at the nearest edge, so that it can still be reached and moved by keyboard.
      data-away={!isShown}
      style={{ left: `${Math.min(Math.max(percent, 0), 100)}%` }}
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
