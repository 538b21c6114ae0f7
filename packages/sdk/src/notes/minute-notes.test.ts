import { BeaconMinute } from "@shoal/contract";
import { beforeEach, expect, it } from "vitest";
import { MINUTE_MS, MinuteNotes } from "./minute-notes.ts";

let notes: MinuteNotes;
beforeEach(() => {
  notes = new MinuteNotes();
});

it("a minute without anything has no notes", () => {
  expect(notes.of(0)).toEqual({});
});

it("the height that was played for longest is the minute's", () => {
  notes.countHeight(0, 1_080, 20_000);
  notes.countHeight(30_000, 720, 30_000);
  notes.countHeight(MINUTE_MS, 360, 1_000);
  expect([notes.of(0).height, notes.of(1).height]).toEqual([720, 360]);
});

it("seconds that follow one another are one span, those seen again have their own", () => {
  for (const sec of [4, 5, 6, 9]) notes.passed(0, { sec, isFirst: true });
  notes.passed(0, { sec: 5, isFirst: false });
  notes.passed(MINUTE_MS, { sec: 10, isFirst: true });
  expect(notes.of(0)).toEqual({
    played: [
      [4, 7],
      [9, 10],
    ],
    replayed: [[5, 6]],
  });
  expect(notes.of(1)).toEqual({ played: [[10, 11]] });
});

it("events have the time since their minute began, and may be completed", () => {
  const stall = notes.happened(MINUTE_MS + 1_500.7, { type: "stall", value: 100 });
  if (stall) stall.value = 900;
  expect(notes.of(1)).toEqual({ events: [{ atMs: 1_500, type: "stall", value: 900 }] });
});

it("whatever happens, a minute's notes are what the contract takes", () => {
  for (let at = 0; at < 200; at++) {
    notes.passed(at, { sec: at * 2, isFirst: at % 3 > 0 });
    notes.happened(at * 250, { type: "seek", value: at });
  }
  const { played, replayed, events } = notes.of(0);
  const shape = BeaconMinute.pick({ played: true, replayed: true, events: true });
  expect(shape.parse({ played, replayed, events })).toEqual({ played, replayed, events });
});

it("stays small when nothing can be sent for hours", () => {
  for (let minute = 0; minute < 300; minute++) notes.happened(minute * MINUTE_MS, { type: "pause" });
  expect(notes.of(289)).toEqual({});
  expect(notes.of(299).events).toHaveLength(1);
});
