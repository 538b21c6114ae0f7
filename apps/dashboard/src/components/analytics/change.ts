/** The difference between a figure and its value in the previous period. */
export interface Change {
  direction: "up" | "down" | "same";
  /** The difference: in points for percentages, otherwise in per cent of the previous value; never negative. */
  by: number;
  isPoints: boolean;
  /** Whether the change is an improvement; "neutral" if no direction is better. */
  verdict: "good" | "bad" | "neutral";
}

/** Whether a higher value is better. */
export type ImprovementDirection = "more" | "less" | "none";

/** The smallest difference that counts as a change, in per cent or points; smaller differences would be displayed as 0. */
const MIN_NOTICEABLE_CHANGE = 0.05;

/**
 * Returns the change against the previous period; undefined if the previous period has no value.
 * @example changeOf({ now: 120, before: 100, aim: "more" }) // { direction: "up", by: 20, isPoints: false, verdict: "good" }
 */
export function changeOf({
  now,
  before,
  aim,
  isPercent = false,
}: {
  now: number | null;
  before: number | null;
  aim: ImprovementDirection;
  isPercent?: boolean;
}): Change | undefined {
  if (now === null || before === null) return undefined;
  if (!isPercent && before === 0) return undefined;
  const difference = isPercent ? now - before : (100 * (now - before)) / Math.abs(before);
  const by = Math.abs(difference);
  if (by < MIN_NOTICEABLE_CHANGE)
    return { direction: "same", by: 0, isPoints: isPercent, verdict: "neutral" };
  const direction = difference > 0 ? "up" : "down";
  return { direction, by, isPoints: isPercent, verdict: verdictOf(direction, aim) };
}

function verdictOf(direction: "up" | "down", aim: ImprovementDirection): Change["verdict"] {
  if (aim === "none") return "neutral";
  return (direction === "up") === (aim === "more") ? "good" : "bad";
}
