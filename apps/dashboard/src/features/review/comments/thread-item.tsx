import { Button } from "@mantine/core";
import { IconArrowBackUp, IconCircleCheck } from "@tabler/icons-react";
import { type MouseEvent, type Ref, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReview } from "../review-context.ts";
import { CommentItem } from "./comment-item.tsx";
import classes from "./comments.module.css";
import { useCommentsContext } from "./comments-context.ts";
import { useFrameLabel } from "./frame-label.tsx";
import { ReplyForm } from "./reply-form.tsx";
import type { Thread } from "./threads.ts";
import type { CommentActions } from "./use-comment-actions.ts";

/** The number of replies that are shown. Longer threads show only the latest replies until they are expanded. */
const MAX_SHOWN_REPLIES = 3;

interface ThreadItemProps {
  ref: Ref<HTMLLIElement>;
  thread: Thread;
  actions: CommentActions;
  index: number;
  count: number;
  offsetPx: number;
  /** Uuids of the comments that are new to the reader. */
  unread: ReadonlySet<string>;
  /** Reports whether the user is writing in the thread. */
  onHold: (uuid: string, isHeld: boolean) => void;
}

export function ThreadItem({
  ref,
  thread,
  actions,
  index,
  count,
  offsetPx,
  unread,
  onHold,
}: ThreadItemProps) {
  const { t } = useTranslation();
  const { may } = useReview();
  const { selected, select } = useCommentsContext();
  const labelOf = useFrameLabel();
  const [isReplying, setIsReplying] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  /** Uuids of the comments being edited. */
  const [edited, setEdited] = useState<readonly string[]>([]);
  const { root, replies } = thread;
  const isHeld = isReplying || edited.length > 0;
  useEffect(() => {
    onHold(root.uuid, isHeld);
    return () => onHold(root.uuid, false);
  }, [onHold, root.uuid, isHeld]);
  const editingOf = (uuid: string) => ({
    isEditing: edited.includes(uuid),
    onEditing: (isEditing: boolean) =>
      setEdited((now) => [...now.filter((each) => each !== uuid), ...(isEditing ? [uuid] : [])]),
  });
  const isResolved = root.resolvedAt !== null;
  const isSelected = [root, ...replies].some(({ uuid }) => uuid === selected);
  const mayResolve = may("resolveAny") || (root.isMine && may("resolveOwn"));
  const shown = isWhole || isSelected || edited.length > 0 ? replies : replies.slice(-MAX_SHOWN_REPLIES);
  const label = root.frame === null ? undefined : labelOf({ frame: root.frame, endFrame: root.endFrame });

  /** Selects the thread on a click anywhere except on other controls. */
  function handleClick({ target }: MouseEvent): void {
    if (
      target instanceof Element &&
      !target.closest("button, a, input, textarea, [role=dialog], [role=menu]")
    )
      select(root.uuid);
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button with the timecode does the same
    <li
      ref={ref}
      className={classes.thread}
      data-index={index}
      data-comment={root.uuid}
      data-selected={isSelected}
      data-resolved={isResolved}
      style={{ transform: `translateY(${offsetPx}px)` }}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-current={isSelected ? "true" : undefined}
      onClick={handleClick}
    >
      <div className={classes.card}>
        <CommentItem
          comment={root}
          actions={actions}
          isUnread={unread.has(root.uuid)}
          {...editingOf(root.uuid)}
          place={
            <button
              type="button"
              className={classes.timecode}
              aria-label={
                label === undefined ? t("comments.wholeVersion") : t("comments.goTo", { timecode: label })
              }
              onClick={() => select(root.uuid)}
            >
              {label ?? t("comments.wholeVersion")}
            </button>
          }
        >
          {may("comment") && root.deletedAt === null && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<IconArrowBackUp size={14} />}
              onClick={() => setIsReplying(true)}
            >
              {t("comments.reply")}
            </Button>
          )}
          {mayResolve && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<IconCircleCheck size={14} />}
              onClick={() => void actions.resolve(root.uuid, !isResolved)}
            >
              {t(isResolved ? "comments.reopen" : "comments.resolve")}
            </Button>
          )}
        </CommentItem>
        {replies.length > 0 && (
          <ol className={classes.replies} aria-label={t("comments.repliesOf", { name: root.author.name })}>
            {shown.length < replies.length && (
              <li>
                <Button size="compact-xs" variant="subtle" onClick={() => setIsWhole(true)}>
                  {t("comments.showReplies", { count: replies.length - shown.length })}
                </Button>
              </li>
            )}
            {shown.map((reply) => (
              <li key={reply.uuid} className={classes.reply} data-comment={reply.uuid}>
                <CommentItem
                  comment={reply}
                  actions={actions}
                  isUnread={unread.has(reply.uuid)}
                  {...editingOf(reply.uuid)}
                />
              </li>
            ))}
          </ol>
        )}
        {isReplying && <ReplyForm parent={root.uuid} onEnd={() => setIsReplying(false)} />}
      </div>
    </li>
  );
}
