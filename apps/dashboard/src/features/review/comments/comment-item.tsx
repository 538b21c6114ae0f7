import { ActionIcon, Avatar, Badge, Button, Group, Menu, Popover, Text, Tooltip } from "@mantine/core";
import type { CommentView } from "@shoal/contract";
import {
  IconBrush,
  IconCheck,
  IconDots,
  IconLink,
  IconLock,
  IconMoodSmile,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../lib/dates.ts";
import { initialsOf, personColour } from "../../../lib/person-color.ts";
import { CommentAttachments } from "../files/comment-attachments.tsx";
import { useReview } from "../review-context.ts";
import { CommentText } from "./comment-text.tsx";
import classes from "./comments.module.css";
import { useCommentsContext } from "./comments-context.ts";
import { EditForm } from "./edit-form.tsx";
import type { CommentActions } from "./use-comment-actions.ts";

const REACTION_EMOJI = ["👍", "❤️", "🎉", "😄", "👀", "✅"];

interface CommentItemProps {
  comment: CommentView;
  actions: CommentActions;
  isUnread: boolean;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  /** Content in front of the author's name, which shows the comment's position in the video. */
  place?: ReactNode;
  /** Content after the buttons of the comment. */
  children?: ReactNode;
}

/** Shows a comment with its actions. */
export function CommentItem({
  comment,
  actions,
  isUnread,
  isEditing,
  onEditing,
  place,
  children,
}: CommentItemProps) {
  const { t } = useTranslation();
  const { may } = useReview();
  const { undoable, select } = useCommentsContext();
  const { uuid, author, hasDrawing, isInternal, editedAt, importedBy } = comment;
  if (comment.deletedAt !== null)
    return (
      <Group gap={8} role="status">
        {place}
        <Text size="sm" c="dimmed" fs="italic">
          {t(undoable.has(uuid) ? "comments.deletedByYou" : "comments.deleted")}
        </Text>
        {undoable.has(uuid) && (
          <Button size="compact-xs" variant="subtle" onClick={() => void actions.restore(uuid)}>
            {t("comments.undo")}
          </Button>
        )}
      </Group>
    );
  return (
    <>
      <div className={classes.head}>
        <Avatar size={26} color={personColour(author.name)} variant="filled" aria-hidden>
          {initialsOf(author.name)}
        </Avatar>
        <div className={classes.who}>
          <Text span size="sm" fw={650} className={classes.name}>
            {author.name}
          </Text>
          {author.isGuest && (
            <Badge size="xs" variant="default">
              {t("comments.guest")}
            </Badge>
          )}
          <Text span size="xs" c="dimmed">
            {formatDateTime(comment.createdAt)}
            {editedAt !== null && ` · ${t("comments.edited")}`}
            {importedBy !== undefined && ` · ${t("comments.importedBy", { name: importedBy })}`}
          </Text>
          {isUnread && (
            <Badge size="xs" variant="filled">
              {t("comments.unread")}
            </Badge>
          )}
          {isInternal && comment.parent === null && (
            <Badge size="xs" variant="default" leftSection={<IconLock size={10} />}>
              {t("comments.internal")}
            </Badge>
          )}
        </div>
        <CommentMenu comment={comment} actions={actions} onEdit={() => onEditing(true)} />
      </div>
      {isEditing ? (
        <EditForm comment={comment} onEnd={() => onEditing(false)} />
      ) : (
        <div className={classes.body}>
          {place}
          {comment.text !== "" && <CommentText text={comment.text} mentions={comment.mentions} />}
        </div>
      )}
      <CommentAttachments comment={comment} />
      <Group gap={6}>
        {hasDrawing && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconBrush size={13} />}
            onClick={() => select(uuid)}
          >
            {t("comments.showDrawing")}
          </Button>
        )}
        {comment.reactions.map((reaction) => (
          <Reaction key={reaction.emoji} comment={comment} reaction={reaction} actions={actions} />
        ))}
        {may("comment") && <ReactionPicker comment={comment} actions={actions} />}
        {children}
      </Group>
      {comment.resolvedAt !== null && (
        <Group gap={6} c="var(--shoal-good)">
          <IconCheck size={15} />
          <Text span size="xs">
            {t("comments.resolvedBy", {
              name: comment.resolvedBy ?? t("together.team"),
              date: formatDateTime(comment.resolvedAt),
            })}
          </Text>
        </Group>
      )}
    </>
  );
}

interface ReactionProps {
  comment: CommentView;
  reaction: CommentView["reactions"][number];
  actions: CommentActions;
}

function Reaction({ comment, reaction: { emoji, names, isMine }, actions }: ReactionProps) {
  const { t } = useTranslation();
  const { may } = useReview();
  const mayReact = may("comment");
  // The API sends guests only their own name, so other people appear as the team.
  const shown = [...new Set(names.map((name) => name || t("together.team")))].join(", ");
  return (
    <Tooltip label={shown} multiline maw={260}>
      <Button
        size="compact-xs"
        variant={isMine ? "light" : "default"}
        aria-label={`${emoji} ${shown}`}
        aria-pressed={isMine}
        // Uses `aria-disabled`, because a disabled button would not show the tooltip with the people who reacted.
        aria-disabled={!mayReact}
        onClick={mayReact ? () => void actions.react(comment.uuid, emoji, !isMine) : undefined}
      >
        {emoji} {names.length}
      </Button>
    </Tooltip>
  );
}

function ReactionPicker({ comment, actions }: { comment: CommentView; actions: CommentActions }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="top" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          size={26}
          variant="subtle"
          color="gray"
          aria-label={t("comments.react")}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconMoodSmile size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t("comments.react")}>
        <Group gap={2}>
          {REACTION_EMOJI.map((emoji) => (
            <ActionIcon
              key={emoji}
              variant="subtle"
              color="gray"
              size={32}
              aria-label={emoji}
              onClick={() => {
                setIsOpen(false);
                void actions.react(comment.uuid, emoji, true);
              }}
            >
              {emoji}
            </ActionIcon>
          ))}
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

interface CommentMenuProps {
  comment: CommentView;
  actions: CommentActions;
  onEdit: () => void;
}

function CommentMenu({ comment, actions, onEdit }: CommentMenuProps) {
  const { t } = useTranslation();
  const { may } = useReview();
  const mayDelete = may("comment") && (comment.isMine || may("resolveAny"));
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon
          size={28}
          variant="subtle"
          color="gray"
          aria-label={t("comments.more", { name: comment.author.name })}
        >
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink size={16} />} onClick={() => actions.copyLink(comment.uuid)}>
          {t("comments.copyLink")}
        </Menu.Item>
        {comment.isMine && may("comment") && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
            {t("comments.edit")}
          </Menu.Item>
        )}
        {mayDelete && (
          <Menu.Item
            c="var(--shoal-bad)"
            leftSection={<IconTrash size={16} />}
            onClick={() => void actions.remove(comment)}
          >
            {t("comments.delete")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
