import { Anchor, Button, Skeleton } from "@mantine/core";
import { AppError, type VideoView } from "@shoal/contract";
import { IconArrowLeft, IconMovieOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { usePageTitle } from "../../components/ui/page-title.ts";
import { EmptyState, ErrorState } from "../../components/ui/states.tsx";
import { StatusBadge } from "../../components/video/status-badge.tsx";
import { errorText } from "../../lib/error-text.ts";
import { videoQuery } from "../../lib/video-cache.ts";
import { Facts } from "./facts.tsx";
import { FigureGroups } from "./figure-groups.tsx";
import { Renditions } from "./renditions.tsx";
import { Section } from "./section.tsx";
import { ShareCard } from "./share-card.tsx";
import { VideoButtons } from "./video-buttons.tsx";
import classes from "./video-page.module.css";
import { VideoStage } from "./video-stage.tsx";
import { VideoDescription, VideoTags, VideoTitle } from "./video-texts.tsx";

/** Everything about one video (§2, /player/{uuid}). */
export function VideoPage() {
  const { t } = useTranslation();
  const { uuid = "" } = useParams();
  const { data: video, error, refetch } = useQuery(videoQuery(uuid));
  usePageTitle(video?.title);
  const isGone = error instanceof AppError && ["video_not_found", "bad_request"].includes(error.code);
  return (
    <>
      <Anchor component={Link} to="/videos" className={classes.back}>
        <IconArrowLeft size={16} aria-hidden />
        {t("video.back")}
      </Anchor>
      {isGone && <Gone />}
      {!isGone && video && <Content key={uuid} video={video} />}
      {!isGone && !video && error && <ErrorState error={error} onRetry={refetch} />}
      {!video && !error && <Waiting />}
    </>
  );
}

function Content({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <VideoStage video={video} />
        <div className={classes.head}>
          <div className={classes.heading}>
            <VideoTitle video={video} />
            <StatusBadge status={video.encodingStatus} />
          </div>
          <VideoButtons video={video} />
        </div>
        <Section title={t("video.about")}>
          <VideoDescription video={video} />
          <VideoTags video={video} />
        </Section>
        <FigureGroups video={video} />
        <Renditions video={video} />
      </div>
      <aside className={classes.side}>
        <ShareCard video={video} />
        <Facts video={video} />
      </aside>
    </div>
  );
}

function Gone() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={<IconMovieOff size={34} />} title={errorText(new AppError("video_not_found"))}>
      <Button component={Link} to="/videos" variant="default">
        {t("video.back")}
      </Button>
    </EmptyState>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div className={classes.page} role="status" aria-label={t("app.loading")}>
      <Skeleton radius={14} style={{ aspectRatio: "16 / 9" }} />
      <Skeleton radius={14} h={280} />
    </div>
  );
}
