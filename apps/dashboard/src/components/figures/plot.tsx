import { useCallback, useRef } from "react";
import { PlotCanvas, type PlotSize } from "./plot-canvas.tsx";
import { dataOf, optionsOf, type PlotDeeds, type PlotLook } from "./plot-options.ts";

interface PlotProps extends PlotDeeds {
  look: PlotLook;
  /** What it shows, for those who do not see it. */
  label: string;
  /** Gets what is drawn, for a picture of it. */
  onDrawn?: (canvas: HTMLCanvasElement) => void;
}

/** Figures over time. What is drawn over with the mouse is zoomed into. */
export function Plot({ look, label, onDrawn, ...deeds }: PlotProps) {
  // What the chart tells of goes to the deeds of the last drawing.
  const latest = useRef(deeds);
  latest.current = deeds;
  const build = useCallback(
    (size: PlotSize) => {
      const told: PlotDeeds = {
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
