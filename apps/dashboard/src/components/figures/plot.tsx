import { useCallback, useRef } from "react";
import { PlotCanvas, type PlotSize } from "./plot-canvas.tsx";
import { dataOf, optionsOf, type PlotEvents, type PlotLook } from "./plot-options.ts";

interface PlotProps extends PlotEvents {
  look: PlotLook;
  /** The description of the chart that screen readers announce. */
  label: string;
  /** Receives the drawn canvas, so that it can be saved as a picture. */
  onDrawn?: (canvas: HTMLCanvasElement) => void;
}

/** Draws a chart of figures over time. Dragging across the chart zooms into a range. */
export function Plot({ look, label, onDrawn, ...actions }: PlotProps) {
  // The chart keeps the callbacks that it was built with, so they read the callbacks of the latest render here.
  const latest = useRef(actions);
  latest.current = actions;
  const build = useCallback(
    (size: PlotSize) => {
      const events: PlotEvents = {
        onPoint: (point) => latest.current.onPoint(point),
        ...(latest.current.onZoom && {
          onZoom: (fromSec: number, toSec: number) => latest.current.onZoom?.(fromSec, toSec),
        }),
      };
      return { options: optionsOf(look, events, size), data: dataOf(look) };
    },
    [look],
  );
  return <PlotCanvas build={build} label={label} onDrawn={onDrawn} />;
}
