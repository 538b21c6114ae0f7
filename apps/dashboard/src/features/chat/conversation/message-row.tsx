import { Button, Text } from "@mantine/core";
import type { ChatMessageView, ChatRoomSummary } from "@shoal/contract";
import { IconAlertCircle, IconClock } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { exactDateOf } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/error-text.ts";
import { useMe } from "../../../lib/user.ts";
import { Face } from "../rooms/face.tsx";
import { dayLine, timeText } from "../rooms/room-words.ts";
import type { Outgoing } from "../store/outbox.ts";
import { useChat } from "../store/use-chat.ts";
import { MessageText } from "../text/message-text.tsx";
import classes from "./message-row.module.css";
import type { Row } from "./rows.ts";

interface MessageRowProps {
  row: Row;
  room: ChatRoomSummary;
  /** The one that the keyboard comes to. */
  isActive: boolean;
  /** A link led to it. */
  isWanted: boolean;
  onActive: (id: string) => void;
}

/** A message with the lines that stand before it. */
export const MessageRow = memo(function MessageRow({ row, isActive, isWanted, onActive }: MessageRowProps) {
  const { t } = useTranslation();
  const { message, outgoing, at } = row;
  const user = useMe();
  const sender = message?.sender ?? user?.username ?? "";
  return (
    <>
      {row.isNewDay && (
        <div className={classes.day}>
          <span>{dayLine(at)}</span>
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
        aria-label={t("chat.sentBy", { name: sender, time: timeText(at) })}
        onFocus={() => onActive(row.id)}
      >
        {row.isHead ? (
          <Face name={sender} />
        ) : (
          <time className={classes.besides} dateTime={at} title={exactDateOf(at)}>
            {timeText(at)}
          </time>
        )}
        <div className={classes.inside}>
          {row.isHead && (
            <div className={classes.who}>
              <Text span size="sm" fw={650} truncate dir="auto">
                {sender}
              </Text>
              {message?.isAgent && <span className={classes.agent}>{t("chat.agent")}</span>}
              <time className={classes.time} dateTime={at} title={exactDateOf(at)}>
                {timeText(at)}
              </time>
            </div>
          )}
          {message && <Sent message={message} me={user?.username} />}
          {outgoing && <OnItsWay outgoing={outgoing} />}
        </div>
      </article>
    </>
  );
});

const ROOM = "room";

function Sent({ message, me }: { message: ChatMessageView; me: string | undefined }) {
  const { t } = useTranslation();
  const { content, deleted, edited, mentions, mentionsRoom } = message;
  if (deleted)
    return (
      <Text size="sm" c="dimmed" fs="italic">
        {t("chat.deleted")}
      </Text>
    );
  return (
    <>
      {content && (
        <MessageText text={content} mentions={mentionsRoom ? [...mentions, ROOM] : mentions} me={me} />
      )}
      {edited && (
        <Text span size="xs" c="dimmed">
          {t("chat.edited")}
        </Text>
      )}
    </>
  );
}

function OnItsWay({ outgoing }: { outgoing: Outgoing }) {
  const { t } = useTranslation();
  const { outbox } = useChat();
  const { id, content, mentions, mentionsRoom, state, error } = outgoing;
  return (
    <>
      <div className={classes.pale}>
        <MessageText text={content} mentions={mentionsRoom ? [...mentions, ROOM] : mentions} />
      </div>
      {state === "failed" ? (
        <div className={classes.fault} role="alert">
          <IconAlertCircle size={15} aria-hidden />
          <Text span size="xs">
            {t("chat.failed")} {errorText(error)}
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => outbox.retry(id)}>
            {t("chat.again")}
          </Button>
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
