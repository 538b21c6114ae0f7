import type { ChatMessageView } from "@shoal/contract";
import { expect, test } from "vitest";
import { createRowSizes } from "./row-sizes.ts";
import type { ConversationRow } from "./rows.ts";

const rowOf = (
  id: string,
  content: string,
  change: Partial<ConversationRow> = {},
  files = 0,
): ConversationRow => ({
  id,
  at: "2026-11-29T12:00:00Z",
  isNewDay: false,
  isFirstUnread: false,
  isHead: true,
  message: {
    content,
    deleted: false,
    edited: false,
    pinnedBy: null,
    forwarded: null,
    replyMessage: null,
    reactions: [],
    files: Array.from({ length: files }, () => ({})),
  } as unknown as ChatMessageView,
  ...change,
});
const LIST_WIDTH = 800;

test("a row's height is estimated from similar rows, or 56 px without any", () => {
  const sizes = createRowSizes();
  expect(sizes.guess(rowOf("a", "Short"), LIST_WIDTH)).toBe(56);
  sizes.learn(rowOf("a", "Short"), LIST_WIDTH, 52);
  sizes.learn(rowOf("b", "Long ".repeat(40)), LIST_WIDTH, 92);
  expect(sizes.guess(rowOf("c", "Also short"), LIST_WIDTH)).toBe(52);
  expect(sizes.guess(rowOf("d", "Wide ".repeat(40)), LIST_WIDTH)).toBe(92);
  expect(sizes.guess(rowOf("e", "Short"), 700)).toBe(52);
  for (const other of [
    rowOf("f", "Short", { isHead: false }),
    rowOf("g", "Short", { isNewDay: true }),
    rowOf("h", "Two\nlines\nmore"),
    rowOf("i", "Short", {}, 1),
  ])
    expect(sizes.guess(other, LIST_WIDTH)).toBe(56);
});

test("the estimate of a row does not change after other rows are measured", () => {
  const sizes = createRowSizes();
  const row = rowOf("a", "Short");
  sizes.guess(row, LIST_WIDTH);
  sizes.learn(rowOf("b", "Short"), LIST_WIDTH, 52);
  expect(sizes.guess(row, LIST_WIDTH)).toBe(56);
});
