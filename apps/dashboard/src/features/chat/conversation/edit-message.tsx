import { Button, Group, Stack } from "@mantine/core";
import { CHAT_TEXT_MAX_LENGTH, type ChatMessageView, routes } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MentionField } from "../../../components/mentions/mention-field.tsx";
import { mentionsIn } from "../../../components/mentions/mentions.ts";
import { errorText } from "../../../lib/error-text.ts";
import { call } from "../../../lib/session.ts";
import { roomQuery } from "../store/room-query.ts";
import { useChat } from "../store/use-chat.ts";

/** A message of the reader's own in a field. */
export function EditMessage({ message, onEnd }: { message: ChatMessageView; onEnd: () => void }) {
  const { t } = useTranslation();
  const chat = useChat();
  const { roomId, _id, revision } = message;
  const { data: view } = useQuery(roomQuery(roomId));
  const [text, setText] = useState(message.content);
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const others = (view?.people ?? []).filter(({ uuid }) => uuid !== chat.me);
  const { length } = text.trim();
  async function save(): Promise<void> {
    if (length === 0 || text.trim() === message.content) {
      onEnd();
      return;
    }
    if (length > CHAT_TEXT_MAX_LENGTH) {
      setFault(t("chat.tooLong", { count: CHAT_TEXT_MAX_LENGTH, length }));
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
      chat.take(
        await call(routes.updateChatMessage, {
          params: { roomId, messageId: _id },
          body: { content: text.trim(), revision, ...(mentions ? { mentions } : {}) },
        }),
      );
      onEnd();
    } catch (error) {
      setFault(errorText(error));
      setSending(false);
    }
  }
  return (
    <Stack gap={6} my={4}>
      <MentionField
        label={t("chat.editLabel")}
        listLabel={t("chat.mentionList")}
        value={text}
        people={others}
        error={fault}
        minRows={1}
        maxLength={CHAT_TEXT_MAX_LENGTH * 2}
        isSentByEnter
        isFocused
        onChange={setText}
        onSubmit={() => void save()}
        onCancel={onEnd}
      />
      <Group gap="xs">
        <Button size="compact-sm" loading={isSending} disabled={length === 0} onClick={() => void save()}>
          {t("chat.save")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onEnd}>
          {t("common.cancel")}
        </Button>
      </Group>
    </Stack>
  );
}
