import { ActionIcon, Loader, Skeleton, Stack, Text } from "@mantine/core";
import type { ChatMessageView, ChatRoomSummary } from "@shoal/contract";
import {
  IconArrowLeft,
  IconBellOff,
  IconPin,
  IconStar,
  IconStarFilled,
  IconUpload,
} from "@tabler/icons-react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ChosenFiles, useChosenFiles } from "../../../components/files/use-chosen-files.ts";
import type { MentionFieldHandle } from "../../../components/mentions/mention-field.tsx";
import { ErrorState } from "../../../components/ui/states.tsx";
import { useChatConnection } from "../../../lib/chat-line.ts";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { canEditMessage, startReply } from "../actions/message-actions.ts";
import { openPeopleDialog, openPinsDialog } from "../dialogs/lazy-dialogs.ts";
import { CHAT_FILE_LIMITS } from "../files/chat-limits.ts";
import { RoomAvatar } from "../rooms/room-avatar.tsx";
import { avatarOf } from "../rooms/room-row.tsx";
import { roomTitle } from "../rooms/room-texts.ts";
import { useChat, useChatState } from "../store/use-chat.ts";
import { Composer } from "./composer.tsx";
import classes from "./conversation.module.css";
import { MessageList } from "./message-list.tsx";
import { ConversationContext, type OpenConversation } from "./open-conversation.ts";
import { saveRoomChoices } from "./room-choices.ts";
import { RoomMenu } from "./room-menu.tsx";

interface ConversationProps {
  uuid: string;
  /** The id of the message that the page's URL names. */
  wanted?: string | undefined;
  onOpen: (room: ChatRoomSummary) => void;
  /** Returns to the list of rooms; omitted if the list and the room fit side by side. */
  onBack: () => void;
}

/** Shows a room: its header, its messages and the message field. */
export function Conversation({ uuid, wanted, onOpen, onBack }: ConversationProps) {
  const chat = useChat();
  const room = useChatState(({ rooms }) => rooms.get(uuid));
  const conversation = useChatState(({ conversations }) => conversations.get(uuid));
  useEffect(() => {
    void chat.open(uuid);
  }, [chat, uuid]);
  const log = conversation?.log;
  const isReady = conversation?.status === "ready";
  const field = useRef<MentionFieldHandle>(null);
  const [editing, setEditing] = useState<string>();
  const edit = useCallback((id: string | undefined) => {
    setEditing(id);
    if (id === undefined) field.current?.focus();
  }, []);
  const jump = useCallback(
    (id: string) => {
      chat
        .jump(uuid, { to: "message", id })
        .catch((error: unknown) => notify.failure({ message: errorText(error) }));
    },
    [chat, uuid],
  );
  const reply = useCallback(
    (message: ChatMessageView) => {
      startReply(chat, message);
      // Waits until the closing menu has returned the focus before moving the focus to the field.
      requestAnimationFrame(() => field.current?.focus());
    },
    [chat],
  );
  const open = useMemo<OpenConversation | undefined>(
    () => room && { room, editing, edit, reply, jump },
    [room, editing, edit, reply, jump],
  );
  function editLast(): void {
    const last = room && conversation?.log?.messages.findLast((each) => canEditMessage(each, room, chat.me));
    if (!last) return;
    setEditing(last._id);
    jump(last._id);
  }
  useEffect(() => {
    if (wanted && isReady) jump(wanted);
  }, [jump, wanted, isReady]);

  if (conversation?.status === "failed")
    return (
      <ConversationFrame onBack={onBack} head={room && <ConversationHeader room={room} onJump={jump} />}>
        <ErrorState error={conversation.error} onRetry={() => chat.retry(uuid)} />
      </ConversationFrame>
    );
  return (
    <ConversationFrame
      onBack={onBack}
      head={room ? <ConversationHeader room={room} onJump={jump} /> : <Skeleton h={24} w={160} />}
    >
      {room && open && conversation && log ? (
        <ConversationContext value={open}>
          <DropArea room={room}>
            {(chosen) => (
              <>
                <MessageList key={uuid} room={room} conversation={conversation} log={log} />
                <TypingLine uuid={uuid} />
                <ConnectionLine />
                <Composer
                  key={`composer ${uuid}`}
                  room={room}
                  field={field}
                  chosen={chosen}
                  onUp={editLast}
                  onOpen={onOpen}
                />
              </>
            )}
          </DropArea>
        </ConversationContext>
      ) : (
        <ConversationSkeleton />
      )}
    </ConversationFrame>
  );
}

