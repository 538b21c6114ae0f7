import type { ConversationRow } from "./rows.ts";

/** The estimated height of a row, in pixels, until similar rows have been measured. */
const ROW_PX = 56;
/** The approximate width of a letter, in pixels. */
const LETTER_PX = 7.2;
/** The width of the avatar and the padding next to the text, in pixels. */
const AVATAR_AND_PADDING_PX = 80;

/**
 * Estimates the heights of rows that are not rendered yet from similar rows. With good estimates, the list need not be laid out and
 * scrolled again once rows are measured. The estimate of a row never changes, because a new height above the viewport would move all rows
 * below it.
 */
export function createRowSizes() {
  const learnt = new Map<string, number>();
  const guessed = new Map<string, number>();
  return {
    guess(row: ConversationRow | undefined, widthPx: number): number {
      if (!row) return ROW_PX;
      const px = guessed.get(row.id) ?? learnt.get(sizeKeyOf(row, widthPx)) ?? ROW_PX;
      guessed.set(row.id, px);
      return px;
    },
    learn(row: ConversationRow | undefined, widthPx: number, px: number): void {
      if (row) learnt.set(sizeKeyOf(row, widthPx), px);
    },
  };
}

/** Returns a key that is equal for rows that are expected to have the same height. */
function sizeKeyOf(
  { message, outgoing, isNewDay, isFirstUnread, isHead }: ConversationRow,
  widthPx: number,
): string {
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
  const letters = Math.max(1, Math.floor((widthPx - AVATAR_AND_PADDING_PX) / LETTER_PX));
  let lines = 0;
  for (const line of content.split("\n")) lines += Math.max(1, Math.ceil(line.length / letters));
  return lines;
}
