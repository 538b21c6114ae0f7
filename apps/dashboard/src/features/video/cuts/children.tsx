import { Anchor, Box, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { MAX_PAGE_SIZE, routes, type VideoView } from "@shoal/contract";
import { formatFileSize } from "@shoal/domain";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PartFailure } from "../../../components/ui/part-failure.tsx";
import { StatusBadge } from "../../../components/video/status-badge.tsx";
import { Thumbnail } from "../../../components/video/thumbnail.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import { translateFigure } from "../../../lib/figures.ts";
import { call } from "../../../lib/session.ts";

/** The number of videos that are shown before "Show all" is pressed. */
const INITIALLY_SHOWN = 6;

/** Query for the derived videos. Their number is part of the query key, so they are reloaded when it changes. */
const childrenQuery = (uuid: string, count: number) =>
  queryOptions({
    queryKey: ["videos", "children", uuid, count],
    queryFn: ({ signal }) =>
      call(
        routes.listVideos,
        { query: { filter: { parent: uuid }, pagesize: MAX_PAGE_SIZE, sort: { createdAt: -1 } } },
        { signal },
      ),
  });

interface DerivedVideosProps {
  video: VideoView;
  /** The number of derived videos, as stated by the video's own data. */
  count: number;
  empty: string;
  failed: string;
}

/**
 * Lists the derived videos: the recordings and clips of a live, the cuts of a file. No request is sent if there are
 * none.
 */
export function DerivedVideos({ video: { uuid }, count, empty, failed }: DerivedVideosProps) {
  const children = useQuery({ ...childrenQuery(uuid, count), enabled: count > 0 });
  if (count === 0) return <Text>{empty}</Text>;
  if (!children.data && children.error)
    return <PartFailure error={children.error} title={failed} onRetry={children.refetch} />;
  if (!children.data) return <Skeleton h={64} radius="md" />;
  return <DerivedVideoList videos={children.data._embedded} />;
}

function DerivedVideoList({ videos }: { videos: readonly VideoView[] }) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? videos : videos.slice(0, INITIALLY_SHOWN);
  return (
    <Stack gap="sm" align="stretch">
      <Stack component="ul" gap="sm">
        {shown.map((child) => (
          <DerivedVideo key={child.uuid} video={child} />
        ))}
      </Stack>
      {shown.length < videos.length && (
        <Button variant="default" size="xs" onClick={() => setWhole(true)}>
          {t("videoPage.children.all", { count: videos.length })}
        </Button>
      )}
    </Stack>
  );
}

function DerivedVideo({ video }: { video: VideoView }) {
  const { t, i18n } = useTranslation();
  const sizeBytes = sizeOf(video);
  const size = translateFigure(formatFileSize(sizeBytes), i18n.language);
  const facts = [
    sizeBytes > 0 && (video.sizeBytes > 0 ? size : t("videoPage.children.about", { size })),
    formatDateTime(video.createdAt),
  ];
  return (
    <Group component="li" gap="8px 14px">
      <Box flex="none" w={112} bdrs={8} style={{ overflow: "hidden" }}>
        <Thumbnail video={video} />
      </Box>
      <Box flex="1 1 160px" miw={0}>
        <Anchor component={Link} to={`/player/${video.uuid}`} fw={600} style={{ overflowWrap: "anywhere" }}>
          {video.title}
        </Anchor>
        <Text size="sm" c="dimmed">
          {facts.filter(Boolean).join(" · ")}
        </Text>
      </Box>
      <StatusBadge video={video} />
    </Group>
  );
}

/**
 * Returns the size of a video in bytes: the size of its source or, if there is no separate source, the size of all qualities by their
 * measured bit rates.
 */
function sizeOf({ sizeBytes, duration, representations }: VideoView): number {
  if (sizeBytes > 0) return sizeBytes;
  const kbps = representations.reduce((sum, { bitrate }) => sum + bitrate, 0);
  return Math.round(((kbps * 1_000) / 8) * (duration ?? 0));
}
