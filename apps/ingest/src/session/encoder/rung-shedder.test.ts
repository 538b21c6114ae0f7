import { beforeEach, expect, test } from "vitest";
import { RungShedder } from "./rung-shedder.ts";

let shedder: RungShedder;
let hasRoom: boolean;
let requestedRungs: number[];
beforeEach(() => {
  hasRoom = false;
  requestedRungs = [];
  const hasRoomFor = (level: number) => {
    requestedRungs.push(level);
    return hasRoom;
  };
  shedder = new RungShedder({ levels: 3, hasRoomFor });
});

/** The first requested change and its time, for a new encoder that lags by this much. */
function judge(fromSec: number, toSec: number, behindMsAt: (sec: number) => number) {
  shedder.begin();
  for (let sec = fromSec; sec <= toSec; sec += 0.5) {
    const what = shedder.judge(behindMsAt(sec), sec * 1_000);
    if (what !== "none") return [what, sec, shedder.level];
  }
  return undefined;
}

test("an encoder that stays a second behind drops renditions, as often as possible", () => {
  expect(judge(0, 10, (sec) => sec * 300)).toEqual(["switch", 6.5, 1]);
  expect(judge(10, 20, () => 3_000)).toEqual(["switch", 13, 2]);
  expect(judge(14, 30, () => 3_000)).toBeUndefined();
});

test("one that catches up is left alone", () => {
  expect(judge(0, 20, (sec) => 5_000 - sec * 250)).toBeUndefined();
});

test("what is six seconds behind is left out, whatever else helps", () => {
  expect(judge(0, 1, () => 6_000)).toEqual(["skip", 0, 1]);
  expect(judge(1, 2, () => 6_000)).toEqual(["skip", 1, 2]);
  expect(judge(2, 3, () => 6_000)).toEqual(["skip", 2, 2]);
});

test("nothing more is called for until what was has started", () => {
  expect(judge(0, 5, () => 2_000)).toEqual(["switch", 3, 1]);
  for (let sec = 4; sec < 20; sec++) expect(shedder.judge(5_000, sec * 1_000)).toBe("none");
  expect([shedder.judge(6_000, 20_000), shedder.level]).toEqual(["skip", 1]);
  expect(judge(21, 40, () => 2_000)).toEqual(["switch", 24, 2]);
});

test("what was left out comes back after a minute, where there is room for it", () => {
  shedder.judge(6_000, 0);
  expect(judge(1, 59.5, () => 0)).toBeUndefined();
  expect(requestedRungs).toEqual([]);
  expect(judge(60, 70, () => 0)).toBeUndefined();
  hasRoom = true;
  expect(judge(70, 71, () => 800)).toBeUndefined();
  expect(judge(71, 72, () => 0)).toEqual(["switch", 71, 0]);
  expect(new Set(requestedRungs)).toEqual(new Set([0]));
});

test("all that there is room for comes back at once", () => {
  const halfRoom = new RungShedder({ levels: 4, hasRoomFor: (level) => level >= 1 });
  for (const sec of [0, 1, 2]) {
    halfRoom.judge(6_000, sec * 1_000);
    halfRoom.begin();
  }
  expect(halfRoom.level).toBe(3);
  expect([halfRoom.judge(0, 62_000), halfRoom.level]).toEqual(["switch", 1]);
  halfRoom.begin();
  expect([halfRoom.judge(0, 200_000), halfRoom.level]).toEqual(["none", 1]);
});

test("what did not hold comes back later each time, a quarter of an hour at most", () => {
  hasRoom = true;
  let sec = 0;
  const rests = Array.from({ length: 6 }, () => {
    shedder.begin();
    shedder.judge(6_000, sec * 1_000);
    const [, backSec] = judge(sec + 1, sec + 2_000, () => 0) as [string, number, number];
    const restSec = backSec - sec;
    sec = backSec + 10;
    return restSec;
  });
  expect(rests).toEqual([60, 120, 240, 480, 960, 960]);
  // Once it has held it is as at first.
  sec += 600;
  shedder.begin();
  shedder.judge(6_000, sec * 1_000);
  expect(judge(sec + 1, sec + 100, () => 0)).toEqual(["switch", sec + 60, 0]);
});
