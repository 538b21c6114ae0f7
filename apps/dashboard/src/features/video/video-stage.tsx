import { Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { displayStatus } from "@shoal/domain";
import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { addressWith, PLAIN_EMBED } from "../../components/video/embed/embed-options.ts";
import { PreviewFrame } from "../../components/video/preview/preview-frame.tsx";
import { usePreview } from "../../components/video/preview/use-preview.ts";
import { Thumbnail } from "../../components/video/thumbnail.tsx";
import { VideoFault } from "../../components/video/video-fault.tsx";
import { VideoProgress } from "../../components/video/video-progress.tsx";
import classes from "./video-stage.module.css";

/** Fetched with its texts when a live has nothing to show. */
const LiveStagePanel = lazy(async () => ({
  default: (await import("../../components/live/stage/live-stage-panel.tsx")).LiveStagePanel,
}));

/** Looking after a video is not watching it: nothing plays unasked. */
const PREVIEW = { ...PLAIN_EMBED, autoplay: false };

/** The player as soon as there is something to play; until then, the progress. */
export function VideoStage({ video }: { video: VideoView }) {
  if (!video.playable || video.isDeleted) return <Waiting video={video} />;
  return (
    <div>
      <Player video={video} />
      <div className={classes.below}>
        <VideoFault video={video} />
        <VideoProgress video={video} />
      </div>
    </div>
  );
}

function Player({ video }: { video: VideoView }) {
  const preview = usePreview();
  const [search] = useSearchParams();
  const startSec = secondsIn(search.get("start"));
  useEffect(() => () => preview.attach(null), [preview]);
  return (
    <PreviewFrame
      video={video}
      address={addressWith(video.embedUrl, { ...PREVIEW, startSec })}
      className={classes.player}
      onLoad={preview.attach}
    />
  );
}

/** Whole seconds from a query parameter; 0 for anything else. */
const secondsIn = (text: string | null): number => (/^\d{1,6}$/.test(text ?? "") ? Number(text) : 0);

function Waiting({ video }: { video: VideoView }) {
  return (
    <div className={classes.waiting} role="status">
      <div className={classes.backdrop} aria-hidden>
        <Thumbnail video={{ ...video, duration: null }} />
      </div>
      <Stack className={classes.panel} gap="sm">
        {video.type === "live" && !video.isDeleted ? (
          <Suspense>
            <LiveStagePanel video={video} />
          </Suspense>
        ) : (
          <FileStage video={video} />
        )}
      </Stack>
    </div>
  );
}

function FileStage({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const status = displayStatus(video.encodingStatus) ?? "processing";
  return (
    <>
      <Text fw={650} size="lg">
        {video.isDeleted ? t("videoPage.deletedTitle") : t(`stage.${status}`)}
      </Text>
      {!video.isDeleted && (
        <>
          {video.error ? <VideoFault video={video} /> : <Text c="dimmed">{t(`stageHints.${status}`)}</Text>}
          <VideoProgress video={video} />
        </>
      )}
    </>
  );
}
