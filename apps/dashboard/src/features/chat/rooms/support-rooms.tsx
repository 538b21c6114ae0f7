import { Stack, Text, UnstyledButton } from "@mantine/core";
import { type ChatRoomSummary, routes } from "@shoal/contract";
import { IconHelp } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { badgeText } from "../../../lib/badge-text.ts";
import { chatUnseenQuery } from "../../../lib/chat-unseen.ts";
import { CHAT_KEY } from "../../../lib/list-keys.ts";
import { call } from "../../../lib/session.ts";
import { MoreButton } from "./more-button.tsx";
import { RoomAvatar } from "./room-avatar.tsx";
import { roomTitle, waitingText } from "./room-texts.ts";
import classes from "./rooms.module.css";

interface SupportRoomsProps {
  /**
   * The search text, which matches names of clients, of administrators who reply and of people in a conversation; "" for all conversations.
   */
  search: string;
  current: string | undefined;
  onOpen: (room: ChatRoomSummary) => void;
}

/** Polling interval in ms: waiting times are shown in minutes. */
const REFETCH_INTERVAL_MS = 30_000;

/** Lists the support conversations of all clients for administrators, longest waiting first. */
export function SupportRooms({ search, current, onOpen }: SupportRoomsProps) {
  const { t } = useTranslation();
  const query = useInfiniteQuery({
    queryKey: [CHAT_KEY, "support", search],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(search ? { search } : {}), ...(pageParam ? { cursor: pageParam } : {}) };
      return call(routes.listSupportChatRooms, { query }, { signal });
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  const unseen = useQuery(chatUnseenQuery).data;
  const { refetch } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the count changes
  useEffect(() => void refetch(), [unseen, refetch]);
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={refetch} />;
  if (!query.data) return <PageSkeleton blocks={1} />;
  const rooms = query.data.pages.flatMap((page) => page.rooms);
  if (rooms.length === 0)
    return (
      <Stack gap={4} align="center" p="lg" className={classes.nothing}>
        <IconHelp size={30} aria-hidden />
        <Text size="sm" fw={600} ta="center">
          {t(search ? "chat.empty.search" : "chat.empty.support")}
        </Text>
      </Stack>
    );
  return (
    <div className={classes.scroller}>
      <ul className={classes.plain}>
        {rooms.map((room) => (
          <li key={room.uuid}>
            <SupportRow room={room} isCurrent={room.uuid === current} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </div>
  );
}

interface SupportRowProps {
  room: ChatRoomSummary;
  isCurrent: boolean;
  onOpen: (room: ChatRoomSummary) => void;
}

function SupportRow({ room, isCurrent, onOpen }: SupportRowProps) {
  const { t } = useTranslation();
  const { support, unreadCount } = room;
  const title = support?.client.name ?? roomTitle(room);
  const waiting = support?.waitingSince;
  return (
    <UnstyledButton
      className={classes.room}
      aria-current={isCurrent ? "page" : undefined}
      data-unread={Boolean(waiting) || undefined}
      onClick={() => onOpen(room)}
    >
      <RoomAvatar name={title} kind="support" />
      <span className={classes.words}>
        <span className={classes.line}>
          <Text span size="sm" truncate flex={1} className={classes.title} dir="auto">
            {title}
          </Text>
          {unreadCount > 0 && (
            <span className={classes.count}>
              <span aria-hidden>{badgeText(unreadCount)}</span>
              <span className={classes.hidden}>{t("chat.unread", { count: unreadCount })}</span>
            </span>
          )}
        </span>
        <span className={classes.line}>
          <Text span size="xs" {...(waiting ? {} : { c: "dimmed" })} truncate flex={1}>
            {waiting ? waitingText(waiting) : t("chat.answered")}
          </Text>
          <Text span size="xs" c="dimmed" truncate>
            {support?.assignee?.username ?? t("chat.unassigned")}
          </Text>
        </span>
      </span>
    </UnstyledButton>
  );
}
