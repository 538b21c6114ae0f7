import { fieldFault } from "./comment-errors.ts";
import type { FoundComment, ListPosition } from "./comments.repository.ts";

const CURSOR_PATTERN = /^(-1|\d{1,9})\.(\d{1,15})\.(\d{1,15})$/;

/** Returns the cursor of the page after a comment. @example "120.7.9" */
export const cursorOf = (row: Pick<FoundComment, "frame" | "thread_position" | "position">): string =>
  `${row.frame ?? -1}.${row.thread_position}.${row.position}`;

/** @throws AppError "bad_request" for a cursor that no page returned. */
export function parseCursor(cursor: string): ListPosition {
  const [, frame, threadPosition, position] = CURSOR_PATTERN.exec(cursor) ?? [];
  if (frame === undefined) throw fieldFault("cursor", "is not a cursor from an earlier page");
  return {
    frame: Number(frame),
    threadPosition: Number(threadPosition),
    position: Number(position),
  };
}
