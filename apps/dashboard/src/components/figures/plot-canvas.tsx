import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import classes from "./plot.module.css";

export interface PlotSize {
  width: number;
  height: number;
}

interface PlotCanvasProps {
  /** Builds the chart for a size. Passing a new function redraws the chart. */
  build: (size: PlotSize) => { options: uPlot.Options; data: uPlot.AlignedData };
  /** The description of the chart that screen readers announce. */
  label: string;
  /** Receives the drawn canvas, so that it can be saved as a picture. */
  onDrawn?: ((canvas: HTMLCanvasElement) => void) | undefined;
}

const HEIGHT_PX = 300;

/** Draws a chart on a canvas, which remains fast with thousands of points. */
export function PlotCanvas({ build, label, onDrawn }: PlotCanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  // Drawing may end after a later render, so the callback of the latest render is called.
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
