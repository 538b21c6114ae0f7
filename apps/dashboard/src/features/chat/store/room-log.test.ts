import type { ChatMessages } from "@shoal/contract";
import { expect, test } from "vitest";
import { sampleMessage } from "../testing/sample-chat.ts";
import {
  appendPage,
  applyChanges,
  applyReportedChange,
  createRoomLog,
  hasGap,
  prependPage,
  type RoomLog,
} from "./room-log.ts";

const createPage = (positions: number[], own: Partial<ChatMessages> = {}): ChatMessages => ({
  messages: positions.map((position) => sampleMessage({ position })),
  hasBefore: false,
  hasAfter: false,
  seq: Math.max(0, ...positions),
  readPosition: 0,
  ...own,
});
const positionsOf = ({ messages }: RoomLog) => messages.map(({ position }) => position);

test("messages reported out of order are sorted without duplicates, and the gap closes once all have arrived", () => {
  let log = createRoomLog(createPage([1, 2]));
  for (const position of [5, 3, 3, 5]) log = applyReportedChange(log, sampleMessage({ position }));
  expect(positionsOf(log)).toEqual([1, 2, 3, 5]);
  expect(hasGap(log)).toBe(true);
  log = applyReportedChange(log, sampleMessage({ position: 4 }));
  expect(positionsOf(log)).toEqual([1, 2, 3, 4, 5]);
  expect([hasGap(log), log.seq]).toEqual([false, 5]);
});

test("the later state of a message is kept, regardless of the order of arrival", () => {
  const edited = sampleMessage({ position: 1, seq: 3, content: "Later", edited: true });
  const log = applyReportedChange(createRoomLog(createPage([1, 2])), edited);
  expect(applyReportedChange(log, sampleMessage({ position: 1 })).messages[0]?.content).toBe("Later");
  expect(prependPage(log, createPage([1])).messages[0]?.content).toBe("Later");
  expect(
    appendPage(createRoomLog(createPage([1, 2])), { ...createPage([]), messages: [edited] }).messages[0]
      ?.content,
  ).toBe("Later");
});

test("missed changes are merged and close the gap", () => {
  const reported = applyReportedChange(createRoomLog(createPage([1, 2])), sampleMessage({ position: 6 }));
  const missed = [3, 4].map((position) => sampleMessage({ position }));
  const deleted = sampleMessage({ position: 2, seq: 5, deleted: true, content: "" });
  const log = applyChanges(reported, [...missed, deleted], 5);
  expect(positionsOf(log)).toEqual([1, 2, 3, 4, 6]);
  expect(log.messages[1]?.deleted).toBe(true);
  expect([hasGap(log), log.seq]).toEqual([false, 6]);
});

test("a part in the middle of a room ignores messages beyond its ends", () => {
  const middle = createRoomLog(createPage([10, 12], { hasBefore: true, hasAfter: true, seq: 20 }));
  for (const position of [9, 21])
    expect(positionsOf(applyReportedChange(middle, sampleMessage({ position })))).toEqual([10, 12]);
  expect(positionsOf(applyReportedChange(middle, sampleMessage({ position: 11, seq: 21 })))).toEqual([
    10, 11, 12,
  ]);
});

test("an empty room accepts its first message", () => {
  expect(
    positionsOf(applyReportedChange(createRoomLog(createPage([])), sampleMessage({ position: 1 }))),
  ).toEqual([1]);
});

test("a message reported while the last page was loading leaves the log behind it, so that it is requested", () => {
  let log = createRoomLog(createPage([1], { hasAfter: true, seq: 3 }));
  log = applyReportedChange(log, sampleMessage({ position: 4 }));
  log = appendPage(log, createPage([2, 3]));
  expect([positionsOf(log), log.seq]).toEqual([[1, 2, 3], 3]);
});
