import { ALERT_CHART_MARGIN_SEC, type AlertKind, type AlertSeries, MAX_ALERT_POINTS } from "@shoal/contract";
import type { SessionValues } from "./alert-sums.ts";

const MINUTE_SEC = 60;
/** The interval at which values that no session reports are stored. */
const QUOTA_STEP_SEC = 600;

/** The kinds whose values are for the month or the hour. */
const STORED_KINDS: ReadonlySet<AlertKind> = new Set(["quota", "unverified", "address_quota"]);

/** Whether the values of an alert are stored with it, since sessions do not report them. */
export const isStored = (kind: AlertKind): boolean => kind === "stream_down" || STORED_KINDS.has(kind);

export interface ChartPeriod {
  /** The start in seconds since 1970, like the end at full steps. The end is exclusive. */
  fromSec: number;
  toSec: number;
  stepSec: number;
}

interface ChartedAlert {
  kind: AlertKind;
  openedMs: number;
  /** When the alert closed, in ms since 1970; null while it is open. */
  closedMs: number | null;
}

/**
 * Returns the range of an alert's chart, from a quarter of an hour before to after it, by the minute or in as many steps as a
 * chart can show.
 */
export function chartPeriodOf({ kind, openedMs, closedMs }: ChartedAlert, nowMs: number): ChartPeriod {
  const endMs = Math.min(nowMs, closedMs === null ? nowMs : closedMs + ALERT_CHART_MARGIN_SEC * 1_000);
  const lengthSec = endMs / 1_000 - openedMs / 1_000 + ALERT_CHART_MARGIN_SEC;
  const leastSec = STORED_KINDS.has(kind) ? QUOTA_STEP_SEC : MINUTE_SEC;
  const stepSec = leastSec * Math.max(1, Math.ceil(lengthSec / leastSec / MAX_ALERT_POINTS));
  const floor = (ms: number) => Math.floor(ms / 1_000 / stepSec) * stepSec;
  return {
    fromSec: floor(openedMs - ALERT_CHART_MARGIN_SEC * 1_000),
    toSec: floor(endMs - 1) + stepSec,
    stepSec,
  };
}

type ChartPoints = AlertSeries["points"];

/**
 * Returns a point for each step; null if there is no value.
 * @param valueAt returns the value of the step that starts at a time, in seconds since 1970.
 */
export function pointsOf(
  { fromSec, toSec, stepSec }: ChartPeriod,
  valueAt: (atSec: number) => number | null,
): ChartPoints {
  const iso = (sec: number) => new Date(sec * 1_000).toISOString();
  return Array.from({ length: Math.round((toSec - fromSec) / stepSec) }, (_, index) => {
    const atSec = fromSec + index * stepSec;
    return { at: iso(atSec), to: iso(atSec + stepSec), value: valueAt(atSec) };
  });
}

/** Returns the function that reads the values of sessions by start of the step. */
export function sessionValueAt(kind: AlertKind, steps: readonly SessionValues[]) {
  const read = (values: SessionValues) =>
    kind === "rebuffering" ? values.rebuffering : kind === "errors" ? values.errors : values.offload;
  const byStep = new Map(steps.map((step) => [step.atSec, read(step)]));
  return (atSec: number) => byStep.get(atSec) ?? null;
}

/** Returns the function that reads a step's worst stored value. A stream without a stored value was on air. */
export function storedValueAt(
  { kind, openedMs, closedMs }: ChartedAlert,
  kept: readonly { at: Date; value: number }[],
  stepSec: number,
) {
  const byStep = Map.groupBy(kept, ({ at }) => Math.floor(at.getTime() / 1_000 / stepSec) * stepSec);
  return (atSec: number): number | null => {
    const values = byStep.get(atSec)?.map(({ value }) => value);
    if (values) return Math.max(...values);
    const isAround = atSec * 1_000 < openedMs || (closedMs !== null && atSec * 1_000 >= closedMs);
    return kind === "stream_down" && isAround ? 0 : null;
  };
}
