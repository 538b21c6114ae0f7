/** How a figure differs from that of the previous period. */
export interface Change {
  direction: "up" | "down" | "same";
  /** For relative figures in points, for others in per cent of the previous value; never negative. */
  by: number;
  isPoints: boolean;
  /** Whether that is good news; "neutral" where it is neither. */
  verdict: "good" | "bad" | "neutral";
}

/** Whether a higher value is better. */
export type Aim = "more" | "less" | "none";

/** Below this, in per cent or points, nothing has changed: it would be shown as 0. */
const NOTICEABLE = 0.05;

/**
 * The change against the period before; undefined where there was nothing before that it could be compared with.
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
  aim: Aim;
  isPercent?: boolean;
}): Change | undefined {
  if (now === null || before === null) return undefined;
  if (!isPercent && before === 0) return undefined;
  const difference = isPercent ? now - before : (100 * (now - before)) / Math.abs(before);
  const by = Math.abs(difference);
  if (by < NOTICEABLE) return { direction: "same", by: 0, isPoints: isPercent, verdict: "neutral" };
  const direction = difference > 0 ? "up" : "down";
  return { direction, by, isPoints: isPercent, verdict: verdictOf(direction, aim) };
}

function verdictOf(direction: "up" | "down", aim: Aim): Change["verdict"] {
  if (aim === "none") return "neutral";
  return (direction === "up") === (aim === "more") ? "good" : "bad";
}
