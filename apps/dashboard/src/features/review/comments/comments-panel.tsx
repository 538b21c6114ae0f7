import {
  Badge,
  Button,
  CloseButton,
  Group,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import { IconMessages, IconSearch } from "@tabler/icons-react";
import { type Range, useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState, ErrorState } from "../../../components/ui/states.tsx";
import { visibleRowsWith } from "../../../lib/pinned-rows.ts";
import { ExchangeMenu } from "../exchange/exchange-menu.tsx";
import { useReview } from "../review-context.ts";
import classes from "./comments.module.css";
import { useComments, useCommentsContext } from "./comments-context.ts";
import { Composer } from "./composer.tsx";
import { FilterMenu } from "./filter-menu.tsx";
import { ThreadItem } from "./thread-item.tsx";
import { authorsOf, filterThreads, NO_FILTER, type Thread } from "./threads.ts";
import { useAnnouncedComments } from "./use-announced-comments.ts";
import { useCommentActions } from "./use-comment-actions.ts";
import { useMarkRead } from "./use-mark-read.ts";

/** The estimated height of a thread, in pixels, before it has been measured. */
const THREAD_PX = 132;
const SKELETON_KEYS = ["first", "second", "third"];

/** Lists all comments of the version next to the player, with a field for a new one. */
export function CommentsPanel() {
  const { t } = useTranslation();
  const { author, linked } = useReview();
  const { store, threads } = useCommentsContext();
  const { status, error, isComplete, comments, unread } = useComments(store);
  const [filter, setFilter] = useState(NO_FILTER);
  const wanted = useDeferredValue(filter);
  /** Uuids of threads in which the user is writing, which stay rendered. */
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set());
  const handleHold = useCallback((uuid: string, isHeld: boolean) => {
    setHeld((before) => {
      if (before.has(uuid) === isHeld) return before;
      const after = new Set(before);
      if (isHeld) after.add(uuid);
      else after.delete(uuid);
      return after;
    });
  }, []);
  const shown = useMemo(() => {
    const matching = new Set(filterThreads(threads, wanted, author));
    return threads.filter((thread) => matching.has(thread) || held.has(thread.root.uuid));
  }, [threads, wanted, author, held]);
  const people = useMemo(() => authorsOf(threads), [threads]);
  const titleId = useId();
  useMarkRead(store);
  const spoken = useAnnouncedComments(store, comments, isComplete);
  const isMissing = isComplete && linked.comment !== undefined && !comments.has(linked.comment);
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <Stack gap="xs" className={classes.top}>
        <Group gap="xs">
          <Title order={2} size="h4" id={titleId}>
            {t("comments.title")}
          </Title>
          {status === "ready" && (
            <Text span size="sm" c="dimmed">
              {t("comments.count", { count: countTextOf(threads) })}
            </Text>
          )}
          {unread.size > 0 && (
            <Badge variant="light">{t("comments.unreadCount", { count: unread.size })}</Badge>
          )}
          <ExchangeMenu />
        </Group>
        <Group gap="xs" wrap="nowrap">
          <TextInput
            type="search"
            flex={1}
            maxLength={200}
            aria-label={t("comments.search")}
            placeholder={t("comments.search")}
            leftSection={<IconSearch size={16} />}
            value={filter.search}
            rightSection={
              filter.search && (
                <CloseButton
                  size="sm"
                  aria-label={t("comments.clearSearch")}
                  onClick={() => setFilter({ ...filter, search: "" })}
                />
              )
            }
            onChange={(event) => setFilter({ ...filter, search: event.currentTarget.value })}
          />
          <FilterMenu filter={filter} people={people} onChange={setFilter} />
        </Group>
        {isMissing && (
          <Text size="sm" c="var(--shoal-warning)" role="status">
            {t("comments.missing")}
          </Text>
        )}
      </Stack>
      <div className={classes.middle}>
        {status === "failed" ? (
          <ErrorState error={error} onRetry={store.retry} />
        ) : status === "loading" ? (
          <Stack gap="md" p="md" role="status" aria-label={t("app.loading")}>
            {SKELETON_KEYS.map((each) => (
              <Skeleton key={each} h={96} radius="md" />
            ))}
          </Stack>
        ) : shown.length > 0 ? (
          <ThreadList threads={shown} unread={unread} held={held} onHold={handleHold} />
        ) : threads.length > 0 ? (
          <EmptyState
            icon={<IconSearch size={30} />}
            title={t("comments.nothingFound")}
            text={t("comments.nothingFoundHint")}
          >
            <Button variant="default" onClick={() => setFilter(NO_FILTER)}>
              {t("comments.showAll")}
            </Button>
          </EmptyState>
        ) : isComplete ? (
          <EmptyState
            icon={<IconMessages size={30} />}
            title={t("comments.empty")}
            text={t("comments.emptyHint")}
          />
        ) : null}
        {status === "ready" && !isComplete && (
          <Text size="xs" c="dimmed" ta="center" p="xs" role="status">
            {t("comments.loadingMore")}
          </Text>
        )}
      </div>
      <Composer />
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </section>
  );
}

