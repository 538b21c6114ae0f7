import {
  ActionIcon,
  Button,
  Loader,
  Menu,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ChatRoomSummary } from "@shoal/contract";
import {
  IconArrowLeft,
  IconHelp,
  IconMessages,
  IconPlus,
  IconSearch,
  IconUser,
  IconUsers,
  IconUsersGroup,
} from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../../components/ui/states.tsx";
import { useViewedClient } from "../../../lib/client-view.ts";
import { errorText } from "../../../lib/error-text.ts";
import { useMe } from "../../../lib/user.ts";
import { openNewPrivateDialog, openNewRoomDialog, openNewTeamDialog } from "../dialogs/lazy-dialogs.ts";
import { listKey, type RoomListKey } from "../store/chat-store.ts";
import { canSeeAllSupport } from "../store/support.ts";
import { useChat, useChatState } from "../store/use-chat.ts";
import { ListMenu } from "./list-menu.tsx";
import { MessageSearch } from "./message-search.tsx";
import { kindsOf, type RoomFilter, sortRooms } from "./room-order.ts";
import { RoomRow } from "./room-row.tsx";
import classes from "./rooms.module.css";
import { SupportRooms } from "./support-rooms.tsx";

interface RoomListProps {
  /** The uuid of the room that is shown next to the list. */
  current: string | undefined;
  onOpen: (room: ChatRoomSummary) => void;
  onSupport: () => void;
  /** Opens a room at a message. */
  onFound: (room: string, message: string) => void;
}

const DEBOUNCE_MS = 300;
const ROW_PX = 62;
const OVERSCAN = 6;
const ROOM_FILTERS: readonly RoomFilter[] = ["all", "team", "private"];

/** The kinds of search: by room, or by message. */
const SEARCH_KINDS = ["rooms", "messages"] as const;

/** Lists the reader's rooms, with filters, a search and infinite scrolling. */
export function RoomList({ current, onOpen, onSupport, onFound }: RoomListProps) {
  const { t } = useTranslation();
  const hasSupport = canSeeAllSupport(useMe()?.roles ?? [], useViewedClient());
  const [shown, setFilter] = useState<RoomFilter | "support">("all");
  const filter = shown === "support" ? "all" : shown;
  const [sought, setSought] = useState<(typeof SEARCH_KINDS)[number]>("rooms");
  const [isArchived, setArchived] = useState(false);
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  return (
    <nav className={classes.panel} aria-label={t("chat.rooms")}>
      <div className={classes.tools}>
        <div className={classes.line}>
          <TextInput
            flex={1}
            type="search"
            aria-label={t("chat.search")}
            placeholder={t("chat.searchShort")}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <NewRoomMenu onOpen={onOpen} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t("chat.support")}
            title={t("chat.support")}
            onClick={onSupport}
          >
            <IconHelp size={20} />
          </ActionIcon>
          <ListMenu onArchive={() => setArchived(true)} />
        </div>
        {search ? (
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t("chat.sought.label")}
            value={sought}
            data={SEARCH_KINDS.map((value) => ({ value, label: t(`chat.sought.${value}`) }))}
            onChange={(value) => setSought(value === "messages" ? "messages" : "rooms")}
          />
        ) : isArchived ? (
          <Button
            variant="subtle"
            size="compact-sm"
            justify="flex-start"
            leftSection={<IconArrowLeft size={15} aria-hidden />}
            onClick={() => setArchived(false)}
          >
            {t("chat.leaveArchive")}
          </Button>
        ) : (
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t("chat.filter")}
            value={shown}
            data={[...ROOM_FILTERS, ...(hasSupport ? (["support"] as const) : [])].map((value) => ({
              value,
              label: t(`chat.filters.${value}`),
            }))}
            onChange={setFilter}
          />
        )}
      </div>
      {search && sought === "messages" ? (
        <MessageSearch search={search} onFound={onFound} />
      ) : shown === "support" && !isArchived ? (
        <SupportRooms search={search} current={current} onOpen={onOpen} />
      ) : (
        <RoomItems
          key={`${filter} ${isArchived} ${search}`}
          filter={isArchived ? "all" : filter}
          isArchived={isArchived}
          search={search}
          current={current}
          onOpen={onOpen}
        />
      )}
    </nav>
  );
}

