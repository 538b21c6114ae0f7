import { Text } from "@mantine/core";
import type { ChatMessageView, ChatRoomSummary } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { RoomAvatar } from "../rooms/room-avatar.tsx";
import { roomQuery } from "../store/room-query.ts";
import classes from "./dialogs.module.css";

/** Opens the list of members who have read a message. */
export function openSeenByDialog(room: ChatRoomSummary, message: ChatMessageView, me: string): void {
  openDialog({
    title: i18next.t("chat.seenBy"),
    children: <SeenBy room={room.uuid} message={message} me={me} />,
  }).catch(() => undefined);
}

function SeenBy({ room, message, me }: { room: string; message: ChatMessageView; me: string }) {
  const { t } = useTranslation();
  const query = useQuery(roomQuery(room));
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={query.refetch} />;
  if (!query.data) return <PageSkeleton blocks={1} />;
  const readers = query.data.people.filter(
    ({ uuid, readPosition }) => readPosition >= message.position && uuid !== me && uuid !== message.sender_id,
  );
  if (readers.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("chat.seenByNobody")}
      </Text>
    );
  return (
    <ul className={classes.people} aria-label={t("chat.seenBy")}>
      {readers.map(({ uuid, username }) => (
        <li key={uuid} className={classes.person}>
          <RoomAvatar name={username} sizePx={30} />
          <Text span size="sm" truncate>
            {username}
          </Text>
        </li>
      ))}
    </ul>
  );
}
