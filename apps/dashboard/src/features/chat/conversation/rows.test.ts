import { expect, test } from "vitest";
import type { OutgoingMessage } from "../store/outbox.ts";
import { sampleMessage } from "../testing/sample-chat.ts";
import { rowsOf } from "./rows.ts";

const timeAtMinute = (n: number) => new Date(2026, 2, 4, 9, n).toISOString();
const message = (position: number, own: Parameters<typeof sampleMessage>[0] = {}) =>
  sampleMessage({ position, timestamp: timeAtMinute(position), ...own });
const outgoing = (id: string): OutgoingMessage => ({
  id,
  room: "room-1",
  content: "On its way",
  replyTo: undefined,
  mentions: [],
  mentionsRoom: false,
  files: [],
  isThere: false,
  isLost: false,
  writtenAt: timeAtMinute(30),
  state: "waiting",
});
const BASE_ROWS_INPUT = { outgoing: [], isAtEnd: true, me: "user-1", unreadFrom: undefined };

test("messages of one person within five minutes are grouped, and the first message of a day has a date line", () => {
  const tomorrow = new Date(2026, 2, 5, 9, 1).toISOString();
  const rows = rowsOf({
    ...BASE_ROWS_INPUT,
    messages: [
      message(1),
      message(2),
      message(3, { sender_id: "user-1" }),
      message(4),
      message(10),
      message(11, { timestamp: tomorrow }),
    ],
  });
  expect(rows.map(({ isHead }) => isHead)).toEqual([true, false, true, true, true, true]);
  expect(rows.map(({ isNewDay }) => isNewDay)).toEqual([true, false, false, false, false, true]);
});

test("the line of new messages precedes the first unread message by another person", () => {
  const messages = [message(1), message(2, { sender_id: "user-1" }), message(3), message(4)];
  const rows = rowsOf({ ...BASE_ROWS_INPUT, messages, unreadFrom: 1 });
  expect(rows.filter(({ isFirstUnread }) => isFirstUnread).map(({ id }) => id)).toEqual(["message-3"]);
});

test("pending messages are listed last until they arrive, and are hidden while older messages are shown", () => {
  const messages = [message(1), message(2, { _id: "sent", sender_id: "user-1" })];
  const both = [outgoing("sent"), outgoing("waiting")];
  const ids = (isAtEnd: boolean) =>
    rowsOf({ ...BASE_ROWS_INPUT, messages, outgoing: both, isAtEnd }).map(({ id }) => id);
  expect(ids(true)).toEqual(["message-1", "sent", "waiting"]);
  expect(ids(false)).toEqual(["message-1", "sent"]);
});

test("a delivered message shows only its pending files, even before its own call is answered", () => {
  const messages = [message(1, { _id: "sent", sender_id: "user-1" })];
  const restOf = (own: Partial<OutgoingMessage>) =>
    rowsOf({ ...BASE_ROWS_INPUT, messages, outgoing: [{ ...outgoing("sent"), state: "sending", ...own }] })[0]
      ?.outgoing;
  expect(restOf({})).toBeUndefined();
  const files = [{ id: "file-1", name: "frame.png", sizeBytes: 1, share: 0 }];
  expect(restOf({ files })).toMatchObject({ isThere: true, files });
  expect(restOf({ state: "failed", isLost: true })).toMatchObject({ isThere: true, isLost: true });
});

test("rows are reused when an older page is added, except the first one", () => {
  const messages = [message(10), message(11), message(12)];
  const before = rowsOf({ ...BASE_ROWS_INPUT, messages });
  const after = rowsOf({ ...BASE_ROWS_INPUT, messages: [message(9), ...messages] });
  expect(after.slice(2).every((row, n) => row === before[n + 1])).toBe(true);
  expect(after[1]).not.toBe(before[0]);
  expect(after[1]).toMatchObject({ id: "message-10", isHead: false, isNewDay: false });
});
