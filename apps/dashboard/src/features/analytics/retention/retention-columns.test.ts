import { expect, test } from "vitest";
import { chapterAt, retentionColumns, retentionCsvOf } from "./retention-columns.ts";

const RETENTION = {
  views: 4,
  durationSec: 4,
  stepSec: 2,
  points: [
    { atSec: 0, sessions: 4, replays: 0 },
    { atSec: 2, sessions: 1, replays: 6 },
  ],
  chapters: [
    { atSec: 1, title: "=Intro" },
    { atSec: 3, title: "End" },
  ],
};

test("a curve is drawn in percent of its views, and the axis extends to the highest share", () => {
  expect(retentionColumns(RETENTION)).toEqual({
    atSec: [0, 2],
    endSec: 4,
    largest: 150,
    percent: { sessions: [100, 25], replays: [0, 150] },
  });
});

test("a curve without views is drawn at zero", () => {
  const points = [{ atSec: 0, sessions: 0, replays: 0 }];
  expect(retentionColumns({ ...RETENTION, views: 0, points }).percent.sessions).toEqual([0]);
});

test("a time belongs to the chapter that started last", () => {
  expect([0, 1, 2.5, 9].map((second) => chapterAt(RETENTION.chapters, second))).toEqual([
    "",
    "=Intro",
    "=Intro",
    "End",
  ]);
});

test("the CSV file has a line per point, and escapes chapter titles that look like formulas", () => {
  expect(retentionCsvOf(RETENTION).split("\r\n")[2]).toBe("2,1,6,25,150,'=Intro");
});
