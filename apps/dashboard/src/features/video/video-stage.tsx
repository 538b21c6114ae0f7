import { Stack } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { lazy, Suspense, useEffect } from "react";
import { useSearchParams } from "react-router";
import { DEFAULT_EMBED_OPTIONS, urlWithOptions } from "../../components/video/embed/embed-options.ts";
import { PreviewFrame } from "../../components/video/preview/preview-frame.tsx";
import { usePreview } from "../../components/video/preview/use-preview.ts";
import { Thumbnail } from "../../components/video/thumbnail.tsx";
import { VideoFault } from "../../components/video/video-fault.tsx";
import { VideoProgress } from "../../components/video/video-progress.tsx";
import classes from "./video-stage.module.css";

/** The state of a file, loaded with its texts if there is nothing to play. */
const LazyFileStage = lazy(async () => ({ default: (await import("./file-stage.tsx")).FileStage }));
const LazyLiveStagePanel = lazy(async () => ({
  default: (await import("../../components/live/stage/live-stage-panel.tsx")).LiveStagePanel,
}));

/** Embed options without autoplay: users who manage a video do not want to watch it on every visit. */
const PREVIEW_OPTIONS = { ...DEFAULT_EMBED_OPTIONS, autoplay: false };

/** Shows the player once the video can be played, and the progress before that. */
export function VideoStage({ video }: { video: VideoView }) {
  if (!video.playable || video.isDeleted) return <StageProgress video={video} />;
  return (
    <div>
      <StagePlayer video={video} />
      <div className={classes.below}>
        <VideoFault video={video} />
        <VideoProgress video={video} />
      </div>
    </div>
  );
}

function StagePlayer({ video }: { video: VideoView }) {
  const preview = usePreview();
  const [search] = useSearchParams();
  const startSec = parseSeconds(search.get("start"));
  useEffect(() => () => preview.attach(null), [preview]);
  return (
    <PreviewFrame
      video={video}
      address={urlWithOptions(video.embedUrl, { ...PREVIEW_OPTIONS, startSec })}
      className={classes.player}
      onLoad={preview.attach}
    />
  );
}

/** Reads whole seconds from a query parameter; 0 if the parameter is missing or invalid. */
const parseSeconds = (text: string | null): number => (/^\d{1,6}$/.test(text ?? "") ? Number(text) : 0);

function StageProgress({ video }: { video: VideoView }) {
  return (
    <div className={classes.waiting} role="status">
      <div className={classes.backdrop} aria-hidden>
        <Thumbnail video={{ ...video, duration: null }} />
      </div>
      <Stack className={classes.panel} gap="sm">
        <Suspense>
          {video.type === "live" && !video.isDeleted ? (
            <LazyLiveStagePanel video={video} />
          ) : (
            <LazyFileStage video={video} />
          )}
        </Suspense>
      </Stack>
    </div>
  );
}
