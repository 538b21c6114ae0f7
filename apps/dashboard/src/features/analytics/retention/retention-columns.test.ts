import { expect, test } from "vitest";
import { chapterAt, retentionColumns, writeRetention } from "./retention-columns.ts";

const retention = {
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

test("a curve is drawn in percent of its views, as high as what was seen again most", () => {
  expect(retentionColumns(retention)).toEqual({
    atSec: [0, 2],
    endSec: 4,
    largest: 150,
    percent: { sessions: [100, 25], replays: [0, 150] },
  });
});

test("a curve of nobody lies at nothing", () => {
  const points = [{ atSec: 0, sessions: 0, replays: 0 }];
  expect(retentionColumns({ ...retention, views: 0, points }).percent.sessions).toEqual([0]);
});

test("a moment is in the chapter that began last", () => {
  expect([0, 1, 2.5, 9].map((second) => chapterAt(retention.chapters, second))).toEqual([
    "",
    "=Intro",
    "=Intro",
    "End",
  ]);
});

test("the file has a line a point, and a chapter is no formula in it", () => {
  expect(writeRetention(retention).split("\r\n")[2]).toBe("2,1,6,25,150,'=Intro");
});
