import { ActionIcon, Box, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconChevronLeft, IconChevronRight, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "../../components/ui/search-field.tsx";
import { ErrorState } from "../../components/ui/states.tsx";
import { Thumbnail } from "../../components/video/thumbnail.tsx";
import { videoListQuery } from "../../lib/video-cache.ts";
import classes from "./video-picker.module.css";

const PAGE_SIZE = 8;
const WAITING = ["1", "2", "3", "4"];

interface VideoPickerProps {
  isFull: boolean;
  onAdd: (video: VideoView) => void;
  /** A video is dragged; undefined when it was let go. */
  onDrag: (video: VideoView | undefined) => void;
}

/** The client's videos that scenes can be taken from, the newest first. */
export function VideoPicker({ isFull, onAdd, onDrag }: VideoPickerProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const query = {
    page,
    pagesize: PAGE_SIZE,
    sort: { createdAt: -1 as const },
    filter: { status: ["encoded" as const, "stopped" as const] },
    ...(search ? { search } : {}),
  };
  const { data, error, refetch } = useQuery(videoListQuery(query));
  const pages = Math.max(1, Math.ceil((data?._size ?? 0) / PAGE_SIZE));
  return (
    <Stack gap="sm" miw={0}>
      <Text size="sm" c="dimmed">
        {t("sceneList.videosHint")}
      </Text>
      <div className={classes.search}>
        <SearchField
          search={search}
          onSearch={(next) => {
            setSearch(next);
            setPage(1);
          }}
          label={t("sceneList.videosSearch")}
          clearLabel={t("sceneLists.clearSearch")}
        />
      </div>
      {!data && error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && WAITING.map((key) => <Skeleton key={key} h={58} radius="md" />)}
      {data?._size === 0 && <Nothing isSearch={search !== ""} />}
      {data && data._size > 0 && (
        <Stack component="ul" gap="xs">
          {data._embedded.map((video) => (
            <Video key={video.uuid} video={video} isFull={isFull} onAdd={onAdd} onDrag={onDrag} />
          ))}
        </Stack>
      )}
      {pages > 1 && <Pages page={page} pages={pages} onPage={setPage} />}
    </Stack>
  );
}

function Video({ video, isFull, onAdd, onDrag }: VideoPickerProps & { video: VideoView }) {
  const { t } = useTranslation();
  const isUsable = video.playable && !video.isDeleted;
  return (
    <li
      className={classes.video}
      draggable={isUsable && !isFull}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "copy";
        event.dataTransfer.setData("text/plain", video.title);
        onDrag(video);
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <Box bdrs={6} style={{ overflow: "hidden" }}>
        <Thumbnail video={video} />
      </Box>
      <Text size="sm" fw={600} className={classes.title}>
        {video.title}
      </Text>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={!isUsable || isFull}
        aria-label={t("sceneList.addVideo", { title: video.title })}
        onClick={() => onAdd(video)}
      >
        {t("sceneList.add")}
      </Button>
    </li>
  );
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  const { t } = useTranslation();
  return (
    <div>
      <Text fw={600}>{t(isSearch ? "sceneList.videosNotFound" : "sceneList.videosNone")}</Text>
      {!isSearch && (
        <Text size="sm" c="dimmed">
          {t("sceneList.videosNoneHint")}
        </Text>
      )}
    </div>
  );
}

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const { t } = useTranslation();
  return (
    <Group component="nav" justify="center" gap="sm" aria-label={t("sceneList.videosPages")}>
      <ActionIcon
        variant="default"
        size={34}
        disabled={page <= 1}
        aria-label={t("sceneList.previous")}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={17} />
      </ActionIcon>
      <Text size="sm" aria-live="polite">
        {t("sceneList.pageOf", { page, pages })}
      </Text>
      <ActionIcon
        variant="default"
        size={34}
        disabled={page >= pages}
        aria-label={t("sceneList.next")}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={17} />
      </ActionIcon>
    </Group>
  );
}
