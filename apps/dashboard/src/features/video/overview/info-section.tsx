import { ActionIcon, Anchor, Group, Stack, Text } from "@mantine/core";
import { VIDEO_TEXT_NAMES, type VideoView } from "@shoal/contract";
import { formatFileSize } from "@shoal/domain";
import { IconCopy, IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Fact, FactList } from "../../../components/ui/fact-list.tsx";
import { StatusBadge } from "../../../components/video/status-badge.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import { translateFigure } from "../../../lib/figures.ts";
import { formatClock } from "../../../lib/times.ts";
import { useCopy } from "../../../lib/use-copy.ts";
import { useCan } from "../../../lib/user.ts";
import { videoQuery } from "../../../lib/video-cache.ts";
import { Renditions } from "../encoding/renditions.tsx";
import { Section } from "../section.tsx";
import { VideoTags, VideoTextField } from "./video-texts.tsx";

/** Shows the facts about the video: its texts, its source and its qualities. */
export function InfoSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <Section section="info">
      <Stack gap="lg">
        {VIDEO_TEXT_NAMES.map((field) => (
          <VideoTextField key={field} video={video} field={field} />
        ))}
        <VideoTags video={video} />
        <FactList facts={useVideoFacts(video)} />
        <SourceNotes video={video} />
        <div>
          <Text size="sm" fw={600}>
            {t("renditions.title")}
          </Text>
          <Text size="sm" c="dimmed" mb="xs">
            {t("videoPage.info.renditions")}
          </Text>
          <Renditions video={video} />
        </div>
        <HistoryLink video={video} />
      </Stack>
    </Section>
  );
}

/** Shows the notes about the source file, which are meant for the owner of the video. */
function SourceNotes({ video: { notes } }: { video: VideoView }) {
  const { t } = useTranslation();
  return notes.map(({ kind, atSec }) => (
    <Text key={kind} size="sm">
      {t(`videoPage.info.notes.${kind}`, { time: formatClock(atSec) })}
    </Text>
  ));
}

function useVideoFacts(video: VideoView): Fact[] {
  const { t, i18n } = useTranslation();
  // The facts about the file, which are omitted for lives, because a live has no file.
  const ofFile: Fact[] = [
    [t("facts.duration"), video.duration === null ? "–" : formatClock(video.duration)],
    [t("videoPage.info.source"), <SourceFacts key="source" video={video} />],
    [t("facts.size"), translateFigure(formatFileSize(video.sizeBytes), i18n.language)],
  ];
  return [
    [t("facts.author"), video.user ?? "–"],
    [t("facts.created"), formatDateTime(video.createdAt)],
    [t("facts.modified"), formatDateTime(video.lastModifyAt)],
    [t("videoPage.info.type"), t(`videoPage.info.types.${video.type}`)],
    [t("videoPage.info.status"), <StatusBadge key="status" video={video} />],
    ...(video.type === "vod" ? ofFile : []),
    [t("facts.id"), <VideoIdentifier key="id" uuid={video.uuid} />],
  ];
}

function SourceFacts({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const { archive, archiveLive, inAndOutOrigin, originalname, sourceUrl } = video;
  if (archive) return <SourceLive uuid={archiveLive} />;
  if (sourceUrl) return <span style={{ overflowWrap: "anywhere" }}>{sourceUrl}</span>;
  if (!inAndOutOrigin) return originalname ?? "–";
  return (
    <Anchor component={Link} to={`/player/${inAndOutOrigin}`} inherit>
      {t("videoPage.info.cutOf")}
    </Anchor>
  );
}

/** Links to the live from which a recording was made, which may have been deleted. */
function SourceLive({ uuid }: { uuid: string | null }) {
  const { t } = useTranslation();
  // A failure to load the title is not reported, because the link works without the title.
  const { data: live } = useQuery({ ...videoQuery(uuid ?? ""), enabled: uuid !== null, retry: false });
  if (!uuid) return t("videoPage.info.archiveAlone");
  return (
    <Anchor component={Link} to={`/player/${uuid}`} inherit>
      {live ? t("videoPage.info.archiveOf", { title: live.title }) : t("videoPage.info.archiveOfLive")}
    </Anchor>
  );
}

function VideoIdentifier({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <Group gap={4} component="span">
      {uuid}
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        aria-label={t("videoPage.info.copyId")}
        onClick={() => copy(uuid, t("common.copied"))}
      >
        <IconCopy size={15} />
      </ActionIcon>
    </Group>
  );
}

/** Links to the log of actions on the video, for managers. */
function HistoryLink({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  if (!useCan("manager")) return null;
  return (
    <Anchor component={Link} to={`/logs?search=${video.uuid}`} size="sm">
      <IconHistory size={16} aria-hidden style={{ verticalAlign: "-3px", marginRight: 6 }} />
      {t("videoPage.info.history")}
    </Anchor>
  );
}
