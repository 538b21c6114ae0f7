import { Anchor, Group, Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { DIRECT_PLACES } from "@shoal/contract/player";
import { IconBolt, IconVideoOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { CopyField } from "../../../components/ui/copy-field.tsx";
import { type Fact, FactList } from "../../../components/ui/fact-list.tsx";
import { PageHeader } from "../../../components/ui/page-header.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { DEFAULT_EMBED_OPTIONS, directLinkWith } from "../../../components/video/embed/embed-options.ts";
import { StatusBadge } from "../../../components/video/status-badge.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import { useMayModify } from "../../../lib/user.ts";
import { isLiveMissing, liveQuery } from "../live-query.ts";
import { PreviewPlayer } from "../preview-player.tsx";
import { hasPlayer, previewStateOf } from "../preview-state.ts";
import { LiveNumbers } from "../preview-status.tsx";
import classes from "./room-page.module.css";
import { hasRoom } from "./rooms-query.ts";

/** Embed options without autoplay, because opening this page must not take one of the room's places. */
const EMBED_OPTIONS = { ...DEFAULT_EMBED_OPTIONS, autoplay: false };

/** Shows the room of a live without delay, by the live's uuid (§2, /delivery/{roomID}). */
export function RoomPage() {
  const { roomID = "" } = useParams();
  const { data: video, error, refetch } = useQuery(liveQuery(roomID));
  if (isLiveMissing(error)) return <NoRoom reason="gone" />;
  if (!video && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!video) return <PageSkeleton blocks={2} />;
  if (!hasRoom(video)) return <NoRoom reason={video.live ? "delayed" : "noLive"} video={video} />;
  return <RoomContent video={video} hasPollFailed={error !== null} />;
}

function RoomContent({ video, hasPollFailed }: { video: VideoView; hasPollFailed: boolean }) {
  const { t } = useTranslation();
  const [isPlayerThere, setPlayerThere] = useState(false);
  const state = previewStateOf({ video, isPlayerThere, hasPollFailed });
  return (
    <>
      <PageHeader title={video.title}>
        <AllRoomsLink />
      </PageHeader>
      <div className={classes.room}>
        {hasPlayer(video) ? (
          <Stack gap="xs">
            <PreviewPlayer video={video} embed={EMBED_OPTIONS} onThere={() => setPlayerThere(true)} />
            {video.directStream === "no" && (
              <Text size="xs" c="dimmed">
                {t("delivery.takesPlace", { places: DIRECT_PLACES })}
              </Text>
            )}
          </Stack>
        ) : (
          <div className={classes.dark}>
            <IconVideoOff size={34} stroke={1.5} aria-hidden />
          </div>
        )}
        <Stack gap="lg">
          <div>
            <Group justify="space-between" gap="xs">
              <StatusBadge video={video} />
              <LiveNumbers video={video} />
            </Group>
            <Text size="sm" mt={8} role="status">
              {t(`delivery.hints.${state}`)}
            </Text>
          </div>
          <RoomFacts video={video} />
        </Stack>
      </div>
    </>
  );
}

interface NoRoomProps {
  reason: "gone" | "noLive" | "delayed";
  video?: VideoView;
}

function NoRoom({ reason, video }: NoRoomProps) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={video?.title ?? t("delivery.room")}>
        <AllRoomsLink />
      </PageHeader>
      <EmptyState
        icon={<IconBolt size={34} />}
        title={t(`delivery.none.${reason}.title`)}
        text={t(`delivery.none.${reason}.text`)}
      >
        {video && (
          <Anchor component={Link} to={`/player/${video.uuid}`} size="sm">
            {t("delivery.toVideo")}
          </Anchor>
        )}
      </EmptyState>
    </>
  );
}

function AllRoomsLink() {
  const { t } = useTranslation();
  return (
    <Anchor component={Link} to="/delivery" size="sm">
      {t("delivery.all")}
    </Anchor>
  );
}

/** Shows the publisher of a live, its duration and viewers without delay, and the link for others. */
function RoomFacts({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  return (
    <>
      <FactList facts={useRoomFacts(video)} />
      <CopyField
        label={t("delivery.link")}
        value={directLinkWith(video, DEFAULT_EMBED_OPTIONS)}
        copied={t("share.linkCopied")}
      />
      <Group gap="md">
        <Anchor component={Link} to={`/player/${video.uuid}`} size="sm">
          {t("delivery.toVideo")}
        </Anchor>
        {mayModify && !video.isDeleted && (
          <Anchor component={Link} to={`/capture/${video.uuid}`} size="sm">
            {t("live.capture.title")}
          </Anchor>
        )}
      </Group>
    </>
  );
}

function useRoomFacts(video: VideoView): Fact[] {
  const { t } = useTranslation();
  const { directStream, live, user } = video;
  const delay = directStream ?? "yes";
  const mode = (
    <>
      {t(`live.delay.names.${delay}`)}. {t(`live.delay.hints.${delay}`, { places: DIRECT_PLACES })}
    </>
  );
  return [
    [t("live.delay.label"), mode],
    [t("delivery.filmedBy"), user ?? t("delivery.nobody")],
    ...(live?.startedAt ? [[t("live.section.started"), formatDateTime(live.startedAt)] as const] : []),
    ...(live?.endedAt ? [[t("live.section.ended"), formatDateTime(live.endedAt)] as const] : []),
  ];
}
