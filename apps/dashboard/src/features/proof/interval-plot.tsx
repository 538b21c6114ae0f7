import type { ProofInterval } from "@shoal/contract";
import classes from "./proof.module.css";

const WIDTH = 320;
const HEIGHT = 44;
const EDGE = 8;

/**
 * Draws the intervals of both groups on one scale from 0, or a dot without an interval; the adjacent table has the
 * numbers.
 */
export function IntervalPlot(groups: { with: ProofInterval; without: ProofInterval }) {
  const greatestOf = ({ value, high }: ProofInterval) => high ?? value ?? 0;
  const most = Math.max(greatestOf(groups.with), greatestOf(groups.without));
  const place = (value: number) => EDGE + (most > 0 ? value / most : 0) * (WIDTH - 2 * EDGE);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={classes.plot} aria-hidden="true">
      <line x1={EDGE} x2={EDGE} y1={2} y2={HEIGHT - 2} className={classes.axis} />
      {(["with", "without"] as const).map((group, row) => (
        <Line key={group} group={group} interval={groups[group]} y={14 + row * 16} place={place} />
      ))}
    </svg>
  );
}

interface LineProps {
  group: "with" | "without";
  interval: ProofInterval;
  y: number;
  place: (value: number) => number;
}

function Line({ group, interval: { value, low, high }, y, place }: LineProps) {
  if (value === null) return null;
  return (
    <g data-group={group} className={classes.interval}>
      {low !== null && high !== null && <line x1={place(low)} x2={place(high)} y1={y} y2={y} />}
      <circle cx={place(value)} cy={y} r={4.5} />
    </g>
  );
}
