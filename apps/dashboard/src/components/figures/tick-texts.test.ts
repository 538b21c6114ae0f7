import { expect, test } from "vitest";
import type { FigureUnit } from "../analytics/figure-text.ts";
import { incrementsOf, timeTicks, valueTicks } from "./tick-texts.ts";

const FIGURE_UNITS: FigureUnit[] = [
  "count",
  "concurrency",
  "seconds",
  "hours",
  "ms",
  "percent",
  "kbps",
  "bytes",
  "secPerHour",
  "wattHours",
  "grams",
  "litres",
];
const MAX_TICKS = 8;

/** Returns ticks as the chart library places them: at the smallest distance that leaves room for the labels. */
function splitsOf(unit: FigureUnit, largest: number): { splits: number[]; step: number } {
  const step = incrementsOf(unit, largest).find((each) => largest / each <= MAX_TICKS) ?? largest;
  const count = Math.floor((largest * 1.08) / step) + 1;
  return { splits: Array.from({ length: count }, (_, index) => index * step), step };
}

test.each(FIGURE_UNITS)(
  "no two ticks of %s have the same label, however small or large the values",
  (unit) => {
    for (let power = -2; power <= 13; power += 1)
      for (const digit of [1, 1.3, 2, 3.7, 5, 9.9])
        for (const language of ["en", "fr"]) {
          const largest = digit * 10 ** power;
          const { splits, step } = splitsOf(unit, largest);
          const texts = valueTicks(splits, { unit, language, largest, step });
          expect(new Set(texts).size, `${largest}: ${texts.join(" | ")}`).toBe(texts.length);
        }
  },
);

test("ticks have no more digits than their distance requires", () => {
  const ticks = (largest: number, step: number) =>
    valueTicks([0, step, 2 * step], { unit: "percent", language: "en", largest, step });
  expect(ticks(100, 20)).toEqual(["0%", "20%", "40%"]);
  expect(ticks(1, 0.5)).toEqual(["0%", "0.5%", "1%"]);
  expect(ticks(0.05, 0.01)).toEqual(["0%", "0.01%", "0.02%"]);
});

const everyHours = (from: string, hours: number, count: number) =>
  Array.from({ length: count }, (_, index) => Date.parse(from) / 1_000 + index * hours * 3_600);
const timesOf = (splits: number[], hours: number, timeZone = "UTC") =>
  timeTicks(splits, { stepSec: hours * 3_600, language: "en", timeZone });

test("ticks show the time within a day, and the date across several days", () => {
  expect(timesOf(everyHours("2026-11-28T06:00:00Z", 6, 3), 6)).toEqual(["06:00", "12:00", "18:00"]);
  expect(timesOf(everyHours("2026-11-28T00:00:00Z", 12, 4), 12)).toEqual([
    "28 Nov",
    "28 Nov 12:00",
    "29 Nov",
    "29 Nov 12:00",
  ]);
  expect(timesOf(everyHours("2026-11-28T00:00:00Z", 24, 2), 24)).toEqual(["28 Nov", "29 Nov"]);
});

test("the hour that occurs twice in autumn is labelled once", () => {
  const texts = timesOf(everyHours("2026-10-24T23:00:00Z", 1, 4), 1, "Europe/Paris");
  expect(texts).toEqual(["01:00", "02:00", "", "03:00"]);
});
