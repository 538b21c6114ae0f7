import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import classes from "./plot.module.css";
import { dataOf, optionsOf, type PlotDeeds, type PlotLook } from "./plot-options.ts";

interface PlotProps extends PlotDeeds {
  look: PlotLook;
  /** What it shows, for those who do not see it. */
  label: string;
  /** Gets what is drawn, for a picture of it. */
  onDrawn?: (canvas: HTMLCanvasElement) => void;
}

const HEIGHT_PX = 300;

/** A chart on a canvas: quick with thousands of points. What is drawn over with the mouse is zoomed into. */
export function Plot({ look, label, onDrawn, ...deeds }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  // What the chart tells of goes to the deeds of the last drawing.
  const latest = useRef({ ...deeds, onDrawn });
  latest.current = { ...deeds, onDrawn };
  useEffect(() => {
    const host = place.current;
    if (!host) return;
    const plot = new uPlot(
      optionsOf(
        look,
        {
          onPoint: (point) => latest.current.onPoint(point),
          ...(latest.current.onZoom && {
            onZoom: (fromSec: number, toSec: number) => latest.current.onZoom?.(fromSec, toSec),
          }),
        },
        { width: host.clientWidth, height: HEIGHT_PX },
      ),
      dataOf(look),
      host,
    );
    latest.current.onDrawn?.(plot.ctx.canvas);
    const sizes = new ResizeObserver(() => plot.setSize({ width: host.clientWidth, height: HEIGHT_PX }));
    sizes.observe(host);
    return () => {
      sizes.disconnect();
      plot.destroy();
    };
  }, [look]);
  return <div ref={place} role="img" aria-label={label} className={classes.plot} />;
}
