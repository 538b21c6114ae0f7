import type { ChatMessageView } from "@shoal/contract";
import { expect, test } from "vitest";
import { createRowSizes } from "./row-sizes.ts";
import type { ConversationRow } from "./rows.ts";

const createRow = (
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
  expect(sizes.guess(createRow("a", "Short"), LIST_WIDTH)).toBe(56);
  sizes.learn(createRow("a", "Short"), LIST_WIDTH, 52);
  sizes.learn(createRow("b", "Long ".repeat(40)), LIST_WIDTH, 92);
  expect(sizes.guess(createRow("c", "Also short"), LIST_WIDTH)).toBe(52);
  expect(sizes.guess(createRow("d", "Wide ".repeat(40)), LIST_WIDTH)).toBe(92);
  expect(sizes.guess(createRow("e", "Short"), 700)).toBe(52);
  for (const other of [
    createRow("f", "Short", { isHead: false }),
    createRow("g", "Short", { isNewDay: true }),
    createRow("h", "Two\nlines\nmore"),
    createRow("i", "Short", {}, 1),
  ])
    expect(sizes.guess(other, LIST_WIDTH)).toBe(56);
});

test("the estimate of a row does not change after other rows are measured", () => {
  const sizes = createRowSizes();
  const row = createRow("a", "Short");
  sizes.guess(row, LIST_WIDTH);
  sizes.learn(createRow("b", "Short"), LIST_WIDTH, 52);
  expect(sizes.guess(row, LIST_WIDTH)).toBe(56);
});
