import { ALERT_SESSIONS_USUAL, ALERT_THRESHOLDS, type AlertKind, type AlertRules } from "@shoal/contract";

/** Minimum usual offload, in percent of the delivery, for a drop to be worth an alert. */
const MIN_USUAL_OFFLOAD_PERCENT = 10;

/** The alert rules of a client that has not changed them. */
export const USUAL_ALERT_RULES: AlertRules = {
  minimumSessions: ALERT_SESSIONS_USUAL,
  stream_down: { isOn: true },
  rebuffering: { isOn: true, threshold: ALERT_THRESHOLDS.rebuffering.byDefault },
  errors: { isOn: true, threshold: ALERT_THRESHOLDS.errors.byDefault },
  quota: { isOn: true, threshold: ALERT_THRESHOLDS.quota.byDefault },
  offload_lost: { isOn: true, threshold: ALERT_THRESHOLDS.offload_lost.byDefault },
  unverified: { isOn: true, threshold: ALERT_THRESHOLDS.unverified.byDefault },
  address_quota: { isOn: true, threshold: ALERT_THRESHOLDS.address_quota.byDefault },
};

/** The kinds of alerts that need a minimum of sessions to be judged. */
const KINDS_COUNTING_SESSIONS: ReadonlySet<AlertKind> = new Set(["rebuffering", "errors", "offload_lost"]);

/** The value of one alert kind in a period, and the data that it was computed from. */
export interface Measured {
  kind: AlertKind;
  /** The value in the unit of the alert kind; null if there are no viewers. */
  value: number | null;
  /** The number of sessions that reported in the period; null for alert kinds that do not count sessions. */
  sessions: number | null;
  /** The usual offload, in percent; null if unknown, or for other kinds. */
  usual: number | null;
}

/**
 * Returns the threshold in the unit of the value.
 * @param usual for `offload_lost`: the usual offload, in percent.
 * @example thresholdOf("offload_lost", USUAL_ALERT_RULES, 60) // 30
 */
export function thresholdOf(kind: AlertKind, rules: AlertRules, usual: number | null): number {
  if (kind === "stream_down") return 0;
  const { threshold } = rules[kind];
  return kind === "offload_lost" ? (usual ?? 0) * (1 - threshold / 100) : threshold;
}

/** Returns whether a value is beyond its threshold, with enough viewers to be significant. */
export function isBeyond({ kind, value, sessions, usual }: Measured, rules: AlertRules): boolean {
  if (value === null) return false;
  if (KINDS_COUNTING_SESSIONS.has(kind) && (sessions ?? 0) < rules.minimumSessions) return false;
  const threshold = thresholdOf(kind, rules, usual);
  if (kind === "stream_down") return value > 0;
  if (kind !== "offload_lost") return value >= threshold;
  return (usual ?? 0) >= MIN_USUAL_OFFLOAD_PERCENT && value <= threshold;
}

/** Returns the worse of two values. @example worseOf("offload_lost", 10, 5) // 5 */
export const worseOf = (kind: AlertKind, one: number, other: number): number =>
  kind === "offload_lost" ? Math.min(one, other) : Math.max(one, other);
