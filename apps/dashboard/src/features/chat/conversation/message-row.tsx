import { Button, Text } from "@mantine/core";
import type { ChatMessageView } from "@shoal/contract";
import { IconAlertCircle, IconClock } from "@tabler/icons-react";
import { memo, type PointerEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { exactDateOf } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/error-text.ts";
import { MessageBar } from "../actions/message-bar.tsx";
import { MessageFiles } from "../files/message-files.tsx";
import { OutgoingFiles } from "../files/outgoing-files.tsx";
import { RoomAvatar } from "../rooms/room-avatar.tsx";
import { dayName, timeText } from "../rooms/room-texts.ts";
import type { OutgoingMessage } from "../store/outbox.ts";
import { useChat } from "../store/use-chat.ts";
import { LinkedText } from "../text/linked-text.tsx";
import { MessageText } from "../text/message-text.tsx";
import { EditMessage } from "./edit-message.tsx";
import { MessageHeader, Reactions } from "./message-parts.tsx";
import classes from "./message-row.module.css";
import { useConversation } from "./open-conversation.ts";
import type { ConversationRow } from "./rows.ts";

interface MessageRowProps {
  row: ConversationRow;
  /** The username of the reader, whose own messages look different. */
  me: string | undefined;
  /** Whether the row is in the tab order. */
  isActive: boolean;
  /** Whether this is the message that the page's URL names. */
  isWanted: boolean;
  onActive: (id: string) => void;
}

/** Shows a message with its separator lines. */
export const MessageRow = memo(function MessageRow({
  row,
  me,
  isActive,
  isWanted,
  onActive,
}: MessageRowProps) {
  const { t } = useTranslation();
  const { message, outgoing, at } = row;
  const { editing, edit } = useConversation();
  const [isNear, setNear] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const isEdited = message !== undefined && editing === row.id;
  const sender = message?.sender ?? me ?? "";
  const time = timeText(at);
  const exact = exactDateOf(at);
  return (
    <>
      {row.isNewDay && (
        <div className={classes.day}>
          <span>{dayName(at)}</span>
        </div>
      )}
      {row.isFirstUnread && (
        <div className={classes.unread}>
          <span>{t("chat.newLine")}</span>
        </div>
      )}
      <article
        className={classes.row}
        data-row={row.id}
        data-head={row.isHead}
        data-wanted={isWanted || undefined}
        tabIndex={isActive ? 0 : -1}
        aria-label={t("chat.sentBy", { name: sender, time })}
        onFocus={() => onActive(row.id)}
        onPointerEnter={() => setNear(true)}
        onPointerLeave={() => setNear(false)}
        onPointerUp={focusByTouch}
      >
        {row.isHead ? (
          <RoomAvatar name={sender} />
        ) : (
          <time className={classes.besides} dateTime={at} title={exact}>
            {time}
          </time>
        )}
        <div className={classes.inside}>
          {row.isHead && (
            <div className={classes.who}>
              <span className={classes.sender} dir="auto">
                {sender}
              </span>
              {message?.isAgent && <span className={classes.agent}>{t("chat.agent")}</span>}
              <time className={classes.time} dateTime={at} title={exact}>
                {time}
              </time>
            </div>
          )}
          {isEdited ? (
            <EditMessage message={message} onEnd={() => edit(undefined)} />
          ) : (
            message && <SentMessage message={message} me={me} />
          )}
          {outgoing && <PendingMessage outgoing={outgoing} />}
        </div>
        {message && !message.deleted && !isEdited && (isActive || isNear || isHeld) && (
          <div className={classes.bar} data-shown={isNear || isHeld || undefined}>
            <MessageBar message={message} onHold={setHeld} />
          </div>
        )}
      </article>
    </>
  );
});

/** Focuses a touched message on devices without hover, which shows its actions. */
function focusByTouch({ pointerType, target, currentTarget }: PointerEvent<HTMLElement>): void {
  const isControl = target instanceof Element && target.closest("a, button, input, textarea") !== null;
  if (pointerType === "touch" && !isControl) currentTarget.focus({ preventScroll: true });
}

const ROOM_MENTION = "room";

function SentMessage({ message, me }: { message: ChatMessageView; me: string | undefined }) {
  const { t } = useTranslation();
  const { content, deleted, edited, mentions, mentionsRoom } = message;
  // Renders the other parts only if needed: many rows render at the same time, and most contain only text.
  const hasBefore = message.pinnedBy !== null || message.forwarded !== null || message.replyMessage !== null;
  if (deleted)
    return (
      <Text size="sm" c="dimmed" fs="italic">
        {t("chat.deleted")}
      </Text>
    );
  return (
    <>
      {hasBefore && <MessageHeader message={message} />}
      {content && (
        <LinkedText text={content} mentions={mentionsRoom ? [...mentions, ROOM_MENTION] : mentions} me={me} />
      )}
      {edited && (
        <Text span size="xs" c="dimmed">
          {t("chat.edited")}
        </Text>
      )}
      {message.files.length > 0 && <MessageFiles message={message} />}
      {message.reactions.length > 0 && <Reactions message={message} />}
    </>
  );
}

function PendingMessage({ outgoing }: { outgoing: OutgoingMessage }) {
  const { t } = useTranslation();
  const { outbox } = useChat();
  const { id, content, replyTo, mentions, mentionsRoom, files, isThere, isLost, state, error } = outgoing;
  // Parts that were delivered already appear as messages above, so this row shows only the remaining parts.
  const isWhole = !isThere;
  return (
    <>
      {isWhole && replyTo && (
        <Text size="xs" c="dimmed" truncate dir="auto">
          {t("chat.replyTo", { name: replyTo.sender })}
        </Text>
      )}
      {isWhole && content && (
        <div className={classes.pale}>
          <MessageText text={content} mentions={mentionsRoom ? [...mentions, ROOM_MENTION] : mentions} />
        </div>
      )}
      <OutgoingFiles outgoing={outgoing} />
      {state === "failed" ? (
        <div className={classes.fault} role="alert">
          <IconAlertCircle size={15} aria-hidden />
          <Text span size="xs">
            {isLost ? t("chat.filesLost") : `${t("chat.failed")} ${errorText(error)}`}
          </Text>
          {(files.length > 0 || (isWhole && content)) && (
            <Button size="compact-xs" variant="default" onClick={() => outbox.retry(id)}>
              {t("chat.again")}
            </Button>
          )}
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => outbox.discard(id)}>
            {t("chat.discard")}
          </Button>
        </div>
      ) : (
        <Text size="xs" c="dimmed" className={classes.state}>
          <IconClock size={13} aria-hidden /> {t(state === "sending" ? "chat.sending" : "chat.waiting")}
        </Text>
      )}
    </>
  );
}
