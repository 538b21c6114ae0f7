import { ALERT_CLOSES_AFTER_SEC, ALERT_OPENS_AFTER_SEC, type AlertEnding } from "@shoal/contract";

/**
 * The state of a value beyond its threshold.
 * - `rising`: beyond it, but not yet for long enough; nobody is notified.
 * - `open`: beyond it for long enough.
 * - `falling`: back within it, but not yet for long enough; shown as open.
 * - `closed`: final. A later breach opens a new alert.
 */
export type AlertPhase = "rising" | "open" | "falling" | "closed";

/** `quiet` means that there is no alert; a `rising` alert that never opened becomes `quiet` again. */
export type AlertStage = AlertPhase | "quiet";

const ALLOWED_TRANSITIONS: Readonly<Record<AlertStage, readonly AlertStage[]>> = {
  quiet: ["rising"],
  rising: ["open", "quiet"],
  open: ["falling", "closed"],
  falling: ["open", "closed"],
  closed: [],
};

/** @example canMoveAlert("falling", "open") // true */
export const canMoveAlert = (from: AlertStage, to: AlertStage): boolean =>
  ALLOWED_TRANSITIONS[from].includes(to);

/** Returns whether users see the alert as open. */
export const isAlertOpen = (phase: AlertPhase): boolean => phase === "open" || phase === "falling";

/** The longest gap in the data after which earlier samples still count towards opening or closing. */
const MAX_GAP_MS = 30_000;
const OPENS_AFTER_MS = ALERT_OPENS_AFTER_SEC * 1_000;
const CLOSES_AFTER_MS = ALERT_CLOSES_AFTER_SEC * 1_000;

/**
 * The verdict on a period.
 * - `over`: beyond the threshold; `under`: within it, or too few viewers to judge.
 * - `switched_off` and `subject_gone`: no longer relevant.
 */
export type AlertVerdict = "over" | "under" | "switched_off" | "subject_gone";

/** A verdict on one subject for a period, in ms since 1970. */
export interface AlertSample {
  fromMs: number;
  toMs: number;
  verdict: AlertVerdict;
}

export interface EvaluatedAlert {
  phase: AlertPhase;
  /** Start of the current run of samples: beyond the threshold for `rising` and `open`, within it for `falling`. */
  sinceMs: number;
  /** The end of the last sample that counted. */
  evaluatedUntilMs: number;
}

/** The new state of an alert after a sample; with `ending` if the alert closed. */
export interface AlertEvaluation {
  stage: AlertStage;
  sinceMs: number;
  evaluatedUntilMs: number;
  ending: AlertEnding | null;
}

const NO_ALERT = { phase: "quiet", sinceMs: 0, evaluatedUntilMs: 0 } as const;

/**
 * Applies a sample to an alert: two uninterrupted minutes beyond the threshold open it, five minutes within it close it.
 * @param before undefined if there is no alert.
 * @returns undefined if the sample has already been judged.
 */
export function evaluateAlert(
  before: EvaluatedAlert | undefined,
  sample: AlertSample,
): AlertEvaluation | undefined {
  const { phase, sinceMs, evaluatedUntilMs } = before ?? NO_ALERT;
  const isKnown = sample.toMs <= evaluatedUntilMs;
  // A clock that jumped far back counts as a gap.
  if (isKnown && evaluatedUntilMs - sample.toMs <= MAX_GAP_MS) return undefined;
  const isBroken = isKnown || sample.fromMs - evaluatedUntilMs > MAX_GAP_MS;
  // An open alert stays open through a gap and keeps its start.
  const isBegun = isBroken && phase !== "open";
  const heldSinceMs = isBegun ? sample.fromMs : Math.min(sinceMs, sample.fromMs);
  return assertLegal(phase, nextStageOf(phase, heldSinceMs, sample));
}

type NextStage = Omit<AlertEvaluation, "evaluatedUntilMs">;

function nextStageOf(
  phase: AlertStage,
  sinceMs: number,
  { fromMs, toMs, verdict }: AlertSample,
): AlertEvaluation {
  const heldMs = toMs - sinceMs;
  const to = (stage: AlertStage, since: number, ending: AlertEnding | null = null): NextStage => ({
    stage,
    sinceMs: since,
    ending,
  });
  const decide = (): NextStage => {
    if (verdict === "switched_off" || verdict === "subject_gone")
      return phase === "open" || phase === "falling" ? to("closed", sinceMs, verdict) : to("quiet", fromMs);
    if (verdict === "under") {
      if (phase === "open") return to("falling", fromMs);
      if (phase !== "falling") return to("quiet", fromMs);
      return heldMs >= CLOSES_AFTER_MS ? to("closed", sinceMs, "recovered") : to("falling", sinceMs);
    }
    if (phase === "quiet") return to("rising", fromMs);
    if (phase === "rising") return to(heldMs >= OPENS_AFTER_MS ? "open" : "rising", sinceMs);
    return to("open", phase === "falling" ? fromMs : sinceMs);
  };
  return { ...decide(), evaluatedUntilMs: toMs };
}

function assertLegal(from: AlertStage, evaluation: AlertEvaluation): AlertEvaluation {
  const { stage } = evaluation;
  if (stage !== from && !canMoveAlert(from, stage))
    throw new Error(`An alert does not move from ${from} to ${stage}`);
  return evaluation;
}

const MINUTE_MS = 60_000;
/** The delay after which a minute is complete: sessions report every 10 s, edges write within 2 s, and clocks differ slightly. */
const REPORT_DELAY_MS = 20_000;
/** The maximum number of minutes that are judged later; alerts about older minutes would be too late to be useful. */
const MAX_CATCH_UP_MINUTES = 10;

/**
 * Lists completed minutes that were not judged yet, ascending, each by its start; at most the latest ten.
 * @param evaluatedUntilMs end of the last judged minute; undefined before the first judgement. A time in the future was written by a wrong
 *   clock and is ignored.
 * @example minutesToEvaluate(minute(3), minute(5) + 20_000) // [minute(3), minute(4)]
 */
export function minutesToEvaluate(evaluatedUntilMs: number | undefined, nowMs: number): number[] {
  const endMs = Math.floor((nowMs - REPORT_DELAY_MS) / MINUTE_MS) * MINUTE_MS;
  const isAhead = evaluatedUntilMs !== undefined && evaluatedUntilMs > nowMs + MINUTE_MS;
  const fromMs = evaluatedUntilMs === undefined || isAhead ? endMs - MINUTE_MS : evaluatedUntilMs;
  const count = Math.min(MAX_CATCH_UP_MINUTES, Math.max(0, Math.floor((endMs - fromMs) / MINUTE_MS)));
  return Array.from({ length: count }, (_, index) => endMs - (count - index) * MINUTE_MS);
}
