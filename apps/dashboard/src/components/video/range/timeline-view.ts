/** The visible part of a timeline, in seconds. */
export interface TimelineView {
  start: number;
  end: number;
}

/** The shortest visible part, in seconds. Enlarging fewer than a few frames is useless. */
const MIN_SPAN_SEC = 2;
const ZOOM_FACTOR = 2;
/** The share of the visible part that remains visible after a step to the adjacent part. */
const PAN_OVERLAP_SHARE = 0.5;

/** Limits a part to the video, and its length to at least two seconds. */
export function clampView(startSec: number, spanSec: number, durationSec: number): TimelineView {
  const span = Math.min(Math.max(spanSec, MIN_SPAN_SEC), durationSec);
  const start = Math.min(Math.max(startSec, 0), durationSec - span);
  return { start, end: start + span };
}

export const spanOf = ({ start, end }: TimelineView): number => end - start;

/**
 * Zooms in or out by a factor of two around a time, which keeps its position on the screen.
 * @example zoomView({ start: 0, end: 8 }, "in", 2, 8) // { start: 1, end: 5 }
 */
export function zoomView(
  view: TimelineView,
  way: "in" | "out",
  aroundSec: number,
  durationSec: number,
): TimelineView {
  const factor = way === "in" ? 1 / ZOOM_FACTOR : ZOOM_FACTOR;
  return clampView(aroundSec - (aroundSec - view.start) * factor, spanOf(view) * factor, durationSec);
}

/** Returns the adjacent part, earlier for -1, later for 1. */
export const panView = (view: TimelineView, way: -1 | 1, durationSec: number): TimelineView =>
  clampView(view.start + way * PAN_OVERLAP_SHARE * spanOf(view), spanOf(view), durationSec);

/** Moves the visible part just enough to show a time. */
export function showInView(view: TimelineView, sec: number, durationSec: number): TimelineView {
  if (sec >= view.start && sec <= view.end) return view;
  const margin = spanOf(view) / 10;
  const start = sec < view.start ? sec - margin : sec + margin - spanOf(view);
  return clampView(start, spanOf(view), durationSec);
}
