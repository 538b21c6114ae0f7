import { ActionIcon, Box, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import type { VideoListQuery, VideoView } from "@shoal/contract";
import { IconChevronLeft, IconChevronRight, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../lib/dates.ts";
import { videoListQuery } from "../../lib/video-cache.ts";
import { SearchField } from "../ui/search-field.tsx";
import { ErrorState } from "../ui/states.tsx";
import { useExistingPage } from "../ui/table/use-list-address.ts";
import { Thumbnail } from "./thumbnail.tsx";
import classes from "./video-picker.module.css";

const SKELETON_KEYS = ["1", "2", "3", "4"];

interface VideoPickerProps {
  /** The numbers of videos per page: 8 for scenes, 4 for projects (§9). */
  pageSize: number;
  hint: string;
  /** The label and the accessible name of the button that chooses a video. */
  action: { text: string; nameOf: (title: string) => string };
  /** Filters the offered videos; by default, all videos of the client are offered. */
  filter?: VideoListQuery["filter"];
  /** Whether to show the date of each video (§2). */
  isDated?: boolean;
  /** Returns whether a video can be chosen. */
  isUsable: (video: VideoView) => boolean;
  onAdd: (video: VideoView) => void;
  /** Called when a video is dragged, and with undefined when it is released. Omit it to disable dragging. */
  onDrag?: (video: VideoView | undefined) => void;
}

/** Lists the client's videos to choose from, newest first. */
export function VideoPicker(props: VideoPickerProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const query = {
    page,
    pagesize: props.pageSize,
    sort: { createdAt: -1 as const },
    ...(props.filter ? { filter: props.filter } : {}),
    ...(search ? { search } : {}),
  };
  const list = useQuery(videoListQuery(query));
  const { data, error, refetch } = list;
  useExistingPage(list, { page, pageSize: props.pageSize }, (change) => setPage(change.page));
  const pages = Math.max(1, Math.ceil((data?._size ?? 0) / props.pageSize));
  return (
    <Stack gap="sm" miw={0}>
      <Text size="sm" c="dimmed">
        {props.hint}
      </Text>
      <div className={classes.search}>
        <SearchField
          search={search}
          onSearch={(next) => {
            setSearch(next);
            setPage(1);
          }}
          label={t("videoPicker.search")}
          clearLabel={t("videoPicker.clear")}
        />
      </div>
      {!data && error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && SKELETON_KEYS.map((key) => <Skeleton key={key} h={58} radius="md" />)}
      {data?._size === 0 && <NoVideos isSearch={search !== ""} />}
      {data && data._size > 0 && (
        <Stack component="ul" gap="xs">
          {data._embedded.map((video) => (
            <VideoItem key={video.uuid} video={video} {...props} />
          ))}
        </Stack>
      )}
      {pages > 1 && <VideoPages page={page} pages={pages} onPage={setPage} />}
    </Stack>
  );
}

function VideoItem({
  video,
  action,
  isDated = false,
  isUsable,
  onAdd,
  onDrag,
}: VideoPickerProps & { video: VideoView }) {
  const isOpen = isUsable(video);
  return (
    <li
      className={classes.video}
      draggable={onDrag !== undefined && isOpen}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "copy";
        event.dataTransfer.setData("text/plain", video.title);
        onDrag?.(video);
      }}
      onDragEnd={() => onDrag?.(undefined)}
    >
      <Box bdrs={6} style={{ overflow: "hidden" }}>
        <Thumbnail video={video} />
      </Box>
      <div>
        <Text size="sm" fw={600} className={classes.title}>
          {video.title}
        </Text>
        {isDated && (
          <Text size="xs" c="dimmed">
            {formatDateTime(video.createdAt)}
          </Text>
        )}
      </div>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={!isOpen}
        aria-label={action.nameOf(video.title)}
        onClick={() => onAdd(video)}
      >
        {action.text}
      </Button>
    </li>
  );
}

function NoVideos({ isSearch }: { isSearch: boolean }) {
  const { t } = useTranslation();
  return (
    <div>
      <Text fw={600}>{t(isSearch ? "videoPicker.notFound" : "videoPicker.none")}</Text>
      {!isSearch && (
        <Text size="sm" c="dimmed">
          {t("videoPicker.noneHint")}
        </Text>
      )}
    </div>
  );
}

function VideoPages({
  page,
  pages,
  onPage,
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <Group component="nav" justify="center" gap="sm" aria-label={t("videoPicker.pages")}>
      <ActionIcon
        variant="default"
        size={34}
        disabled={page <= 1}
        aria-label={t("videoPicker.previous")}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={17} />
      </ActionIcon>
      <Text size="sm" aria-live="polite">
        {t("videoPicker.pageOf", { page, pages })}
      </Text>
      <ActionIcon
        variant="default"
        size={34}
        disabled={page >= pages}
        aria-label={t("videoPicker.next")}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={17} />
      </ActionIcon>
    </Group>
  );
}
