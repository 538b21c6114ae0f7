import { Button, Skeleton, Text, Title } from "@mantine/core";
import type { ResponseOf, routes } from "@shoal/contract";
import { IconMovie, IconSearchOff, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../components/ui/page-title.ts";
import { Pager } from "../../components/ui/pager.tsx";
import { ReadOnly } from "../../components/ui/read-only.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { EmptyState, ErrorState } from "../../components/ui/states.tsx";
import { useMayModify } from "../../lib/user.ts";
import { type VideoListState, videoListQuery } from "../../lib/video-cache.ts";
import classes from "./library-page.module.css";
import { useListState } from "./list-state.ts";
import { VideoCard } from "./video-card.tsx";

/** The client's videos as a mosaic. `onUpload` opens the form for new ones. */
export function LibraryPage({ onUpload }: { onUpload: () => void }) {
  const { t } = useTranslation();
  usePageTitle(t("library.title"));
  const [state, change] = useListState();
  const list = useQuery(videoListQuery(state));
  const canUpload = useMayModify();
  const size = list.data?._size;
  useExistingPage(list, state, change);
  return (
    <>
      <header className={classes.header}>
        <div className={classes.heading}>
          <Title order={1} size="h2">
            {t("library.title")}
          </Title>
          {size !== undefined && (
            <Text c="dimmed" size="sm" aria-live="polite">
              {t("library.count", { count: size })}
            </Text>
          )}
          <ReadOnly />
        </div>
        <div className={classes.tools}>
          <SearchField
            search={state.search}
            onSearch={(search) => change({ search })}
            label={t("library.search")}
            clearLabel={t("library.clearSearch")}
            maxLength={300}
          />
          {canUpload && (
            <Button leftSection={<IconUpload size={17} />} onClick={onUpload}>
              {t("library.upload")}
            </Button>
          )}
        </div>
      </header>
      <Content list={list} state={state} change={change} {...(canUpload ? { onUpload } : {})} />
    </>
  );
}

interface List {
  data: ResponseOf<typeof routes.listVideos> | undefined;
  error: unknown;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

/** The last page that exists, when the one in the address does not any more. */
function useExistingPage(list: List, state: VideoListState, change: ContentProps["change"]): void {
  const size = list.data?._size ?? 0;
  const lastPage = Math.ceil(size / state.pageSize);
  const isBeyond = !list.isPlaceholderData && size > 0 && state.page > lastPage;
  useEffect(() => {
    if (isBeyond) change({ page: lastPage });
  });
}

interface ContentProps {
  list: List;
  state: VideoListState;
  change: (change: Partial<VideoListState>) => void;
  onUpload?: () => void;
}

function Content({ list, state, change, onUpload }: ContentProps) {
  if (!list.data && list.error) return <ErrorState error={list.error} onRetry={list.refetch} />;
  if (!list.data) return <Skeletons count={Math.min(state.pageSize, 12)} />;
  const { _embedded: videos, _size: size } = list.data;
  if (size === 0 && state.search)
    return <NothingFound search={state.search} onClear={() => change({ search: "" })} />;
  if (size === 0) return <EmptyLibrary {...(onUpload ? { onUpload } : {})} />;
  return (
    <>
      <div className={classes.mosaic} data-stale={list.isPlaceholderData}>
        {videos.map((video) => (
          <VideoCard key={video.uuid} video={video} />
        ))}
      </div>
      <Pager page={state.page} pageSize={state.pageSize} size={size} onChange={change} />
    </>
  );
}

function EmptyLibrary({ onUpload }: { onUpload?: () => void }) {
  const { t } = useTranslation();
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
      title={t("library.nothing", { search })}
      text={t("library.nothingHint")}
    >
      <Button variant="default" onClick={onClear}>
        {t("library.clearSearch")}
      </Button>
    </EmptyState>
  );
}

function Skeletons({ count }: { count: number }) {
  const { t } = useTranslation();
  const places = Array.from({ length: count }, (_, place) => place);
  return (
    <div className={classes.mosaic} role="status" aria-label={t("app.loading")}>
      {places.map((place) => (
        <Skeleton key={place} className={classes.skeleton} radius={14} />
      ))}
    </div>
  );
}
