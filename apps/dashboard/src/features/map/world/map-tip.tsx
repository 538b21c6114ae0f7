import type { Point, Size } from "./projection.ts";
import classes from "./world-map.module.css";

/** The tip that is shown at the pointer. Its coordinates are in pixels of the frame. */
export interface TipContent extends Point {
  title: string;
  lines: readonly string[];
}

/** Half the width of the widest tip, in pixels. At this distance from an edge, every tip fits into the frame. */
const HALF_TIP_WIDTH_PX = 110;
/** Distance from the top edge, in pixels, below which the tip is placed under the pointer. */
const MIN_SPACE_ABOVE_PX = 96;

/** Shows the label of the country or pin under the pointer. Hidden from screen readers, which announce the label as the element's name. */
export function MapTip({ tip: { x, y, title, lines }, size: { width } }: { tip: TipContent; size: Size }) {
  const left = Math.max(HALF_TIP_WIDTH_PX, Math.min(width - HALF_TIP_WIDTH_PX, x));
  return (
    <div className={classes.tip} style={{ left, top: y }} data-below={y < MIN_SPACE_ABOVE_PX} aria-hidden>
      <strong>{title}</strong>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}
