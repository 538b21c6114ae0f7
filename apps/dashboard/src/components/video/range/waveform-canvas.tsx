import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import classes from "./sound-timeline.module.css";
import type { TimelineView } from "./timeline-view.ts";
import type { Waveform } from "./waveform.ts";
import { columnsOf } from "./waveform-columns.ts";

interface WaveformCanvasProps {
  waveform: Waveform;
  view: TimelineView;
  /** The selected range, which is drawn in a stronger colour. */
  rangeSec: { start: number; end: number };
}

/** Draws a part of the video's waveform at screen resolution. Hidden from screen readers: the handles announce times. */
export function WaveformCanvas({ waveform, view, rangeSec }: WaveformCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useCanvasSize(canvas);
  // The colours come from the style sheet and must be read again when the colour scheme changes.
  const scheme = useComputedColorScheme("light");
  useEffect(() => {
    if (canvas.current && scheme) drawWaveform(canvas.current, { waveform, view, rangeSec, size });
  }, [waveform, view, rangeSec, size, scheme]);
  return <canvas ref={canvas} className={classes.canvas} aria-hidden />;
}

interface CanvasSize {
  width: number;
  height: number;
}

/** Returns the size of the canvas in device pixels. */
function useCanvasSize(canvas: { current: HTMLCanvasElement | null }): CanvasSize {
  const [size, setSize] = useState<CanvasSize>({ width: 0, height: 0 });
  useEffect(() => {
    if (!canvas.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      const ratio = window.devicePixelRatio;
      setSize({ width: Math.round(width * ratio), height: Math.round(height * ratio) });
    });
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, [canvas]);
  return size;
}

function drawWaveform(
  canvas: HTMLCanvasElement,
  { waveform, view, rangeSec, size }: WaveformCanvasProps & { size: CanvasSize },
) {
  const { width, height } = size;
  const context = canvas.getContext("2d");
  if (!context || width === 0) return;
  [canvas.width, canvas.height] = [width, height];
  const style = getComputedStyle(canvas);
  const [usual, chosen] = [style.color, style.getPropertyValue("outline-color")];
  const secAt = (column: number) => view.start + ((column + 0.5) / width) * (view.end - view.start);
  for (const [column, { least, greatest }] of columnsOf(waveform, view, width).entries()) {
    const sec = secAt(column);
    context.fillStyle = sec >= rangeSec.start && sec <= rangeSec.end ? chosen : usual;
    const top = ((1 - greatest) / 2) * height;
    // Silence is drawn as a thin line instead of nothing.
    context.fillRect(column, top, 1, Math.max(1, ((greatest - least) / 2) * height));
  }
}
