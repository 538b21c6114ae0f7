import { ActionIcon, Button, Loader, Text } from "@mantine/core";
import { useMergedRef, useResizeObserver } from "@mantine/hooks";
import type { ChatRoomSummary } from "@shoal/contract";
import { IconArrowDown } from "@tabler/icons-react";
import { measureElement, type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { visibleRowsWith } from "../../../lib/pinned-rows.ts";
import { useMe } from "../../../lib/user.ts";
import { roomTitle } from "../rooms/room-texts.ts";
import type { Conversation, MessagesTarget } from "../store/chat-store.ts";
import type { RoomLog } from "../store/room-log.ts";
import { useChat, useIsPageActive, useOutgoing } from "../store/use-chat.ts";
import classes from "./conversation.module.css";
import { MessageRow } from "./message-row.tsx";
import { useConversation } from "./open-conversation.ts";
import { createRowSizes } from "./row-sizes.ts";
import { type ConversationRow, rowsOf } from "./rows.ts";
import { useAnnouncedMessages } from "./use-announced-messages.ts";

interface MessageListProps {
  room: ChatRoomSummary;
  conversation: Conversation;
  log: RoomLog;
}

const OVERSCAN = 10;
/** The number of rows before the end of the loaded messages at which more messages are requested. */
const PRELOAD_ROWS = 12;
/** The distance from the end, in pixels, within which the list follows new messages. */
const NEAR_END_PX = 60;
/** The space for notices at both ends of the list, in pixels. */
const EDGE_PX = 44;
/** The time, in ms, for which a message must be visible to count as read. */
const READ_AFTER_MS = 500;

/**
 * Lists the messages of a room, with infinite scrolling in both directions. While the reader is at the end, new messages
 * scroll into view.
 */
export function MessageList({ room, conversation, log }: MessageListProps) {
  const { t } = useTranslation();
  const chat = useChat();
  const me = useMe()?.username;
  const outgoing = useOutgoing();
  const { target, unreadFrom, isLoadingOlder, isLoadingNewer } = conversation;
  const rows = useMemo(
    () =>
      rowsOf({
        messages: log.messages,
        outgoing: outgoing.filter((each) => each.room === room.uuid),
        isAtEnd: !log.hasAfter,
        me: chat.me,
        unreadFrom,
      }),
    [log, outgoing, room.uuid, chat.me, unreadFrom],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const [sizeRef, size] = useResizeObserver<HTMLDivElement>();
  const ref = useMergedRef(scroller, sizeRef);
  const [sizes] = useState(createRowSizes);
  // Memoised, because a new function would make the virtualizer measure all rows again in each frame of scrolling.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const { editing } = useConversation();
  const edited = editing === undefined ? -1 : rows.findIndex(({ id }) => id === editing);
  const rangeExtractor = useCallback((range: Range) => visibleRowsWith(range, [edited]), [edited]);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => sizes.guess(rows[index], size.width),
    measureElement: (element, entry, instance) => {
      const index = instance.indexFromElement(element);
      const px = measureElement(element, entry, instance);
      // Rows of a minimised window have no height. Using their last known height keeps the position of the list.
      if (px === 0) return instance.measurementsCache[index]?.size ?? px;
      sizes.learn(rows[index], size.width, px);
      return px;
    },
    getItemKey,
    rangeExtractor,
    overscan: OVERSCAN,
    paddingStart: EDGE_PX,
    paddingEnd: log.hasAfter ? EDGE_PX : 8,
    anchorTo: "end",
    followOnAppend: !log.hasAfter,
    scrollEndThreshold: NEAR_END_PX,
  });
  // Calculates the distance from the end, because reading it from the element would force a layout in each frame.
  const isNearEnd = (px: number) =>
    virtualizer.getTotalSize() - (virtualizer.scrollOffset ?? 0) - (virtualizer.scrollRect?.height ?? 0) <=
    px;
  const items = virtualizer.getVirtualItems();
  const around = items.filter(({ index }) => index !== edited);
  const first = around[0]?.index ?? 0;
  const last = around.at(-1)?.index ?? 0;

  const [shownTarget, setShownTarget] = useState<MessagesTarget>();
  useLayoutEffect(() => {
    if (shownTarget === target) return;
    setShownTarget(target);
    if (target.to === "end") virtualizer.scrollToEnd();
    else {
      const index = rowIndexOf(rows, target);
      if (index >= 0)
        virtualizer.scrollToIndex(index, { align: target.to === "message" ? "center" : "start" });
    }
  });
  // A message sent by the reader scrolls into view, regardless of the scroll position.
  const own = rows.at(-1)?.outgoing?.id;
  useEffect(() => {
    if (own !== undefined) virtualizer.scrollToEnd();
  }, [own, virtualizer]);
  // When an on-screen keyboard or a resize changes the height, a list that was scrolled to its end stays there.
  const wasAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the height changes
  useLayoutEffect(() => {
    if (wasAtEnd.current && size.height > 0) virtualizer.scrollToEnd();
  }, [size.height]);

  const hasPlace = shownTarget === target && rows.length > 0;
  useEffect(() => {
    if (!hasPlace) return;
    // A minimised window has no height, so it must not change whether the list was at its end.
    if (size.height > 0) wasAtEnd.current = isNearEnd(NEAR_END_PX);
    if (first < PRELOAD_ROWS && log.hasBefore) chat.loadOlder(room.uuid).catch(() => undefined);
    if (last >= rows.length - PRELOAD_ROWS && log.hasAfter) chat.loadNewer(room.uuid).catch(() => undefined);
  });

  useMarkRead(room, rows, lastVisiblePosition(rows, items, virtualizer));
  const spoken = useAnnouncedMessages(room.uuid, log);
  const [active, setActive] = useState<string>();
  const activeId = rows.some(({ id }) => id === active) ? active : rows.at(-1)?.id;

  function handleKey(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.row === undefined) return;
    const at = rows.findIndex(({ id }) => id === activeId);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key];
    const next = to === undefined ? undefined : rows[to];
    if (!next || to === undefined) return;
    event.preventDefault();
    setActive(next.id);
    virtualizer.scrollToIndex(to, { align: "auto" });
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.id)}"]`)
        ?.focus({ preventScroll: true }),
    );
  }
  const isFar = log.hasAfter || !isNearEnd(NEAR_END_PX * 5);
  return (
    <div className={classes.list}>
      <section
        ref={ref}
        className={classes.scroller}
        aria-label={t("chat.messages", { room: roomTitle(room) })}
        onKeyDown={handleKey}
      >
        {rows.length === 0 && (
          <div className={classes.nothing}>
            <Text fw={600}>{t("chat.noMessages")}</Text>
            {room.can.includes("write") && (
              <Text size="sm" c="dimmed">
                {t("chat.noMessagesText")}
              </Text>
            )}
          </div>
        )}
        <div
          className={classes.rows}
          data-moving={virtualizer.isScrolling || undefined}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {rows.length > 0 && (
            <div className={classes.before}>
              {isLoadingOlder ? (
                <Loader size="sm" aria-label={t("chat.loadingMessages")} />
              ) : log.hasBefore ? null : (
                <Text size="xs" c="dimmed">
                  {t("chat.beginning")}
                </Text>
              )}
            </div>
          )}
          {items.map(({ key, index, start }) => {
            const row = rows[index];
            return (
              row && (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={classes.place}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <MessageRow
                    row={row}
                    me={me}
                    isActive={row.id === activeId}
                    isWanted={target.to === "message" && target.id === row.id}
                    onActive={setActive}
                  />
                </div>
              )
            );
          })}
          {isLoadingNewer && (
            <div className={classes.after}>
              <Loader size="sm" aria-label={t("chat.loadingMessages")} />
            </div>
          )}
        </div>
      </section>
      {rows.length > 0 && isFar && (
        <div className={classes.toEnd}>
          {room.unreadCount > 0 ? (
            <Button
              size="xs"
              radius="xl"
              leftSection={<IconArrowDown size={15} aria-hidden />}
              onClick={() => void chat.jump(room.uuid, { to: "end" }).catch(() => undefined)}
            >
              {t("chat.toEndUnread", { count: room.unreadCount })}
            </Button>
          ) : (
            <ActionIcon
              size={36}
              radius="xl"
              variant="default"
              aria-label={t("chat.toEnd")}
              title={t("chat.toEnd")}
              onClick={() => void chat.jump(room.uuid, { to: "end" }).catch(() => undefined)}
            >
              <IconArrowDown size={18} />
            </ActionIcon>
          )}
        </div>
      )}
      <div className={classes.spoken} role="status" aria-live="polite">
        {spoken}
      </div>
    </div>
  );
}