/** Accepts files dropped anywhere on the conversation, or pasted in it. */
function DropArea({
  room,
  children,
}: {
  room: ChatRoomSummary;
  children: (chosen: ChosenFiles) => ReactNode;
}) {
  const { t } = useTranslation();
  const chosen = useChosenFiles(CHAT_FILE_LIMITS);
  const mayWrite = room.can.includes("write");
  return (
    <div className={classes.drop} {...(mayWrite ? chosen.area : {})}>
      {children(chosen)}
      <div className={classes.dropHint} aria-hidden>
        <IconUpload size={26} />
        <Text fw={650}>{t("chat.dropTo", { room: roomTitle(room) })}</Text>
      </div>
    </div>
  );
}

function ConversationFrame({
  head,
  onBack,
  children,
}: {
  head: ReactNode;
  onBack: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      <header className={classes.head}>
        <ActionIcon
          className={classes.back}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t("chat.back")}
          onClick={onBack}
        >
          <IconArrowLeft size={20} />
        </ActionIcon>
        {head}
      </header>
      {children}
    </>
  );
}

function ConversationHeader({ room, onJump }: { room: ChatRoomSummary; onJump: (id: string) => void }) {
  const { t } = useTranslation();
  const chat = useChat();
  const { people } = useChatConnection();
  const title = roomTitle(room);
  const presence = room.with ? (people.get(room.with.uuid) ?? "gone") : undefined;
  return (
    <>
      <RoomAvatar name={title} kind={avatarOf(room.kind)} presence={presence} sizePx={34} />
      <div className={classes.titles}>
        <Text component="h2" fw={650} truncate dir="auto">
          {title}
        </Text>
        {room.kind === "private" ? (
          <Text size="xs" c="dimmed">
            {presence && t(`chat.presence.${presence}`)}
          </Text>
        ) : (
          <button type="button" className={classes.count} onClick={() => openPeopleDialog(chat, room)}>
            {room.support?.assignee && room.standing === "agent"
              ? t("chat.assignedTo", { name: room.support.assignee.username })
              : t("chat.people", { count: room.peopleCount })}
          </button>
        )}
      </div>
      {room.isMuted && <IconBellOff size={17} aria-label={t("chat.muted")} />}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t("chat.pins")}
        title={t("chat.pins")}
        onClick={() => openPinsDialog(chat, room, onJump)}
      >
        <IconPin size={18} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t(room.isStarred ? "chat.unstar" : "chat.star")}
        title={t(room.isStarred ? "chat.unstar" : "chat.star")}
        aria-pressed={room.isStarred}
        onClick={() => void saveRoomChoices(chat, room, { isStarred: !room.isStarred })}
      >
        {room.isStarred ? <IconStarFilled size={18} className={classes.star} /> : <IconStar size={18} />}
      </ActionIcon>
      <RoomMenu room={room} />
    </>
  );
}

/** Shows who is typing. The line is always present, so that the content around it does not move. */
function TypingLine({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const people = useChatState(({ typing }) => typing.get(uuid));
  const [one, other, ...more] = people ?? [];
  return (
    <Text size="xs" c="dimmed" className={classes.typing} truncate>
      {one && !other && t("chat.typing.one", { name: one.username })}
      {one && other && more.length === 0
        ? t("chat.typing.two", { name: one.username, other: other.username })
        : null}
      {more.length > 0 && t("chat.typing.many")}
    </Text>
  );
}

/** Reports a lost connection, but not the time before the first connection. */
function ConnectionLine() {
  const { t } = useTranslation();
  const { isIn, entries } = useChatConnection();
  return (
    <div role="status" data-roomless>
      {!isIn && entries > 0 && (
        <Text size="xs" className={classes.offline}>
          <Loader size={12} aria-hidden /> {t("chat.offline")}
        </Text>
      )}
    </div>
  );
}

function ConversationSkeleton() {
  const { t } = useTranslation();
  return (
    <Stack gap="md" p="md" className={classes.fill} role="status" aria-label={t("chat.loadingMessages")}>
      {[62, 40, 78, 54].map((width) => (
        <Skeleton key={width} h={38} w={`${width}%`} radius="md" />
      ))}
    </Stack>
  );
}
