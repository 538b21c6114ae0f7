import { Loader, Stack, Text, UnstyledButton } from "@mantine/core";
import { routes } from "@shoal/contract";
import { IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { HighlightedText } from "../../../components/ui/highlighted-text.tsx";
import { staleMark } from "../../../components/ui/stale-mark.ts";
import { ErrorState } from "../../../components/ui/states.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import { CHAT_KEY } from "../../../lib/list-keys.ts";
import { call } from "../../../lib/session.ts";
import { MoreButton } from "./more-button.tsx";
import { messageSummary } from "./room-texts.ts";
import classes from "./rooms.module.css";

interface MessageSearchProps {
  search: string;
  /** Opens a room at a message. */
  onFound: (room: string, message: string) => void;
}

/** Finds messages in all rooms of the reader that contain the searched words, newest first. */
export function MessageSearch({ search, onFound }: MessageSearchProps) {
  const { t } = useTranslation();
  const query = useInfiniteQuery({
    queryKey: [CHAT_KEY, "search", search],
    queryFn: ({ pageParam, signal }) =>
      call(routes.searchChat, { query: { search, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={query.refetch} />;
  if (!query.data) return <Loader size="sm" m="lg" mx="auto" aria-label={t("chat.loadingMessages")} />;
  const found = query.data.pages.flatMap(({ messages }) => messages);
  if (found.length === 0)
    return (
      <Stack gap={4} align="center" p="lg" className={classes.nothing} role="status">
        <IconSearch size={30} aria-hidden />
        <Text size="sm" fw={600} ta="center">
          {t("chat.empty.messages")}
        </Text>
      </Stack>
    );
  return (
    <div className={classes.scroller} {...staleMark(query.isPlaceholderData)}>
      <ul className={classes.plain}>
        {found.map((message) => (
          <li key={`${message.roomId} ${message._id}`}>
            <UnstyledButton className={classes.found} onClick={() => onFound(message.roomId, message._id)}>
              <span className={classes.line}>
                <Text span size="xs" fw={650} truncate flex={1} dir="auto">
                  {message.sender} · {message.roomName || t("chat.support")}
                </Text>
                <Text span size="xs" c="dimmed">
                  {formatDateTime(message.timestamp)}
                </Text>
              </span>
              <Text span size="sm" lineClamp={3} dir="auto">
                <HighlightedText text={messageSummary(message)} search={search} />
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </div>
  );
}
