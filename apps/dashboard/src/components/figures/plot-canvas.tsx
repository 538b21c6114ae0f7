import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import classes from "./plot.module.css";

export interface PlotSize {
  width: number;
  height: number;
}

interface PlotCanvasProps {
  /** Builds the chart for a size; a new function redraws it. */
  build: (size: PlotSize) => { options: uPlot.Options; data: uPlot.AlignedData };
  /** The description of the chart that screen readers announce. */
  label: string;
  /** Receives the drawn canvas, to save it as a picture. */
  onDrawn?: ((canvas: HTMLCanvasElement) => void) | undefined;
}

const HEIGHT_PX = 300;

/** Draws a chart on a canvas, which stays fast with thousands of points. */
export function PlotCanvas({ build, label, onDrawn }: PlotCanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  // The callback is read when drawing ends, which may be after a later render.
  const latest = useRef(onDrawn);
  latest.current = onDrawn;
  useEffect(() => {
    const host = place.current;
    if (!host) return;
    const { options, data } = build({ width: host.clientWidth, height: HEIGHT_PX });
    const plot = new uPlot(options, data, host);
    latest.current?.(plot.ctx.canvas);
    const sizes = new ResizeObserver(() => plot.setSize({ width: host.clientWidth, height: HEIGHT_PX }));
    sizes.observe(host);
    return () => {
      sizes.disconnect();
      plot.destroy();
    };
  }, [build]);
  return <div ref={place} role="img" aria-label={label} className={classes.plot} />;
}