function rowIndexOf(
  rows: readonly ConversationRow[],
  target: Exclude<MessagesTarget, { to: "end" }>,
): number {
  if (target.to === "message") return rows.findIndex(({ id }) => id === target.id);
  const unread = rows.findIndex(({ isFirstUnread }) => isFirstUnread);
  return unread >= 0
    ? unread
    : rows.findLastIndex(({ message }) => (message?.position ?? 0) <= target.position);
}

/** Returns the position of the last message that is completely or mostly visible; 0 if there is none. */
function lastVisiblePosition(
  rows: readonly ConversationRow[],
  items: readonly { index: number; start: number; size: number }[],
  { scrollOffset, scrollRect }: { scrollOffset: number | null; scrollRect: { height: number } | null },
): number {
  const until = (scrollOffset ?? 0) + (scrollRect?.height ?? 0);
  const seen = items.filter(({ start, size }) => start + size / 2 <= until);
  for (const { index } of seen.toReversed()) {
    const position = rows[index]?.message?.position;
    if (position !== undefined) return position;
  }
  return 0;
}

/** Marks visible messages as read while the page has the focus. */
function useMarkRead(room: ChatRoomSummary, rows: readonly ConversationRow[], seen: number): void {
  const chat = useChat();
  const isLookedAt = useIsPageActive();
  const { uuid, readPosition } = room;
  const isNew = seen > readPosition && rows.length > 0;
  useEffect(() => {
    if (!isLookedAt || !isNew) return;
    // Ignores failures, because the next change of position sends the newer position.
    const timer = setTimeout(() => chat.markRead(uuid, seen).catch(() => undefined), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [chat, uuid, seen, isNew, isLookedAt]);
}
