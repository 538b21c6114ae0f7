import { AppError, STATISTICS_MINUTES_DAYS, type StatisticsStep } from "@shoal/contract";
import { hasTooManySteps, stepFor } from "@shoal/domain/statistics";
import type { Scope } from "./scope.ts";

const DAY_MS = 86_400_000;

/** The step that was asked for, unless it would be too many, or lies further back than there are minutes. */
export function stepOf(
  { fromMs, toMs }: Pick<Scope, "fromMs" | "toMs">,
  wanted: StatisticsStep | undefined,
  nowMs: number,
): StatisticsStep {
  const step = wanted ?? stepFor(toMs - fromMs);
  if (hasTooManySteps(toMs - fromMs, step))
    throw new AppError("bad_request", "The period has too many such steps", [
      { path: "step", reason: "must be longer for a period as long as this" },
    ]);
  return step === "minute" && fromMs < nowMs - STATISTICS_MINUTES_DAYS * DAY_MS ? "hour" : step;
}
