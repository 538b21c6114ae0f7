import { expect, test } from "vitest";
import {
  type ChapterRow,
  chaptersOf,
  findChapterFaults,
  makeChapterRow,
  rowsOf,
  sortRows,
} from "./chapter-rows.ts";

const chapterRow = (time: string, title: string): ChapterRow => ({ key: `${time} ${title}`, time, title });

test("saved chapters survive a round trip through rows", () => {
  const saved = [
    { start: 0, title: "Harbour" },
    { start: 3_723.5, title: "Open sea" },
  ];
  expect(rowsOf(saved).map(({ time }) => time)).toEqual(["00:00", "1:02:03.5"]);
  expect(chaptersOf(rowsOf(saved))).toEqual(saved);
});

test("rows are sorted by time, and those without a time come last", () => {
  const rows = [chapterRow("", "Later"), chapterRow("1:05", "Second"), chapterRow("0:07", "First")];
  expect(sortRows(rows).map(({ title }) => title)).toEqual(["First", "Second", "Later"]);
});

test("the time of a new row is rounded to a tenth of a second", () => {
  expect(makeChapterRow(12.3456).time).toBe("00:12.3");
  expect(makeChapterRow(undefined).time).toBe("");
});

test("every faulty field is reported", () => {
  const rows = [
    chapterRow("0:10", "Good"),
    chapterRow("ten", ""),
    chapterRow("0:10", "Again"),
    chapterRow("2:00", "Beyond"),
    chapterRow("0:20", "x".repeat(201)),
  ];
  const faults = findChapterFaults(rows, 60);
  expect([...faults.values()]).toEqual([
    { title: "missing", time: "unreadable" },
    { time: "twice" },
    { time: "beyond" },
    { title: "long" },
  ]);
  expect(findChapterFaults([chapterRow("2:00", "Any")], null).size).toBe(0);
});
