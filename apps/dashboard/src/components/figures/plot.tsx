import { useCallback, useRef } from "react";
import { PlotCanvas, type PlotSize } from "./plot-canvas.tsx";
import { dataOf, optionsOf, type PlotEvents, type PlotLook } from "./plot-options.ts";

interface PlotProps extends PlotEvents {
  look: PlotLook;
  /** What it shows, for those who do not see it. */
  label: string;
  /** Gets what is drawn, for a picture of it. */
  onDrawn?: (canvas: HTMLCanvasElement) => void;
}

/** Figures over time. What is drawn over with the mouse is zoomed into. */
export function Plot({ look, label, onDrawn, ...actions }: PlotProps) {
  // Events call the callbacks of the last render.
  const latest = useRef(actions);
  latest.current = actions;
  const build = useCallback(
    (size: PlotSize) => {
      const told: PlotEvents = {
        onPoint: (point) => latest.current.onPoint(point),
        ...(latest.current.onZoom && {
          onZoom: (fromSec: number, toSec: number) => latest.current.onZoom?.(fromSec, toSec),
        }),
      };
      return { options: optionsOf(look, told, size), data: dataOf(look) };
    },
    [look],
  );
  return <PlotCanvas build={build} label={label} onDrawn={onDrawn} />;
}
