import type { Point, Size } from "./projection.ts";
import classes from "./world-map.module.css";

/** The text about the pointed place; in pixels of the frame. */
export interface Tip extends Point {
  title: string;
  lines: readonly string[];
}

/** Half of the widest one: it stays within the frame. */
const HALF_PX = 110;
/** Closer to the top edge than this, the tooltip is placed below. */
const ABOVE_PX = 96;

/** Shows a label at the pointed place; screen readers get it as its name. */
export function MapTip({ tip: { x, y, title, lines }, size: { width } }: { tip: Tip; size: Size }) {
  const left = Math.max(HALF_PX, Math.min(width - HALF_PX, x));
  return (
    <div className={classes.tip} style={{ left, top: y }} data-below={y < ABOVE_PX} aria-hidden>
      <strong>{title}</strong>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}
