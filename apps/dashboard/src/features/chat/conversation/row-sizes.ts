import type { Row } from "./rows.ts";

/** Until rows like it were measured. */
const ROW_PX = 56;
/** About what a letter takes. */
const LETTER_PX = 7.2;
/** What stands beside the text: the picture, and the space around both. */
const BESIDE_PX = 80;

/**
 * Heights of rows that were not drawn yet, from those like them. A list that guesses right need not be drawn again, and scrolled, once its
 * rows are measured. What was guessed for a row stays: one that lies above the reader would move everything.
 */
export function rowSizes() {
  const learnt = new Map<string, number>();
  const guessed = new Map<string, number>();
  return {
    guess(row: Row | undefined, widthPx: number): number {
      if (!row) return ROW_PX;
      const px = guessed.get(row.id) ?? learnt.get(likenessOf(row, widthPx)) ?? ROW_PX;
      guessed.set(row.id, px);
      return px;
    },
    learn(row: Row | undefined, widthPx: number, px: number): void {
      if (row) learnt.set(likenessOf(row, widthPx), px);
    },
  };
}

/** The same for rows that should be equally high. */
function likenessOf({ message, outgoing, isNewDay, isFirstUnread, isHead }: Row, widthPx: number): string {
  const content = message?.content ?? outgoing?.content ?? "";
  const parts = message && [
    message.deleted,
    message.edited,
    message.pinnedBy !== null,
    message.forwarded !== null,
    message.replyMessage !== null,
    message.reactions.length > 0,
    message.files.length,
  ];
  return [isNewDay, isFirstUnread, isHead, linesOf(content, widthPx), outgoing?.state, parts].join();
}

function linesOf(content: string, widthPx: number): number {
  const letters = Math.max(1, Math.floor((widthPx - BESIDE_PX) / LETTER_PX));
  let lines = 0;
  for (const line of content.split("\n")) lines += Math.max(1, Math.ceil(line.length / letters));
  return lines;
}
