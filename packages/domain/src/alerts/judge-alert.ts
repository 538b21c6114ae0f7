import { ALERT_CLOSES_AFTER_SEC, ALERT_OPENS_AFTER_SEC, type AlertEnding } from "@shoal/contract";

/**
 * The state of a value beyond its threshold.
 * - `rising`: beyond it, not yet for long enough; nobody is notified.
 * - `open`: it was for long enough.
 * - `falling`: within it again, not yet for long enough; shown as open.
 * - `closed`: the end. Later values are another alert.
 */
export type AlertPhase = "rising" | "open" | "falling" | "closed";

/** Without an alert it is quiet; one that rose and never opened is forgotten. */
export type AlertStage = AlertPhase | "quiet";

const MOVES: Readonly<Record<AlertStage, readonly AlertStage[]>> = {
  quiet: ["rising"],
  rising: ["open", "quiet"],
  open: ["falling", "closed"],
  falling: ["open", "closed"],
  closed: [],
};

/** @example canMoveAlert("falling", "open") // true */
export const canMoveAlert = (from: AlertStage, to: AlertStage): boolean => MOVES[from].includes(to);

/** Its readers see it as open. */
export const isAlertOpen = (phase: AlertPhase): boolean => phase === "open" || phase === "falling";

/** Longer without knowing anything, and what was beyond or within before does not count any more. */
const GAP_MAX_MS = 30_000;
const OPENS_AFTER_MS = ALERT_OPENS_AFTER_SEC * 1_000;
const CLOSES_AFTER_MS = ALERT_CLOSES_AFTER_SEC * 1_000;

/**
 * The verdict on a period.
 * - `over`: beyond the threshold; `under`: within it, or too few viewers to judge.
 * - `switched_off` and `subject_gone`: no longer of interest.
 */
export type AlertVerdict = "over" | "under" | "switched_off" | "subject_gone";

/** The data about one subject for a period, in ms since 1970. */
export interface AlertSample {
  fromMs: number;
  toMs: number;
  verdict: AlertVerdict;
}

export interface JudgedAlert {
  phase: AlertPhase;
  /** Since when it is beyond, of `rising` and `open`; within, of `falling`. */
  sinceMs: number;
  /** The end of the last sample that counted. */
  judgedUntilMs: number;
}

/** The effect of a sample on an alert; `ending` if it closed. */
export interface Judgement {
  stage: AlertStage;
  sinceMs: number;
  judgedUntilMs: number;
  ending: AlertEnding | null;
}

const NO_ALERT = { phase: "quiet", sinceMs: 0, judgedUntilMs: 0 } as const;

/**
 * The effect of a sample on an alert: two minutes beyond the threshold without a break open it, five minutes within it close
 * it.
 * @param before undefined if there is none.
 * @returns undefined if the sample was judged before.
 */
export function judgeAlert(before: JudgedAlert | undefined, sample: AlertSample): Judgement | undefined {
  const { phase, sinceMs, judgedUntilMs } = before ?? NO_ALERT;
  const isKnown = sample.toMs <= judgedUntilMs;
  // A clock that went back far has started another time, as a gap does.
  if (isKnown && judgedUntilMs - sample.toMs <= GAP_MAX_MS) return undefined;
  const isBroken = isKnown || sample.fromMs - judgedUntilMs > GAP_MAX_MS;
  // One that is open stays so whatever was not known: it suffers since it began to.
  const isBegun = isBroken && phase !== "open";
  const heldSinceMs = isBegun ? sample.fromMs : Math.min(sinceMs, sample.fromMs);
  return assertLegal(phase, nextOf(phase, heldSinceMs, sample));
}

type Next = Omit<Judgement, "judgedUntilMs">;

function nextOf(phase: AlertStage, sinceMs: number, { fromMs, toMs, verdict }: AlertSample): Judgement {
  const heldMs = toMs - sinceMs;
  const to = (stage: AlertStage, since: number, ending: AlertEnding | null = null): Next => ({
    stage,
    sinceMs: since,
    ending,
  });
  const decide = (): Next => {
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
  return { ...decide(), judgedUntilMs: toMs };
}

function assertLegal(from: AlertStage, judgement: Judgement): Judgement {
  const { stage } = judgement;
  if (stage !== from && !canMoveAlert(from, stage))
    throw new Error(`An alert does not move from ${from} to ${stage}`);
  return judgement;
}

const MINUTE_MS = 60_000;
/** Sessions tell every 10 s of what they saw, edges write within 2 s, and clocks differ a little. */
const HEARD_AFTER_MS = 20_000;
/** More is not made up for: who reads of it then has no use for it. */
const MADE_UP_MAX = 10;

/**
 * The minutes that are over and were not judged yet, ascending, each by when it begins: the latest ten at most.
 * @param judgedUntilMs the end of the last one that was judged; undefined before the first. One that lies ahead of now was
 * written by a clock that was wrong.
 * @example minutesToJudge(minute(3), minute(5) + 20_000) // [minute(3), minute(4)]
 */
export function minutesToJudge(judgedUntilMs: number | undefined, nowMs: number): number[] {
  const endMs = Math.floor((nowMs - HEARD_AFTER_MS) / MINUTE_MS) * MINUTE_MS;
  const isAhead = judgedUntilMs !== undefined && judgedUntilMs > nowMs + MINUTE_MS;
  const fromMs = judgedUntilMs === undefined || isAhead ? endMs - MINUTE_MS : judgedUntilMs;
  const count = Math.min(MADE_UP_MAX, Math.max(0, Math.floor((endMs - fromMs) / MINUTE_MS)));
  return Array.from({ length: count }, (_, place) => endMs - (count - place) * MINUTE_MS);
}
