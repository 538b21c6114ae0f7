/**
 * What becomes of a value beyond its threshold.
 * - `rising`: it is beyond, not yet for long enough; nobody is told.
 * - `open`: it was for long enough.
 * - `falling`: it is within again, not yet for long enough; for its readers it is open.
 * - `closed`: the end. What comes after it is another alert.
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
