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

/** Returns the first change, its time and its level, that a new encoder with this lag requests. */
function findFirstChange(fromSec: number, toSec: number, behindMsAt: (sec: number) => number) {
  shedder.begin();
  for (let sec = fromSec; sec <= toSec; sec += 0.5) {
    const what = shedder.chooseChange(behindMsAt(sec), sec * 1_000);
    if (what !== "none") return [what, sec, shedder.level];
  }
  return undefined;
}

test("an encoder that stays a second behind loses one rung at a time, down to the last", () => {
  expect(findFirstChange(0, 10, (sec) => sec * 300)).toEqual(["switch", 6.5, 1]);
  expect(findFirstChange(10, 20, () => 3_000)).toEqual(["switch", 13, 2]);
  expect(findFirstChange(14, 30, () => 3_000)).toBeUndefined();
});

test("an encoder that catches up keeps its rungs", () => {
  expect(findFirstChange(0, 20, (sec) => 5_000 - sec * 250)).toBeUndefined();
});

test("input that is six seconds behind is skipped at every level", () => {
  expect(findFirstChange(0, 1, () => 6_000)).toEqual(["skip", 0, 1]);
  expect(findFirstChange(1, 2, () => 6_000)).toEqual(["skip", 1, 2]);
  expect(findFirstChange(2, 3, () => 6_000)).toEqual(["skip", 2, 2]);
});

test("no further change is requested before the last one has started", () => {
  expect(findFirstChange(0, 5, () => 2_000)).toEqual(["switch", 3, 1]);
  for (let sec = 4; sec < 20; sec++) expect(shedder.chooseChange(5_000, sec * 1_000)).toBe("none");
  expect([shedder.chooseChange(6_000, 20_000), shedder.level]).toEqual(["skip", 1]);
  expect(findFirstChange(21, 40, () => 2_000)).toEqual(["switch", 24, 2]);
});

test("a shed rung is restored after a minute if there is room for it", () => {
  shedder.chooseChange(6_000, 0);
  expect(findFirstChange(1, 59.5, () => 0)).toBeUndefined();
  expect(requestedRungs).toEqual([]);
  expect(findFirstChange(60, 70, () => 0)).toBeUndefined();
  hasRoom = true;
  expect(findFirstChange(70, 71, () => 800)).toBeUndefined();
  expect(findFirstChange(71, 72, () => 0)).toEqual(["switch", 71, 0]);
  expect(new Set(requestedRungs)).toEqual(new Set([0]));
});

test("all rungs that there is room for are restored at once", () => {
  const halfRoom = new RungShedder({ levels: 4, hasRoomFor: (level) => level >= 1 });
  for (const sec of [0, 1, 2]) {
    halfRoom.chooseChange(6_000, sec * 1_000);
    halfRoom.begin();
  }
  expect(halfRoom.level).toBe(3);
  expect([halfRoom.chooseChange(0, 62_000), halfRoom.level]).toEqual(["switch", 1]);
  halfRoom.begin();
  expect([halfRoom.chooseChange(0, 200_000), halfRoom.level]).toEqual(["none", 1]);
});

test("a rung that fails again is restored later each time, after 960 s at most", () => {
  hasRoom = true;
  let sec = 0;
  const rests = Array.from({ length: 6 }, () => {
    shedder.begin();
    shedder.chooseChange(6_000, sec * 1_000);
    const [, backSec] = findFirstChange(sec + 1, sec + 2_000, () => 0) as [string, number, number];
    const restSec = backSec - sec;
    sec = backSec + 10;
    return restSec;
  });
  expect(rests).toEqual([60, 120, 240, 480, 960, 960]);
  // Once a rung has been stable, the delay starts at a minute again.
  sec += 600;
  shedder.begin();
  shedder.chooseChange(6_000, sec * 1_000);
  expect(findFirstChange(sec + 1, sec + 100, () => 0)).toEqual(["switch", sec + 60, 0]);
});
