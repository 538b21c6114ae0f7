import { Button, Group, Stack, Switch, TagsInput, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import {
  LIVE_CHAT_RETENTION_DAYS,
  type LiveChatView,
  MAX_LIVE_CHAT_CONSENT_LENGTH,
  MAX_LIVE_CHAT_HELD_WORDS,
  MAX_LIVE_CHAT_RETENTION_DAYS,
  MAX_LIVE_CHAT_SLOW_SEC,
  routes,
} from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { NumberField } from "../../ui/form/number-field.tsx";
import { liveChatQuery } from "./chat-query.ts";

/** Turns a chat on or off, and edits its rules. */
export function ChatSettings({ uuid, chat }: { uuid: string; chat: LiveChatView }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    initialValues: {
      isOn: chat.isOn,
      isMembersOnly: chat.writers === "members",
      slowSec: chat.slowSec,
      heldWords: chat.heldWords,
      consent: chat.consent,
      keptDays: chat.keptDays,
    },
  });
  const save = useMutation({
    mutationFn: ({ isMembersOnly, ...values }: typeof form.values) =>
      call(routes.setLiveChat, {
        params: { id: uuid },
        body: { ...values, writers: isMembersOnly ? "members" : "everybody", revision: chat.revision },
      }),
    onSuccess(saved) {
      client.setQueryData(liveChatQuery(uuid).queryKey, saved);
      form.resetDirty();
      notify.success({ message: t("liveChat.saved") });
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <Switch
          label={t("liveChat.on")}
          description={t("liveChat.onHint")}
          {...form.getInputProps("isOn", { type: "checkbox" })}
        />
        <Switch
          label={t("liveChat.membersOnly")}
          description={t("liveChat.membersOnlyHint")}
          {...form.getInputProps("isMembersOnly", { type: "checkbox" })}
        />
        <NumberField
          label={t("liveChat.slow")}
          description={t("liveChat.slowHint")}
          min={0}
          max={MAX_LIVE_CHAT_SLOW_SEC}
          allowDecimal={false}
          {...form.getInputProps("slowSec")}
          onChange={(value) => form.setFieldValue("slowSec", Number(value) || 0)}
        />
        <TagsInput
          label={t("liveChat.heldWords")}
          description={t("liveChat.heldWordsHint")}
          maxTags={MAX_LIVE_CHAT_HELD_WORDS}
          {...form.getInputProps("heldWords")}
        />
        <Textarea
          label={t("liveChat.consent")}
          description={t("liveChat.consentHint")}
          autosize
          minRows={2}
          maxLength={MAX_LIVE_CHAT_CONSENT_LENGTH}
          {...form.getInputProps("consent")}
        />
        <NumberField
          label={t("liveChat.kept")}
          description={t("liveChat.keptHint")}
          min={1}
          max={MAX_LIVE_CHAT_RETENTION_DAYS}
          allowDecimal={false}
          {...form.getInputProps("keptDays")}
          onChange={(value) => form.setFieldValue("keptDays", Number(value) || LIVE_CHAT_RETENTION_DAYS)}
        />
        <Group>
          <Button type="submit" size="xs" loading={save.isPending} disabled={!form.isDirty()}>
            {t("liveChat.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
