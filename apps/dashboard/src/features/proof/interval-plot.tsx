import type { ProofInterval } from "@shoal/contract";
import classes from "./proof.module.css";

const PLOT_WIDTH = 320;
const PLOT_HEIGHT = 44;
const PLOT_MARGIN = 8;

/**
 * Draws the intervals of both groups on one scale from 0. A group without an interval is drawn as a dot. The table next to the plot
 * contains the numbers.
 */
export function IntervalPlot(groups: { with: ProofInterval; without: ProofInterval }) {
  const greatestOf = ({ value, high }: ProofInterval) => high ?? value ?? 0;
  const most = Math.max(greatestOf(groups.with), greatestOf(groups.without));
  const place = (value: number) =>
    PLOT_MARGIN + (most > 0 ? value / most : 0) * (PLOT_WIDTH - 2 * PLOT_MARGIN);
  return (
    <svg viewBox={`0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}`} className={classes.plot} aria-hidden="true">
      <line x1={PLOT_MARGIN} x2={PLOT_MARGIN} y1={2} y2={PLOT_HEIGHT - 2} className={classes.axis} />
      {(["with", "without"] as const).map((group, row) => (
        <IntervalLine key={group} group={group} interval={groups[group]} y={14 + row * 16} place={place} />
      ))}
    </svg>
  );
}

interface IntervalLineProps {
  group: "with" | "without";
  interval: ProofInterval;
  y: number;
  place: (value: number) => number;
}

function IntervalLine({ group, interval: { value, low, high }, y, place }: IntervalLineProps) {
  if (value === null) return null;
  return (
    <g data-group={group} className={classes.interval}>
      {low !== null && high !== null && <line x1={place(low)} x2={place(high)} y1={y} y2={y} />}
      <circle cx={place(value)} cy={y} r={4.5} />
    </g>
  );
}
