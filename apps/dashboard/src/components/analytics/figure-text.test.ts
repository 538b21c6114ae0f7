import { expect, test } from "vitest";
import { type FigureUnit, figureText, unitFor } from "./figure-text.ts";

test.each<[number | null, FigureUnit, string, string]>([
  [12_480, "count", "12,480", "12\u202f480"],
  [12.4, "concurrency", "12.4", "12,4"],
  [1_234.56, "hours", "1,235\u00a0h", "1\u202f235\u00a0h"],
  [0.25, "hours", "15\u00a0min", "15\u00a0min"],
  [0.17, "hours", "10\u00a0min 12\u00a0s", "10\u00a0min 12\u00a0s"],
  [0.005, "hours", "18\u00a0s", "18\u00a0s"],
  [0.0001, "hours", "<\u00a01\u00a0s", "<\u00a01\u00a0s"],
  [0, "hours", "0\u00a0s", "0\u00a0s"],
  [2.5, "hours", "2\u00a0h 30\u00a0min", "2\u00a0h 30\u00a0min"],
  [3_600, "seconds", "1\u00a0h", "1\u00a0h"],
  [45.26, "seconds", "45.3\u00a0s", "45,3\u00a0s"],
  [95, "seconds", "1\u00a0min 35\u00a0s", "1\u00a0min 35\u00a0s"],
  [7_300, "seconds", "2\u00a0h 1\u00a0min", "2\u00a0h 1\u00a0min"],
  [840, "ms", "840\u00a0ms", "840\u00a0ms"],
  [1_840, "ms", "1.84\u00a0s", "1,84\u00a0s"],
  [87.46, "percent", "87.5%", "87,5\u00a0%"],
  [4_500, "kbps", "4.50\u00a0Mbps", "4,50\u00a0Mbps"],
  [5.26e9, "bytes", "5.26\u00a0GB", "5,26\u00a0Go"],
  [400_000, "bytes", "0.40\u00a0MB", "0,40\u00a0Mo"],
  [-0.5, "wattHours", "-0.50\u00a0Wh", "-0,50\u00a0Wh"],
  [-1_500, "wattHours", "-1.50\u00a0kWh", "-1,50\u00a0kWh"],
  [0.02, "litres", "20.0\u00a0mL", "20,0\u00a0mL"],
  [0, "bytes", "0\u00a0MB", "0\u00a0Mo"],
  [null, "ms", "–", "–"],
])("%s in %s is written as %j in English and %j in French", (value, unit, english, french) => {
  expect(figureText(value, unit, "en")).toBe(english);
  expect(figureText(value, unit, "fr")).toBe(french);
});

test("figures of one row use the unit of the largest", () => {
  expect(figureText(4e8, "bytes", "en", { largest: 2e9 })).toBe("0.4\u00a0GB");
  expect(figureText(0.1, "hours", "en", { largest: 0.17, step: 0.05 })).toBe("6\u00a0min");
  expect(figureText(0.5, "hours", "en", { largest: 3 })).toBe("0.5\u00a0h");
  expect(unitFor("bytes", 2e12, "en")).toEqual({ factor: 1e12, name: "TB" });
});
