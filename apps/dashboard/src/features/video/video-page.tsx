import { Alert, Button } from "@mantine/core";
import { AppError, type VideoView } from "@shoal/contract";
import { IconMovieOff, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { BackLink } from "../../components/ui/back-link.tsx";
import { UnsavedChanges } from "../../components/ui/form/unsaved-changes.tsx";
import { usePageTitle } from "../../components/ui/page-title.ts";
import { EmptyState, ErrorState } from "../../components/ui/states.tsx";
import { createPreviewLink } from "../../components/video/preview/preview-link.ts";
import { PreviewContext } from "../../components/video/preview/use-preview.ts";
import { errorText } from "../../lib/error-text.ts";
import { scheduledDateOf } from "../../lib/local-moment.ts";
import { videoQuery } from "../../lib/video-cache.ts";
import { TabPanels, useVideoTabs } from "./tabs/video-tabs.tsx";
import { VideoHeader } from "./video-header.tsx";
import classes from "./video-page.module.css";
import { GlanceSkeleton, VideoPageSkeleton } from "./video-page-skeleton.tsx";
import { VideoStage } from "./video-stage.tsx";

/** The line about privacy, loaded after the player. */
const LazyPrivacySummary = lazy(async () => ({
  default: (await import("./privacy/privacy-summary.tsx")).PrivacySummary,
}));

/** Shows everything about one video (§2, /player/{uuid}). */
export function VideoPage() {
  const { t } = useTranslation();
  const { uuid = "" } = useParams();
  const { data: video, error, refetch } = useQuery(videoQuery(uuid));
  usePageTitle(video?.title);
  const isGone = error instanceof AppError && ["video_not_found", "bad_request"].includes(error.code);
  return (
    <>
      <BackLink to="/videos">{t("video.back")}</BackLink>
      {isGone && <DeletedVideoNotice />}
      {!isGone && video && (
        <UnsavedChanges key={uuid}>
          <VideoContent video={video} />
        </UnsavedChanges>
      )}
      {!isGone && !video && error && <ErrorState error={error} onRetry={refetch} />}
      {!video && !error && <VideoPageSkeleton />}
    </>
  );
}

function VideoContent({ video }: { video: VideoView }) {
  const [preview] = useState(createPreviewLink);
  const tabs = useVideoTabs(video);
  return (
    <PreviewContext value={preview}>
      <VideoHeader video={video} tabs={tabs} />
      <DeletedVideo video={video} />
      <div className={classes.page} data-tab={tabs.current}>
        <div className={classes.stage}>
          <VideoStage video={video} />
          <Suspense fallback={<GlanceSkeleton />}>
            <LazyPrivacySummary video={video} />
          </Suspense>
        </div>
        <TabPanels video={video} tabs={tabs} />
      </div>
    </PreviewContext>
  );
}

/** Shows a video whose scheduled deletion was carried out: only its figures remain. */
function DeletedVideo({ video: { isDeleted, deleteDate } }: { video: VideoView }) {
  const { t } = useTranslation();
  if (!isDeleted || !deleteDate) return null;
  return (
    <Alert color="orange" icon={<IconTrash />} mb="lg" title={t("videoPage.deletedTitle")}>
      {t("videoPage.deletedText", { date: scheduledDateOf(deleteDate) })}
    </Alert>
  );
}

function DeletedVideoNotice() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={<IconMovieOff size={34} />} title={errorText(new AppError("video_not_found"))}>
      <Button component={Link} to="/videos" variant="default">
        {t("video.back")}
      </Button>
    </EmptyState>
  );
}
