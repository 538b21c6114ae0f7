import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { routes } from "@shoal/contract";
import { IconChevronDown, IconChevronUp, IconMessages } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { useMayModify } from "../../../lib/user.ts";
import { ChatModeration } from "./chat-moderation.tsx";
import { ChatPhaseText } from "./chat-phase-text.tsx";
import { liveChatQuery } from "./chat-query.ts";

/**
 * Shows the chat in the window of a live: a switch while it is off, otherwise its messages for moderators, at first
 * collapsed.
 */
export function LiveChatPart({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const client = useQueryClient();
  const [isShown, setShown] = useState(false);
  const { data: chat } = useQuery({ ...liveChatQuery(uuid), enabled: mayModify });
  const turnOn = useMutation({
    mutationFn: (revision: number) =>
      call(routes.setLiveChat, { params: { id: uuid }, body: { isOn: true, revision } }),
    onSuccess(saved) {
      client.setQueryData(liveChatQuery(uuid).queryKey, saved);
      setShown(true);
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  // Errors are shown on the page of the live, not in its window, where the video takes precedence.
  if (!mayModify || !chat) return null;
  if (!chat.isOn)
    return (
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {t("liveChat.isOff")}
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconMessages size={15} aria-hidden />}
          loading={turnOn.isPending}
          onClick={() => turnOn.mutate(chat.revision)}
        >
          {t("liveChat.turnOn")}
        </Button>
      </Group>
    );
  return (
    <Stack gap="xs" component="section" aria-label={t("liveChat.title")}>
      <Group justify="space-between" gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-expanded={isShown}
          leftSection={<IconMessages size={15} aria-hidden />}
          rightSection={
            isShown ? <IconChevronUp size={15} aria-hidden /> : <IconChevronDown size={15} aria-hidden />
          }
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? "liveChat.closeWindow" : "liveChat.openWindow")}
        </Button>
        {chat.heldCount > 0 && (
          <Badge color="orange" variant="light">
            {t("liveChat.needReview", { count: chat.heldCount })}
          </Badge>
        )}
      </Group>
      {isShown && <ChatPhaseText uuid={uuid} chat={chat} />}
      {isShown && <ChatModeration uuid={uuid} />}
    </Stack>
  );
}
