import { ActionIcon, Loader, Skeleton, Stack, Text } from "@mantine/core";
import type { ChatRoomSummary } from "@shoal/contract";
import { IconArrowLeft, IconBellOff, IconStar, IconStarFilled } from "@tabler/icons-react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../../components/ui/states.tsx";
import { useChatLine } from "../../../lib/chat-line.ts";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { openPeople } from "../dialogs/people-dialog.tsx";
import { Face } from "../rooms/face.tsx";
import { faceOf } from "../rooms/room-row.tsx";
import { roomTitle } from "../rooms/room-words.ts";
import { useChat, useChatState } from "../store/use-chat.ts";
import { Composer } from "./composer.tsx";
import classes from "./conversation.module.css";
import { MessageList } from "./message-list.tsx";
import { choose } from "./room-choices.ts";
import { RoomMenu } from "./room-menu.tsx";

interface ConversationProps {
  uuid: string;
  /** A message that an address leads to. */
  wanted?: string | undefined;
  /** To the list of rooms, where only one of them has room. */
  onBack: () => void;
}

/** One room: what it is, its messages, and where one writes. */
export function Conversation({ uuid, wanted, onBack }: ConversationProps) {
  const chat = useChat();
  const room = useChatState(({ rooms }) => rooms.get(uuid));
  const conversation = useChatState(({ conversations }) => conversations.get(uuid));
  useEffect(() => {
    void chat.open(uuid);
  }, [chat, uuid]);
  const isReady = conversation?.status === "ready";
  useEffect(() => {
    if (!wanted || !isReady) return;
    chat
      .jump(uuid, { to: "message", id: wanted })
      .catch((error: unknown) => notify.failure({ message: errorText(error) }));
  }, [chat, uuid, wanted, isReady]);

  if (conversation?.status === "failed")
    return (
      <Frame onBack={onBack} head={room && <Head room={room} />}>
        <ErrorState error={conversation.error} onRetry={() => chat.retry(uuid)} />
      </Frame>
    );
  return (
    <Frame onBack={onBack} head={room ? <Head room={room} /> : <Skeleton h={24} w={160} />}>
      {room && conversation?.log ? (
        <>
          <MessageList key={uuid} room={room} conversation={conversation} log={conversation.log} />
          <Typing uuid={uuid} />
          <Line />
          <Composer key={`composer ${uuid}`} room={room} />
        </>
      ) : (
        <Outline />
      )}
    </Frame>
  );
}

function Frame({ head, onBack, children }: { head: ReactNode; onBack: () => void; children: ReactNode }) {
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

function Head({ room }: { room: ChatRoomSummary }) {
  const { t } = useTranslation();
  const chat = useChat();
  const { people } = useChatLine();
  const title = roomTitle(room);
  const presence = room.with ? (people.get(room.with.uuid) ?? "gone") : undefined;
  return (
    <>
      <Face name={title} kind={faceOf(room.kind)} presence={presence} sizePx={34} />
      <div className={classes.titles}>
        <Text component="h2" fw={650} truncate dir="auto">
          {title}
        </Text>
        {room.kind === "private" ? (
          <Text size="xs" c="dimmed">
            {presence && t(`chat.presence.${presence}`)}
          </Text>
        ) : (
          <button type="button" className={classes.count} onClick={() => openPeople(chat, room)}>
            {t("chat.people", { count: room.peopleCount })}
          </button>
        )}
      </div>
      {room.isMuted && <IconBellOff size={17} aria-label={t("chat.muted")} />}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t(room.isStarred ? "chat.unstar" : "chat.star")}
        title={t(room.isStarred ? "chat.unstar" : "chat.star")}
        aria-pressed={room.isStarred}
        onClick={() => void choose(chat, room, { isStarred: !room.isStarred })}
      >
        {room.isStarred ? <IconStarFilled size={18} className={classes.star} /> : <IconStar size={18} />}
      </ActionIcon>
      <RoomMenu room={room} />
    </>
  );
}

/** Who writes at this moment; its line is always there, so that nothing moves. */
function Typing({ uuid }: { uuid: string }) {
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

/** Says that the server is away, once it was there. */
function Line() {
  const { t } = useTranslation();
  const { isIn, entries } = useChatLine();
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

function Outline() {
  const { t } = useTranslation();
  return (
    <Stack gap="md" p="md" className={classes.fill} role="status" aria-label={t("chat.loadingMessages")}>
      {[62, 40, 78, 54].map((width) => (
        <Skeleton key={width} h={38} w={`${width}%`} radius="md" />
      ))}
    </Stack>
  );
}