function NewRoomMenu({ onOpen }: { onOpen: (room: ChatRoomSummary) => void }) {
  const { t } = useTranslation();
  const chat = useChat();
  const hasTeams = useMe()?.client_infos[0]?.vireed ?? false;
  // Administrators who view a client do not belong to it and can write only in its support room.
  const hasRooms = useViewedClient() === undefined;
  if (!hasRooms && !hasTeams) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={36} aria-label={t("chat.new")} title={t("chat.new")}>
          <IconPlus size={19} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hasRooms && (
          <Menu.Item
            leftSection={<IconUser size={16} aria-hidden />}
            onClick={() => openNewPrivateDialog(chat, onOpen)}
          >
            {t("chat.newPrivate")}
          </Menu.Item>
        )}
        {hasRooms && (
          <Menu.Item
            leftSection={<IconUsers size={16} aria-hidden />}
            onClick={() => openNewRoomDialog(chat, onOpen)}
          >
            {t("chat.newRoom")}
          </Menu.Item>
        )}
        {hasTeams && (
          <Menu.Item
            leftSection={<IconUsersGroup size={16} aria-hidden />}
            onClick={() => openNewTeamDialog(chat, onOpen)}
          >
            {t("chat.newTeam")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface RoomItemsProps {
  filter: RoomFilter;
  isArchived: boolean;
  search: string;
  current: string | undefined;
  onOpen: (room: ChatRoomSummary) => void;
}

function RoomItems({ filter, isArchived, search, current, onOpen }: RoomItemsProps) {
  const { t } = useTranslation();
  const chat = useChat();
  const all = useChatState(({ rooms }) => rooms);
  const lists = useChatState((state) => state.lists);
  const wanted = useMemo<RoomListKey[]>(
    () => kindsOf(filter).map((kind) => ({ kind, isArchived, search })),
    [filter, isArchived, search],
  );
  const own = wanted.map((of) => lists.get(listKey(of)));
  const rooms = useMemo(
    () =>
      sortRooms(all, {
        filter,
        isArchived,
        search,
        lists: wanted.map((of) => lists.get(listKey(of))),
      }),
    [all, filter, isArchived, search, wanted, lists],
  );
  useEffect(() => {
    for (const of of wanted) if (!chat.getSnapshot().lists.has(listKey(of))) void chat.loadList(of);
  }, [chat, wanted]);

  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rooms.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rooms[index]?.uuid ?? index,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const hasMore = own.some((list) => list?.status === "ready" && list.next !== null);
  const isAtEnd = (items.at(-1)?.index ?? 0) >= rooms.length - OVERSCAN;
  const moreError = own.find((list) => list?.status === "ready" && list.error !== undefined)?.error;
  const loadMore = () => {
    for (const of of wanted) {
      const list = lists.get(listKey(of));
      if (list?.status === "ready" && list.next !== null) void chat.loadList(of);
    }
  };
  useEffect(() => {
    if (hasMore && isAtEnd && moreError === undefined) loadMore();
  });

  const failed = own.find((list) => list?.status === "failed");
  const isLoading = own.some((list) => list === undefined || list.status === "loading");
  if (failed && rooms.length === 0)
    return (
      <ErrorState
        error={failed.error}
        onRetry={() => {
          for (const of of wanted) void chat.loadList(of);
        }}
      />
    );
  if (isLoading && rooms.length === 0) return <RoomListSkeleton />;
  if (rooms.length === 0) return <NoRooms search={search} isArchived={isArchived} filter={filter} />;
  return (
    <div ref={scroller} className={classes.scroller}>
      <ul className={classes.rooms} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ key, index, start }) => {
          const room = rooms[index];
          return (
            room && (
              <li key={key} className={classes.place} style={{ transform: `translateY(${start}px)` }}>
                <RoomRow room={room} isCurrent={room.uuid === current} onOpen={onOpen} />
              </li>
            )
          );
        })}
      </ul>
      {own.some((list) => list?.isLoadingMore) && (
        <div className={classes.more}>
          <Loader size="sm" aria-label={t("chat.loading")} />
        </div>
      )}
      {moreError !== undefined && (
        <Stack gap={6} className={classes.more} role="alert">
          <Text size="sm">{errorText(moreError)}</Text>
          <Button size="compact-sm" variant="default" onClick={loadMore}>
            {t("chat.again")}
          </Button>
        </Stack>
      )}
    </div>
  );
}

function RoomListSkeleton() {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" p="sm" role="status" aria-label={t("chat.loading")}>
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <Skeleton key={place} h={46} radius="md" />
      ))}
    </Stack>
  );
}

function NoRooms({ search, isArchived, filter }: Pick<RoomItemsProps, "search" | "isArchived" | "filter">) {
  const { t } = useTranslation();
  const title = search
    ? t("chat.empty.search")
    : isArchived
      ? t("chat.empty.archive")
      : filter === "all"
        ? t("chat.empty.all")
        : t("chat.empty.filter");
  return (
    <Stack gap={4} align="center" p="lg" className={classes.nothing}>
      <IconMessages size={30} aria-hidden />
      <Text size="sm" fw={600} ta="center">
        {title}
      </Text>
      {filter === "all" && !search && !isArchived && (
        <Text size="sm" c="dimmed" ta="center">
          {t("chat.empty.allText")}
        </Text>
      )}
    </Stack>
  );
}
