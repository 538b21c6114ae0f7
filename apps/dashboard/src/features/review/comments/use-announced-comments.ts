import type { CommentView } from "@shoal/contract";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

/** The time after the first new comment, in ms, within which further comments are announced together with it. */
const BATCH_DELAY_MS = 1_500;
/** Maximum number of comments that are read out. Further comments are only counted. */
const MAX_ANNOUNCED = 2;
const MAX_TEXT_LENGTH = 200;

/**
 * Announces new comments by others to screen readers.
 * @param of identifies the version; a new value discards pending announcements.
 * @param isComplete whether all existing comments have loaded.
 */
export function useAnnouncedComments(
  of: unknown,
  comments: ReadonlyMap<string, CommentView>,
  isComplete: boolean,
): string {
  const { t } = useTranslation();
  const known = useRef<{ of: unknown; uuids: Set<string> }>(undefined);
  const waiting = useRef<CommentView[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [spoken, setSpoken] = useState("");
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isComplete) return;
    const last = known.current;
    if (last === undefined || last.of !== of) {
      known.current = { of, uuids: new Set(comments.keys()) };
      waiting.current = [];
      return;
    }
    const { uuids } = last;
    for (const comment of comments.values()) {
      if (uuids.has(comment.uuid)) continue;
      uuids.add(comment.uuid);
      if (!comment.isMine && comment.deletedAt === null) waiting.current.push(comment);
    }
    if (waiting.current.length === 0) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const come = waiting.current;
      waiting.current = [];
      if (come.length === 0) return;
      setSpoken(
        come.length > MAX_ANNOUNCED
          ? t("comments.heardMany", { count: come.length })
          : come
              .map(({ author, text }) =>
                t("comments.heard", { name: author.name, text: text.slice(0, MAX_TEXT_LENGTH) }),
              )
              .join(" "),
      );
    }, BATCH_DELAY_MS);
  }, [of, comments, isComplete, t]);
  return spoken;
}
