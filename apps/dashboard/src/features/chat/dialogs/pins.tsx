import { Button, Group, Stack, Text } from "@mantine/core";
import { type ChatRoomSummary, routes } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import { CHAT_KEY } from "../../../lib/list-keys.ts";
import { call } from "../../../lib/session.ts";
import { pinMessage } from "../actions/message-actions.ts";
import { messageSummary } from "../rooms/room-texts.ts";
import type { ChatStore } from "../store/chat-store.ts";

/** Opens the pinned messages of a room, with links to their positions. */
export function openPinsDialog(chat: ChatStore, room: ChatRoomSummary, onJump: (id: string) => void): void {
  const closing = openDialog({
    title: i18next.t("chat.pins"),
    children: (
      <PinnedMessages
        chat={chat}
        room={room}
        onJump={(id) => {
          void closing.then((close) => close());
          onJump(id);
        }}
      />
    ),
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

interface PinnedMessagesProps {
  chat: ChatStore;
  room: ChatRoomSummary;
  onJump: (id: string) => void;
}

function PinnedMessages({ chat, room, onJump }: PinnedMessagesProps) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: [CHAT_KEY, "pins", room.uuid],
    queryFn: ({ signal }) => call(routes.listChatPins, { params: { id: room.uuid } }, { signal }),
    staleTime: 0,
  });
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={query.refetch} />;
  if (!query.data) return <PageSkeleton blocks={1} />;
  if (query.data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("chat.noPins")}
      </Text>
    );
  return (
    <Stack component="ul" gap="md" m={0} p={0}>
      {query.data.map((message) => (
        <Stack key={message._id} component="li" gap={4}>
          <Text size="xs" c="dimmed">
            {t("chat.sentBy", { name: message.sender, time: formatDateTime(message.timestamp) })}
          </Text>
          <Text size="sm" lineClamp={4} dir="auto">
            {messageSummary(message)}
          </Text>
          <Group gap="xs">
            <Button size="compact-xs" variant="default" onClick={() => onJump(message._id)}>
              {t("chat.show")}
            </Button>
            {room.can.includes("pin") && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                onClick={() => void pinMessage(chat, message, false).then(() => query.refetch())}
              >
                {t("chat.unpin")}
              </Button>
            )}
          </Group>
        </Stack>
      ))}
    </Stack>
  );
}
