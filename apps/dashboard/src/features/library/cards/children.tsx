import { Box, Group, Skeleton, Text, UnstyledButton } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, memo, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { StatusBadge } from "../../../components/video/status-badge.tsx";
import { Thumbnail } from "../../../components/video/thumbnail.tsx";
import { formatClock } from "../../../lib/times.ts";
import { childVideosQuery } from "../../../lib/video-cache.ts";
import { cardKindOf, childCountOf, childrenTextOf, kindColourOf } from "../card-kind.ts";
import { CardMenu } from "./card-menu.tsx";
import classes from "./children.module.css";
import { ChildrenFault } from "./children-fault.tsx";

/**
 * Shows the nested videos, loaded on expansion: a live's recordings, and the cuts of each. Shows nothing for a video without nested videos.
 */
export function NestedVideos({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const count = childCountOf(video);
  if (count === 0) return null;
  const label = t(childrenTextOf(video), { count });
  return (
    <div className={classes.children}>
      <UnstyledButton
        className={classes.opener}
        data-opener
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-label={t("nested.of", { children: label, title: video.title })}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={16} aria-hidden className={classes.chevron} data-open={isOpen} />
        {label}
      </UnstyledButton>
      <div id={listId}>{isOpen && <NestedVideoList parent={video} label={label} />}</div>
    </div>
  );
}

function NestedVideoList({ parent, label }: { parent: VideoView; label: string }) {
  const { t } = useTranslation();
  const children = useQuery(childVideosQuery(parent.uuid));
  if (children.error && !children.data) return <ChildrenFault onRetry={children.refetch} />;
  if (!children.data) return <Skeleton h={56} radius="md" role="status" aria-label={t("app.loading")} />;
  if (children.data._embedded.length === 0) return <Text size="sm">{t("nested.none")}</Text>;
  return (
    <ul className={classes.list} aria-label={t("nested.of", { children: label, title: parent.title })}>
      {children.data._embedded.map((video) => (
        <NestedVideo key={video.uuid} video={video} />
      ))}
    </ul>
  );
}

const NestedVideo = memo(function Child({ video }: { video: VideoView }) {
  return (
    <li data-uuid={video.uuid} style={{ "--kind": kindColourOf(cardKindOf(video)) } as CSSProperties}>
      <Group gap={10} wrap="nowrap" miw={0}>
        <Box flex="0 0 84px" bdrs={8} style={{ overflow: "hidden" }}>
          <Thumbnail video={{ manifest: video.manifest, duration: null }} />
        </Box>
        <div className={classes.text}>
          <Link to={`/player/${video.uuid}`} title={video.title}>
            {video.title}
          </Link>
          <Group gap="xs" wrap="nowrap" fz="xs" c="dimmed" style={{ fontVariantNumeric: "tabular-nums" }}>
            <StatusBadge video={video} />
            {video.duration !== null && <span>{formatClock(video.duration)}</span>}
          </Group>
        </div>
        <CardMenu video={video} />
      </Group>
      <NestedVideos video={video} />
    </li>
  );
});
