import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { type ChatMessageView, MAX_CHAT_TEXT_LENGTH, routes } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { MentionField } from "../../../components/mentions/mention-field.tsx";
import { mentionsIn } from "../../../components/mentions/mentions.ts";
import { isEditConflict } from "../../../lib/edit-conflict.ts";
import { errorText } from "../../../lib/error-text.ts";
import { call } from "../../../lib/session.ts";
import { roomQuery } from "../store/room-query.ts";
import { useChat } from "../store/use-chat.ts";
import classes from "./conversation.module.css";

/** Edits a message of the reader. If the message was changed on another page in the meantime, both texts are shown. */
export function EditMessage({ message, onEnd }: { message: ChatMessageView; onEnd: () => void }) {
  const { t } = useTranslation();
  const chat = useChat();
  const { roomId, _id } = message;
  // The text when editing began, so that later changes do not affect the typed text.
  const [base, setBase] = useState(message);
  const [theirs, setTheirs] = useState<ChatMessageView>();
  const { data: view } = useQuery(roomQuery(roomId));
  const [text, setText] = useState(message.content);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  });
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const others = (view?.people ?? []).filter(({ uuid }) => uuid !== chat.me);
  const { length } = text.trim();
  async function save(): Promise<void> {
    if (isSending) return;
    if (length === 0 || text.trim() === base.content) {
      onEnd();
      return;
    }
    if (length > MAX_CHAT_TEXT_LENGTH) {
      setFault(t("chat.tooLong", { count: MAX_CHAT_TEXT_LENGTH, length }));
      return;
    }
    setSending(true);
    setFault(undefined);
    const mentions =
      view &&
      mentionsIn(
        text,
        others.map(({ username }) => username),
      );
    try {
      const saved = await call(routes.updateChatMessage, {
        params: { roomId, messageId: _id },
        body: { content: text.trim(), revision: base.revision, ...(mentions ? { mentions } : {}) },
      });
      chat.take(saved);
      // Text typed during the save stays in the field for the next save.
      if (latest.current === text) return onEnd();
      setBase(saved);
      setTheirs(undefined);
    } catch (error) {
      if (isEditConflict(error)) await showTheirs();
      else setFault(errorText(error));
    }
    setSending(false);
  }
  async function showTheirs(): Promise<void> {
    try {
      const query = { aroundMessage: _id, limit: 1 };
      const { messages } = await call(routes.listChatMessages, { params: { id: roomId }, query });
      const latest = messages.find((each) => each._id === _id);
      if (!latest) return;
      chat.take(latest);
      setBase(latest);
      setTheirs(latest);
    } catch (error) {
      setFault(errorText(error));
    }
  }
  return (
    <Stack gap={6} my={4}>
      {theirs && (
        <Alert color="yellow" title={t("chat.conflictTitle")} role="alert">
          <Text size="sm" fw={600}>
            {t("chat.conflictTheirs")}
          </Text>
          <Text size="sm" className={classes.conflicting} dir="auto">
            {theirs.content}
          </Text>
          <Text size="sm" fw={600} mt="xs">
            {t("chat.conflictMine")}
          </Text>
          <Text size="sm" className={classes.conflicting} dir="auto">
            {text}
          </Text>
        </Alert>
      )}
      <MentionField
        label={t("chat.editLabel")}
        listLabel={t("chat.mentionList")}
        value={text}
        people={others}
        error={fault}
        minRows={1}
        maxLength={MAX_CHAT_TEXT_LENGTH * 2}
        isSentByEnter
        isFocused
        onChange={setText}
        onSubmit={() => void save()}
        onCancel={onEnd}
      />
      <Group gap="xs">
        <Button size="compact-sm" loading={isSending} disabled={length === 0} onClick={() => void save()}>
          {t(theirs ? "chat.keepMine" : "chat.save")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onEnd}>
          {t(theirs ? "chat.keepTheirs" : "common.cancel")}
        </Button>
      </Group>
    </Stack>
  );
}
