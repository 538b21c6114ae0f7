import { ActionIcon, Text } from "@mantine/core";
import { CHAT_MENTIONS_MAX_COUNT, CHAT_TEXT_MAX_LENGTH, type ChatRoomSummary } from "@shoal/contract";
import { IconSend2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type Mentionable,
  MentionField,
  type MentionFieldHandle,
} from "../../../components/mentions/mention-field.tsx";
import { mentionsIn } from "../../../components/mentions/mentions.ts";
import { roomTitle } from "../rooms/room-words.ts";
import { roomQuery } from "../store/room-query.ts";
import { useChat, useDraft } from "../store/use-chat.ts";
import classes from "./conversation.module.css";

/** Whoever is mentioned so is everybody. */
const ROOM = "room";
/** The field takes more, so that nothing of what is pasted is lost: what is too long says so. */
const TYPED_MAX_LENGTH = 200_000;

/** Where one writes. The draft stays with its room, in this page and in the browser. */
export function Composer({ room }: { room: ChatRoomSummary }) {
  const { t } = useTranslation();
  const chat = useChat();
  const { uuid, can } = room;
  const draft = useDraft(uuid);
  const { data: view } = useQuery(roomQuery(uuid));
  const [fault, setFault] = useState<string>();
  const field = useRef<MentionFieldHandle>(null);
  const people = useMemo<Mentionable[]>(() => {
    const others = (view?.people ?? []).filter((person) => person.uuid !== chat.me);
    return can.includes("mentionRoom") ? [...others, { username: ROOM, name: t("chat.everybody") }] : others;
  }, [view, can, chat.me, t]);
  useEffect(() => () => chat.tellTyping(uuid, false), [chat, uuid]);

  if (!can.includes("write"))
    return (
      <Text size="sm" c="dimmed" className={classes.composer}>
        {t("chat.readOnly")}
      </Text>
    );
  const { text, replyTo } = draft;
  const { length } = text.trim();
  function send(): void {
    if (length === 0) return;
    const mentioned = mentionsIn(
      text,
      people.map(({ username }) => username),
    );
    const mentions = mentioned.filter((name) => name !== ROOM);
    if (length > CHAT_TEXT_MAX_LENGTH) {
      setFault(t("chat.tooLong", { count: CHAT_TEXT_MAX_LENGTH, length }));
      return;
    }
    if (mentions.length > CHAT_MENTIONS_MAX_COUNT) {
      setFault(t("chat.tooManyMentions", { count: CHAT_MENTIONS_MAX_COUNT }));
      return;
    }
    chat.outbox.add({
      room: uuid,
      content: text.trim(),
      replyTo,
      mentions,
      mentionsRoom: mentions.length < mentioned.length,
    });
    chat.drafts.set(uuid, { text: "" });
    chat.tellTyping(uuid, false);
    setFault(undefined);
    // What is written is shown where it comes to stand.
    void chat.jump(uuid, { to: "end" }).catch(() => undefined);
    field.current?.focus();
  }
  return (
    <div className={classes.composer}>
      <div className={classes.writing}>
        <div className={classes.field}>
          <MentionField
            handle={field}
            label={t("chat.composer", { room: roomTitle(room) })}
            listLabel={t("chat.mentionList")}
            placeholder={t("chat.placeholder")}
            value={text}
            people={people}
            error={fault}
            minRows={1}
            maxLength={TYPED_MAX_LENGTH}
            isSentByEnter
            onChange={(value) => {
              chat.drafts.set(uuid, { ...draft, text: value });
              chat.tellTyping(uuid, value.trim() !== "");
              setFault(undefined);
            }}
            onSubmit={send}
          />
        </div>
        <ActionIcon
          size={36}
          aria-label={t("chat.send")}
          title={t("chat.sendHint")}
          disabled={length === 0}
          onClick={send}
        >
          <IconSend2 size={19} />
        </ActionIcon>
      </div>
    </div>
  );
}
