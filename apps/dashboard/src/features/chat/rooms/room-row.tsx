import { Text, UnstyledButton } from "@mantine/core";
import type { ChatRoomSummary } from "@shoal/contract";
import { IconAt, IconBellOff, IconStarFilled } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { badgeText } from "../../../lib/badge-text.ts";
import { useChatConnection } from "../../../lib/chat-line.ts";
import { useChat, useDraft } from "../store/use-chat.ts";
import { RoomAvatar } from "./room-avatar.tsx";
import { lastMessageText, roomTitle, shortTime } from "./room-texts.ts";
import classes from "./rooms.module.css";

interface RoomRowProps {
  room: ChatRoomSummary;
  isCurrent: boolean;
  onOpen: (room: ChatRoomSummary) => void;
}

/** Shows a room in the list, with its last message and the number of unread messages. */
export const RoomRow = memo(function RoomRow({ room, isCurrent, onOpen }: RoomRowProps) {
  const { t } = useTranslation();
  const { me } = useChat();
  const { people } = useChatConnection();
  const { text: draft } = useDraft(room.uuid);
  const { unreadCount, mentionCount, isMuted, isStarred, kind } = room;
  const title = roomTitle(room);
  const isUnread = unreadCount > 0 && (!isMuted || mentionCount > 0);
  const words =
    draft && !isCurrent ? t("chat.draft", { text: draft.replace(/\s+/g, " ") }) : lastMessageText(room, me);
  return (
    <UnstyledButton
      className={classes.room}
      aria-current={isCurrent ? "page" : undefined}
      data-unread={isUnread || undefined}
      onClick={() => onOpen(room)}
    >
      <RoomAvatar
        name={title}
        kind={avatarOf(kind)}
        presence={room.with ? (people.get(room.with.uuid) ?? "gone") : undefined}
      />
      <span className={classes.words}>
        <span className={classes.line}>
          <Text span size="sm" truncate flex={1} className={classes.title} dir="auto">
            {title}
          </Text>
          {isStarred && <IconStarFilled size={13} className={classes.star} aria-label={t("chat.starred")} />}
          {isMuted && <IconBellOff size={14} aria-label={t("chat.muted")} />}
          <Text span size="xs" c="dimmed">
            {room.lastMessage && shortTime(room.lastMessage.timestamp)}
          </Text>
        </span>
        <span className={classes.line}>
          <Text span size="xs" c="dimmed" truncate flex={1} dir="auto">
            {words}
          </Text>
          {mentionCount > 0 && (
            <span className={classes.mention} role="img" aria-label={t("chat.mentioned")}>
              <IconAt size={13} aria-hidden />
            </span>
          )}
          {unreadCount > 0 && (
            <span className={classes.count} data-muted={!isUnread || undefined}>
              <span aria-hidden>{badgeText(unreadCount)}</span>
              <span className={classes.hidden}>{t("chat.unread", { count: unreadCount })}</span>
            </span>
          )}
        </span>
      </span>
    </UnstyledButton>
  );
});

export const avatarOf = (kind: ChatRoomSummary["kind"]) =>
  kind === "private" ? "person" : kind === "project" ? "project" : kind === "support" ? "support" : "room";