const countTextOf = (threads: readonly Thread[]): number =>
  threads.reduce(
    (sum, { root, replies }) => sum + [root, ...replies].filter(({ deletedAt }) => deletedAt === null).length,
    0,
  );

interface ThreadListProps {
  threads: readonly Thread[];
  unread: ReadonlySet<string>;
  held: ReadonlySet<string>;
  onHold: (uuid: string, isHeld: boolean) => void;
}

/** Renders only the visible threads, because there may be thousands. */
function ThreadList({ threads, unread, held, onHold }: ThreadListProps) {
  const { t } = useTranslation();
  const { selected, sent } = useCommentsContext();
  const actions = useCommentActions();
  const box = useRef<HTMLDivElement>(null);
  const kept = useMemo(
    () => threads.flatMap(({ root }, index) => (held.has(root.uuid) ? [index] : [])),
    [threads, held],
  );
  const rangeExtractor = useCallback((range: Range) => visibleRowsWith(range, kept), [kept]);
  const virtualizer = useVirtualizer({
    count: threads.length,
    getScrollElement: () => box.current,
    estimateSize: () => THREAD_PX,
    getItemKey: (index) => threads[index]?.root.uuid ?? index,
    rangeExtractor,
    overscan: 4,
  });
  const selectedIndex = threads.findIndex(({ root, replies }) =>
    [root, ...replies].some(({ uuid }) => uuid === selected),
  );
  // The effect runs when a comment is selected, also on the timeline, but not when other comments are added before it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index of the selected comment may change
  useEffect(() => {
    if (selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex, { align: "auto" });
  }, [selected]);
  const indexOfSent = threads.findIndex(({ root, replies }) =>
    [root, ...replies].some(({ uuid }) => uuid === sent),
  );
  const isSentThere = indexOfSent >= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, as soon as the comment is in the list
  useEffect(() => {
    if (!isSentThere) return;
    virtualizer.scrollToIndex(indexOfSent, { align: "auto" });
    // Waits for the next frame, because the height of the comment is known only after rendering.
    const drawn = requestAnimationFrame(() =>
      box.current?.querySelector(`[data-comment="${sent}"]`)?.scrollIntoView({ block: "nearest" }),
    );
    return () => cancelAnimationFrame(drawn);
  }, [sent, isSentThere]);
  return (
    <div ref={box} className={classes.box}>
      <ol
        className={classes.list}
        style={{ height: virtualizer.getTotalSize() }}
        aria-label={t("comments.list")}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const thread = threads[index];
          return (
            thread && (
              <ThreadItem
                key={key}
                ref={virtualizer.measureElement}
                thread={thread}
                actions={actions}
                index={index}
                count={threads.length}
                offsetPx={start}
                unread={unread}
                onHold={onHold}
              />
            )
          );
        })}
      </ol>
    </div>
  );
}
