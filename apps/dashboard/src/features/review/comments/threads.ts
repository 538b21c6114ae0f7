import type { CommentView } from "@shoal/contract";
import { toPlainText } from "../../../lib/search-words.ts";
import type { CommentMark } from "../player/frame-player.types.ts";

/** A comment and its replies, oldest first. */
export interface Thread {
  root: CommentView;
  replies: readonly CommentView[];
}

export type ResolvedFilter = "all" | "open" | "resolved";

export interface CommentFilter {
  resolved: ResolvedFilter;
  isMine: boolean;
  mentionsMe: boolean;
  hasDrawing: boolean;
  /** The name of the author to filter by; "" for every author. */
  person: string;
  search: string;
}

export const NO_FILTER: CommentFilter = {
  resolved: "all",
  isMine: false,
  mentionsMe: false,
  hasDrawing: false,
  person: "",
  search: "",
};

/** Returns the number of active filters in the menu. The search text is visible in its own field. */
export const countFilters = ({ resolved, isMine, mentionsMe, hasDrawing, person }: CommentFilter): number =>
  [resolved !== "all", isMine, mentionsMe, hasDrawing, person !== ""].filter(Boolean).length;

const byTime = (one: CommentView, other: CommentView) =>
  one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : one.uuid < other.uuid ? -1 : 1;

/** Returns the frame for sorting. Comments on the whole version precede the first frame. */
const sortFrameOf = ({ frame }: CommentView) => frame ?? -1;

/**
 * Groups comments in threads, sorted by the frame of their first comment, then by time. A deleted comment is shown
 * while it has replies, or while the reader can restore it.
 * @param undoable uuids of comments that the reader has just deleted.
 */
export function threadsOf(comments: Iterable<CommentView>, undoable: ReadonlySet<string>): Thread[] {
  const roots: CommentView[] = [];
  const replies = new Map<string, CommentView[]>();
  for (const comment of comments) {
    if (comment.parent === null) roots.push(comment);
    else if (comment.deletedAt === null || undoable.has(comment.uuid)) {
      const known = replies.get(comment.parent);
      if (known) known.push(comment);
      else replies.set(comment.parent, [comment]);
    }
  }
  return roots
    .filter(({ uuid, deletedAt }) => deletedAt === null || replies.has(uuid) || undoable.has(uuid))
    .sort((one, other) => sortFrameOf(one) - sortFrameOf(other) || byTime(one, other))
    .map((root) => ({ root, replies: (replies.get(root.uuid) ?? []).sort(byTime) }));
}

/**
 * Returns the threads in which a single comment meets all conditions. The first comment determines whether a thread is resolved.
 */
export function filterThreads(threads: readonly Thread[], filter: CommentFilter, me: string): Thread[] {
  const wanted = toPlainText(filter.search.trim());
  const meets = (comment: CommentView) =>
    (!filter.isMine || comment.isMine) &&
    (!filter.mentionsMe || comment.mentions.includes(me)) &&
    (!filter.hasDrawing || comment.hasDrawing) &&
    (filter.person === "" || comment.author.name === filter.person) &&
    (wanted === "" ||
      toPlainText(comment.text).includes(wanted) ||
      toPlainText(comment.author.name).includes(wanted));
  return threads.filter(
    ({ root, replies }) =>
      (filter.resolved === "all" || (filter.resolved === "resolved") === (root.resolvedAt !== null)) &&
      [root, ...replies].some(meets),
  );
}

/** Returns the names of all authors of comments, in alphabetical order. */
export const authorsOf = (threads: readonly Thread[]): string[] =>
  [
    ...new Set(threads.flatMap(({ root, replies }) => [root, ...replies].map(({ author }) => author.name))),
  ].sort((one, other) => one.localeCompare(other));

/** Returns the first comments of threads on a frame or range, by frame, for the timeline. */
export const marksOf = (threads: readonly Thread[]): CommentMark[] =>
  threads.flatMap(({ root: { uuid, frame, endFrame, resolvedAt, author, text, hasDrawing, deletedAt } }) =>
    frame === null || deletedAt !== null
      ? []
      : [
          {
            uuid,
            frame,
            endFrame,
            isResolved: resolvedAt !== null,
            author: author.name,
            text,
            hasDrawing,
          },
        ],
  );
