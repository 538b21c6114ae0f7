import { AppError, type StatisticsStep } from "@shoal/contract";
import { hasTooManySteps, stepFor } from "@shoal/domain/statistics";
import { oldestMinuteSec } from "../figures/index.ts";
import type { Scope } from "./scope.ts";

/** The step that was asked for, unless it would be too many, or lies further back than there are minutes. */
export function stepOf(
  { fromMs, toMs }: Pick<Scope, "fromMs" | "toMs">,
  wanted: StatisticsStep | undefined,
  nowMs: number,
): StatisticsStep {
  const step = wanted ?? stepFor(toMs - fromMs);
  if (hasTooManySteps(toMs - fromMs, step))
    throw new AppError("bad_request", "The period has too many steps of this length", [
      { path: "step", reason: "must be longer for a period as long as this" },
    ]);
  return step === "minute" && fromMs < oldestMinuteSec(nowMs) * 1_000 ? "hour" : step;
}
