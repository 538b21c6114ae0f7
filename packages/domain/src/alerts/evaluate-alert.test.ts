import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { type AlertEvaluation, type AlertVerdict, canMoveAlert, evaluateAlert } from "./index.ts";

const MINUTE_MS = 60_000;
const START_TIME_MS = Date.UTC(2026, 10, 26, 12);
type MinuteVerdict = AlertVerdict | "nothing";

/** Judges consecutive minutes; `nothing` means that no data arrived. */
function evaluateAll(
  verdicts: readonly MinuteVerdict[],
  startMs = START_TIME_MS,
): (AlertEvaluation | undefined)[] {
  let before: AlertEvaluation | undefined;
  return verdicts.map((verdict, index) => {
    if (verdict === "nothing") return before;
    const fromMs = startMs + index * MINUTE_MS;
    before = evaluateAlert(alertOf(before), { fromMs, toMs: fromMs + MINUTE_MS, verdict }) ?? before;
    return before;
  });
}

const alertOf = (evaluation: AlertEvaluation | undefined) => {
  if (!evaluation || evaluation.stage === "quiet" || evaluation.stage === "closed") return undefined;
  const { stage: phase, sinceMs, evaluatedUntilMs } = evaluation;
  return { phase, sinceMs, evaluatedUntilMs };
};
const stagesOf = (verdicts: readonly MinuteVerdict[]) =>
  evaluateAll(verdicts).map((evaluation) => evaluation?.stage);
const minutesOver = (count: number) => Array<MinuteVerdict>(count).fill("over");
const minutesUnder = (count: number) => Array<MinuteVerdict>(count).fill("under");

test("an alert opens after two minutes beyond the threshold and closes after five minutes within it", () => {
  expect(stagesOf([...minutesOver(3), ...minutesUnder(5), "under"])).toEqual([
    "rising",
    "open",
    "open",

    "falling",
    "falling",
    "falling",
    "falling",
    "closed",
    "quiet",
  ]);
});

test("a single minute beyond the threshold opens no alert", () => {
  expect(stagesOf(["over", "under", "over", "under"])).toEqual(["rising", "quiet", "rising", "quiet"]);
});

test("a fluctuating value keeps one alert open until it has stayed within the threshold for five minutes", () => {
  const flapping = [
    ...minutesOver(2),
    ...minutesUnder(4),
    "over",
    ...minutesUnder(4),
    "over",
    ...minutesUnder(5),
  ] as MinuteVerdict[];
  const stages = stagesOf(flapping);
  expect(stages.filter((stage) => stage === "closed")).toHaveLength(1);
  expect(stages.at(-1)).toBe("closed");
  expect(stages.slice(2, -1)).not.toContain("quiet");
});

test("minutes without data count neither as beyond nor as within the threshold", () => {
  expect(stagesOf(["over", "nothing", "over", "over"])).toEqual(["rising", "rising", "rising", "open"]);
  const opened = minutesOver(2);
  expect(stagesOf([...opened, ...minutesUnder(4), "nothing", ...minutesUnder(4)]).at(-1)).toBe("falling");
  expect(stagesOf([...opened, ...minutesUnder(4), "nothing", ...minutesUnder(5)]).at(-1)).toBe("closed");
  expect(evaluateAll([...opened, ...Array<MinuteVerdict>(30).fill("nothing"), "over"]).at(-1)).toMatchObject({
    stage: "open",
    sinceMs: START_TIME_MS,
  });
});

test.each(["switched_off", "subject_gone"] as const)(
  "an alert closes immediately with the ending %s",
  (verdict) => {
    expect(evaluateAll([...minutesOver(2), verdict]).at(-1)).toMatchObject({
      stage: "closed",
      ending: verdict,
    });
    expect(evaluateAll([...minutesOver(2), "under", verdict]).at(-1)).toMatchObject({
      stage: "closed",
      ending: verdict,
    });
    expect(stagesOf(["over", verdict]).at(-1)).toBe("quiet");
  },
);

test("a sample that was already judged is ignored", () => {
  const alert = {
    phase: "open",
    sinceMs: START_TIME_MS,
    evaluatedUntilMs: START_TIME_MS + 2 * MINUTE_MS,
  } as const;
  const sample = {
    fromMs: START_TIME_MS + MINUTE_MS,
    toMs: START_TIME_MS + 2 * MINUTE_MS,
    verdict: "under",
  } as const;
  expect(evaluateAlert(alert, sample)).toBeUndefined();
});

test("after the clock moves back, counting restarts: figures from a future hour open or close nothing", () => {
  const hourAhead = START_TIME_MS + 3_600_000;
  const rising = { phase: "rising", sinceMs: hourAhead, evaluatedUntilMs: hourAhead + MINUTE_MS } as const;
  const falling = { ...rising, phase: "falling" } as const;
  const minute = { fromMs: START_TIME_MS, toMs: START_TIME_MS + MINUTE_MS };
  expect(evaluateAlert(rising, { ...minute, verdict: "over" })).toMatchObject({
    stage: "rising",
    sinceMs: START_TIME_MS,
    evaluatedUntilMs: START_TIME_MS + MINUTE_MS,
  });
  expect(evaluateAlert(falling, { ...minute, verdict: "under" })).toMatchObject({ stage: "falling" });
});

test("any sequence of verdicts makes only legal moves, and alerts open only after two minutes beyond the threshold", () => {
  const anyVerdict = fc.constantFrom<MinuteVerdict>(
    "over",
    "under",
    "nothing",
    "switched_off",
    "subject_gone",
  );
  fc.assert(
    fc.property(fc.array(anyVerdict, { maxLength: 40 }), (verdicts) => {
      const stages = stagesOf(verdicts).map((stage) => stage ?? "quiet");
      for (const [place, stage] of stages.entries()) {
        const before = stages[place - 1] ?? "quiet";
        const from = before === "closed" ? "quiet" : before;
        if (stage !== before) expect(stage === from || canMoveAlert(from, stage)).toBe(true);
        if (stage === "open" && from === "rising")
          expect(verdicts.slice(place - 1, place + 1)).toEqual(["over", "over"]);
      }
    }),
  );
});
