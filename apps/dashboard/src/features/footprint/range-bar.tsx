import type { FootprintRange } from "@shoal/contract";
import classes from "./footprint.module.css";

/** A range on a scale that several of them share; tables say the same in numbers. */
export function RangeBar({ range: { low, central, high }, scale }: { range: FootprintRange; scale: Scale }) {
  const at = (value: number) => `${(100 * (value - scale.min)) / (scale.max - scale.min || 1)}%`;
  return (
    <div className={classes.track} aria-hidden>
      <div className={classes.span} style={{ left: at(low), right: `calc(100% - ${at(high)})` }} />
      {scale.min < 0 && <div className={classes.zero} style={{ left: at(0) }} />}
      <div className={classes.centre} style={{ left: at(central) }} />
    </div>
  );
}

export interface Scale {
  min: number;
  max: number;
}

/** It begins at zero, that bars can be compared, or below where values are negative. */
export const scaleOf = (ranges: readonly FootprintRange[]): Scale => ({
  min: Math.min(0, ...ranges.map(({ low }) => low)),
  max: Math.max(0, ...ranges.map(({ high }) => high)),
});
