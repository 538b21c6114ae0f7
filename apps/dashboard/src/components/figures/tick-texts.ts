import { clockTimeOf, shortDayOf } from "../../lib/dates.ts";
import { type FigureUnit, figureText, unitFor } from "../analytics/figure-text.ts";

const DAY_SEC = 86_400;

/**
 * Returns the distances between the ticks of a value axis, ascending: round in the displayed unit, integers for counts.
 * @param largest the largest value of the chart, in the unit of the contract.
 */
export function incrementsOf(unit: FigureUnit, largest: number): number[] {
  const { factor } = unitFor(unit, largest, "en");
  const powers = Array.from({ length: 16 }, (_, index) => 10 ** (index - 3));
  const steps = powers.flatMap((power) => [1, 2, 5].map((step) => step * power * factor));
  return unit === "count" ? steps.filter((step) => step >= 1) : steps;
}

/**
 * Returns the labels of value ticks, all different.
 * @param step distance between neighbours, in the same unit as the values.
 * @example valueTicks([0, 0.01], { unit: "percent", language: "en", largest: 0.01, step: 0.01 }) // ["0%", "0.01%"]
 */
export const valueTicks = (
  splits: readonly number[],
  { unit, language, largest, step }: { unit: FigureUnit; language: string; largest: number; step: number },
): string[] => splits.map((value) => figureText(value, unit, language, { largest, step }));

/**
 * Returns the labels of time ticks, all different: the time of day, with the date once a chart spans several days. An hour
 * that occurs twice, when clocks change, is labelled once.
 * @param stepSec distance between neighbours, in seconds.
 */
export function timeTicks(
  splitsSec: readonly number[],
  { stepSec, language, timeZone }: { stepSec: number; language: string; timeZone: string },
): string[] {
  const isOverDays = (splitsSec.at(-1) ?? 0) - (splitsSec[0] ?? 0) >= DAY_SEC;
  const texts = splitsSec.map((atSec) => {
    const day = shortDayOf(atSec * 1_000, language, timeZone);
    const time = clockTimeOf(atSec * 1_000, timeZone);
    if (stepSec >= DAY_SEC || time === "00:00") return day;
    return isOverDays ? `${day} ${time}` : time;
  });
  return texts.map((text, index) => (texts.indexOf(text) === index ? text : ""));
}
