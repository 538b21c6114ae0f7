import { Button, Group, Skeleton } from "@mantine/core";
import type { ResponseOf, routes, VideoView } from "@shoal/contract";
import { IconArrowUp, IconMovie, IconSearchOff, IconUpload } from "@tabler/icons-react";
import { lazy, memo, Suspense, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { Pager } from "../../components/ui/pager.tsx";
import { staleMark } from "../../components/ui/stale-mark.ts";
import { EmptyState, ErrorState } from "../../components/ui/states.tsx";
import type { Selection } from "../../components/ui/table/use-selection.ts";
import { VideoCard } from "./cards/video-card.tsx";
import type { DisplayMode } from "./display-mode.ts";
import {
  isNarrowed,
  type LibraryChange,
  type LibraryState,
  NO_ADVANCED_FILTERS,
  parseFilters,
  toSearchParams,
} from "./library-list.ts";
import classes from "./library-page.module.css";

/** The old list is loaded on demand, because few clients have it. */
const LazyVideoTable = lazy(async () => ({ default: (await import("./table/video-table.tsx")).VideoTable }));

export interface LibraryContentProps {
  list: {
    data: ResponseOf<typeof routes.listVideos> | undefined;
    error: unknown;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  state: LibraryState;
  change: LibraryChange;
  mode: DisplayMode;
  /** The selection of the list; undefined if nothing can be selected. */
  selection: Selection<VideoView> | undefined;
  /** Opens the upload form; undefined if the user may not upload. */
  onUpload: (() => void) | undefined;
}

/** The number of cards rendered together. Rendering in slices keeps the page responsive: twenty cards together took 150 ms. */
const CARDS_PER_SLICE = 4;

/** The smallest number of videos for which the list ends with a link back to the top of the page (§9). */
const MIN_VIDEOS_FOR_TOP_LINK = 4;

/** Shows the videos in the selected display mode, or why there are none. Selecting videos does not re-render this component. */
export const LibraryContent = memo(function LibraryContent(props: LibraryContentProps) {
  const { list, state, mode, change, selection } = props;
  const empty = <EmptyLibrary state={state} change={change} onUpload={props.onUpload} />;
  const { page, pageSize, sort } = state;
  const size = list.data?._size ?? 0;
  if (mode !== "oldList") return <CardGrid {...props} />;
  return (
    <Suspense fallback={<CardSkeletons count={6} shape="row" />}>
      <LazyVideoTable
        videos={list.data?._embedded}
        page={page}
        pageSize={pageSize}
        sort={sort}
        size={size}
        selection={selection}
        empty={empty}
        onSort={(next) => change({ sort: next })}
        onPage={change}
        isStale={list.isPlaceholderData}
        error={list.error}
        onRetry={list.refetch}
        isNested={parseFilters(state.filters).isNested}
      />
      <TopLink count={list.data?._embedded.length ?? 0} />
    </Suspense>
  );
});

function CardGrid({ list, state, mode, change, selection, onUpload }: LibraryContentProps) {
  const shape = mode === "list" ? "row" : "card";
  if (!list.data && list.error) return <ErrorState error={list.error} onRetry={list.refetch} />;
  if (!list.data) return <CardSkeletons count={Math.min(state.pageSize, 12)} shape={shape} />;
  const { _embedded: videos, _size: size } = list.data;
  if (size === 0) return <EmptyLibrary state={state} change={change} onUpload={onUpload} />;
  return (
    <>
      <CardList
        videos={videos}
        shape={shape}
        isStale={list.isPlaceholderData}
        isNested={parseFilters(state.filters).isNested}
        selection={selection}
      />
      <Pager page={state.page} pageSize={state.pageSize} size={size} onChange={change} />
      <TopLink count={videos.length} />
    </>
  );
}

interface CardListProps {
  videos: VideoView[];
  shape: "card" | "row";
  isStale: boolean;
  isNested: boolean;
  selection: Selection<VideoView> | undefined;
}

function CardList({ videos, shape, isStale, isNested, selection }: CardListProps) {
  const drawn = useDeferredValue(videos.length, CARDS_PER_SLICE);
  return (
    <div className={classes.videos} data-shape={shape} {...staleMark(isStale)}>
      {videos.map((video, index) =>
        index < drawn ? (
          <VideoCard key={video.uuid} video={video} shape={shape} isNested={isNested} selection={selection} />
        ) : (
          <Skeleton key={video.uuid} className={classes.skeleton} radius={14} />
        ),
      )}
    </div>
  );
}

function TopLink({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count < MIN_VIDEOS_FOR_TOP_LINK) return null;
  return (
    <Group gap={0} align="stretch" justify="center" wrap="nowrap" mt="md">
      <Button
        variant="subtle"
        leftSection={<IconArrowUp size={16} />}
        onClick={() => {
          window.scrollTo({ top: 0, behavior: "smooth" });
          document.getElementById("content")?.focus({ preventScroll: true });
        }}
      >
        {t("library.top")}
      </Button>
    </Group>
  );
}

function CardSkeletons({ count, shape }: { count: number; shape: "card" | "row" }) {
  const { t } = useTranslation();
  const places = Array.from({ length: count }, (_, index) => index);
  return (
    <div className={classes.videos} data-shape={shape} role="status" aria-label={t("app.loading")}>
      {places.map((place) => (
        <Skeleton key={place} className={classes.skeleton} radius={14} />
      ))}
    </div>
  );
}

interface EmptyLibraryProps {
  state: LibraryState;
  change: LibraryChange;
  onUpload: (() => void) | undefined;
}

/** Shows the empty state of the library: no videos, or no matches. */
function EmptyLibrary({ state, change, onUpload }: EmptyLibraryProps) {
  const { t } = useTranslation();
  if (isNarrowed(state)) return <NothingFound search={state.search} onClear={clear} />;
  function clear(): void {
    change({ search: "", filters: toSearchParams({ ...NO_ADVANCED_FILTERS, included: [], excluded: [] }) });
  }
  return (
    <EmptyState
      icon={<IconMovie size={36} />}
      title={t("library.empty")}
      {...(onUpload ? { text: t("library.emptyHint") } : {})}
    >
      {onUpload && (
        <Button size="md" leftSection={<IconUpload size={18} />} onClick={onUpload}>
          {t("library.firstUpload")}
        </Button>
      )}
    </EmptyState>
  );
}

function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconSearchOff size={34} />}
      title={search ? t("library.nothing", { search }) : t("library.nothingFiltered")}
      text={t("library.nothingHint")}
    >
      <Button variant="default" onClick={onClear}>
        {t("library.showAll")}
      </Button>
    </EmptyState>
  );
}
