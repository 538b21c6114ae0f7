import { expect, it } from "vitest";
import { findCutFaults, fpsOf, moveByFrames } from "./cut-range.ts";

it.each([
  [{ start: "0:01", end: "0:05.5" }, {}],
  [{ start: "0:05", end: "0:05" }, { end: "order" }],
  [
    { start: "x", end: "1:00" },
    { start: "unreadable", end: "beyond" },
  ],
  [
    { start: "0:30", end: "" },
    { start: "beyond", end: "unreadable" },
  ],
  [{ start: "0:29", end: "0:30.2" }, {}],
])("finds every fault of %j", (texts, faults) => {
  expect(findCutFaults(texts, 30)).toEqual(faults);
});

it("moveByFrames moves a time by frames and keeps it within the video", () => {
  expect(moveByFrames("0:02", 1, 25, 30)).toBe("00:02.04");
  expect(moveByFrames("0:02.03", -1, 25, 30)).toBe("00:02");
  expect(moveByFrames("0:00", -1, 25, 30)).toBe("00:00");
  expect(moveByFrames("0:30", 1, 25, 30)).toBe("00:30");
});

it("fpsOf assumes 25 frames a second for a video without renditions", () => {
  expect(fpsOf({ representations: [] })).toBe(25);
});
