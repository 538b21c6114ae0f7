import { Alert, Anchor, Button } from "@mantine/core";
import { AppError, type VideoView } from "@shoal/contract";
import { IconArrowLeft, IconMovieOff, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { SimulatedLiveBadge } from "../../components/live/simulated-live-badge.tsx";
import { UnsavedChanges } from "../../components/ui/form/unsaved-changes.tsx";
import { usePageTitle } from "../../components/ui/page-title.ts";
import { EmptyState, ErrorState } from "../../components/ui/states.tsx";
import { createPreviewLink } from "../../components/video/preview/preview-link.ts";
import { PreviewContext } from "../../components/video/preview/use-preview.ts";
import { StatusBadge } from "../../components/video/status-badge.tsx";
import { errorText } from "../../lib/error-text.ts";
import { plannedDateOf } from "../../lib/local-moment.ts";
import { videoQuery } from "../../lib/video-cache.ts";
import { VideoButtons } from "./video-buttons.tsx";
import classes from "./video-page.module.css";
import { SectionsSkeleton, VideoPageSkeleton } from "./video-page-skeleton.tsx";
import { VideoStage } from "./video-stage.tsx";
import { VideoTitle } from "./video-texts.tsx";

/** Fetched beside the video itself: the player is there first. */
const fetchSections = async () => ({ default: (await import("./video-sections.tsx")).VideoSections });
const VideoSections = lazy(fetchSections);

/** Everything about one video (§2, /player/{uuid}). */
export function VideoPage() {
  const { t } = useTranslation();
  const { uuid = "" } = useParams();
  const { data: video, error, refetch } = useQuery(videoQuery(uuid));
  usePageTitle(video?.title);
  useEffect(() => {
    // What does not come now is asked for again where it is shown.
    fetchSections().catch(() => undefined);
  }, []);
  const isGone = error instanceof AppError && ["video_not_found", "bad_request"].includes(error.code);
  return (
    <>
      <Anchor component={Link} to="/videos" className={classes.back}>
        <IconArrowLeft size={16} aria-hidden />
        {t("video.back")}
      </Anchor>
      {isGone && <Gone />}
      {!isGone && video && (
        <UnsavedChanges key={uuid}>
          <Content video={video} />
        </UnsavedChanges>
      )}
      {!isGone && !video && error && <ErrorState error={error} onRetry={refetch} />}
      {!video && !error && <VideoPageSkeleton />}
    </>
  );
}

function Content({ video }: { video: VideoView }) {
  const [preview] = useState(createPreviewLink);
  return (
    <PreviewContext value={preview}>
      <div className={classes.head}>
        <div className={classes.heading}>
          <VideoTitle video={video} />
          <StatusBadge video={video} />
          <SimulatedLiveBadge video={video} />
        </div>
        <VideoButtons video={video} />
      </div>
      <Deleted video={video} />
      <div className={classes.page}>
        <div className={classes.stage}>
          <VideoStage video={video} />
        </div>
        <Suspense fallback={<SectionsSkeleton />}>
          <VideoSections video={video} />
        </Suspense>
      </div>
    </PreviewContext>
  );
}

/** The plan was carried out: what is left is a row with its figures. */
function Deleted({ video: { isDeleted, deleteDate } }: { video: VideoView }) {
  const { t } = useTranslation();
  if (!isDeleted || !deleteDate) return null;
  return (
    <Alert color="orange" icon={<IconTrash />} mb="lg" title={t("videoPage.deletedTitle")}>
      {t("videoPage.deletedText", { date: plannedDateOf(deleteDate) })}
    </Alert>
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
