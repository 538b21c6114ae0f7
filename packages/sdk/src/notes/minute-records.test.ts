import { BeaconMinute } from "@shoal/contract/player";
import { beforeEach, expect, it } from "vitest";
import { MINUTE_MS, MinuteRecords } from "./minute-records.ts";

let notes: MinuteRecords;
beforeEach(() => {
  notes = new MinuteRecords();
});

it("a minute without anything has no notes", () => {
  expect(notes.of(0)).toEqual({});
});

it("a minute has the height that was played for longest, and the counters of other heights separately", () => {
  notes.countPlayed(0, 1_080, "secServer", 20);
  notes.countPlayed(0, 1_080, "secBestQuality", 20);
  notes.countPlayed(30_000, 720, "secServer", 10);
  notes.countPlayed(40_000, 720, "secPeer", 15);
  notes.countPlayed(40_000, 720, "kbpsSeconds", 75_000);
  notes.countPlayed(MINUTE_MS, 360, "secPeer", 1);
  expect(notes.of(0)).toEqual({
    height: 720,
    otherRenditions: [{ height: 1_080, secServer: 20, secPeer: 0, kbpsSeconds: 0, secBestQuality: 20 }],
  });
  expect(notes.of(1)).toEqual({ height: 360 });
});

it("playback before a height is known counts for height 0", () => {
  notes.countPlayed(0, 0, "secServer", 3);
  expect(notes.of(0)).toEqual({});
  notes.countPlayed(5_000, 480, "secServer", 30);
  expect(notes.of(0)).toMatchObject({ height: 480, otherRenditions: [{ height: 0, secServer: 3 }] });
});

it("consecutive seconds are one span, and seconds played again have their own spans", () => {
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

it("events have their time within the minute, and may be changed later", () => {
  const stall = notes.happened(MINUTE_MS + 1_500.7, { type: "stall", value: 100 });
  if (stall) stall.value = 900;
  expect(notes.of(1)).toEqual({ events: [{ atMs: 1_500, type: "stall", value: 900 }] });
});

it("a minute's notes match the contract's schema, however much happens", () => {
  for (let at = 0; at < 200; at++) {
    notes.passed(at, { sec: at * 2, isFirst: at % 3 > 0 });
    notes.happened(at * 250, { type: "seek", value: at });
    notes.countPlayed(at * 250, at, "secPeer", at);
  }
  const shape = BeaconMinute.pick({
    ...({ height: true, otherRenditions: true, played: true, replayed: true, events: true } as const),
  });
  expect(shape.parse(notes.of(0))).toEqual(notes.of(0));
  expect(notes.of(0).otherRenditions).toHaveLength(7);
});

it("only the notes of the latest minutes are kept if nothing can be sent for hours", () => {
  for (let minute = 0; minute < 300; minute++) notes.happened(minute * MINUTE_MS, { type: "pause" });
  expect(notes.of(289)).toEqual({});
  expect(notes.of(299).events).toHaveLength(1);
});
