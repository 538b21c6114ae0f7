import { Alert, Anchor, Button, Group, Skeleton, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { canRestart, canStop, isLiveRunning } from "@shoal/domain";
import { IconPlayerPlay, IconPlayerStop, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { InputHealth } from "../../components/live/input-health.tsx";
import { RecordingLink } from "../../components/live/stage/recording-link.tsx";
import { StreamAddress } from "../../components/live/stream-address.tsx";
import { ErrorState } from "../../components/ui/states.tsx";
import { windows } from "../../components/ui/windows/windows.ts";
import { useVideoActions } from "../../components/video/video-actions.tsx";
import { VideoFault } from "../../components/video/video-fault.tsx";
import { errorText } from "../../lib/error-text.ts";
import { CameraLive } from "./capture/camera-live.tsx";
import { useCapture } from "./capture/captures.ts";
import { WindowChat } from "./chat/window-chat.tsx";
import classes from "./live-preview.module.css";
import { isLiveMissing, liveQuery } from "./live-query.ts";
import { PreviewPlayer } from "./preview-player.tsx";
import { hasPlayer, type PreviewState, previewStateOf } from "./preview-state.ts";
import { PreviewStatus } from "./preview-status.tsx";
import { RenameLive } from "./rename-live.tsx";
import { ShareLink } from "./share-link.tsx";

interface LivePreviewProps {
  uuid: string;
  windowId: string;
  /** Called after a live that was created in this window was deleted because it was never on air. */
  onDeleted: () => void;
}

/** Shows the state of a live, its video, and the settings for its encoder. */
export function LivePreview({ uuid, windowId, onDeleted }: LivePreviewProps) {
  const { t } = useTranslation();
  const running = useCapture(uuid);
  const { data: video, error, refetch } = useQuery(liveQuery(uuid));
  useReportRunning(
    windowId,
    running !== undefined || (video?.live ? isLiveRunning(video.live.state) : false),
  );
  if (isLiveMissing(error) || (error && !video))
    return (
      <div className={classes.body}>
        {isLiveMissing(error) ? (
          <Alert color="gray">{errorText(error)}</Alert>
        ) : (
          <ErrorState error={error} onRetry={refetch} />
        )}
      </div>
    );
  if (!video)
    return (
      <div className={classes.body} role="status" aria-label={t("app.loading")}>
        <Skeleton h={28} />
        <Skeleton h={180} radius="md" />
      </div>
    );
  if (!video.live)
    return (
      <div className={classes.body}>
        <Alert color="gray">{t("live.noLive")}</Alert>
      </div>
    );
  if (video.liveType === "camera")
    return (
      <div className={classes.body}>
        <RenameLive video={video} />
        <CameraLive video={video} running={running} onDeleted={onDeleted} />
        <WindowChat video={video} />
      </div>
    );
  return <PreviewContent video={video} hasPollFailed={error !== null} onRefresh={refetch} />;
}

interface PreviewContentProps {
  video: VideoView;
  hasPollFailed: boolean;
  onRefresh: () => unknown;
}

function PreviewContent({ video, hasPollFailed, onRefresh }: PreviewContentProps) {
  const { t } = useTranslation();
  /** The number of the attempt in which the player has loaded. A retry starts the next attempt. */
  const [loaded, setLoaded] = useState<number>();
  const [loading, setLoading] = useState(0);
  const state = previewStateOf({ video, hasPollFailed, isPlayerThere: loaded === loading });
  function handleRefresh(): void {
    setLoading(loading + 1);
    onRefresh();
  }
  return (
    <div className={classes.body}>
      <RenameLive video={video} />
      <PreviewStatus video={video} state={state} />
      {hasPlayer(video) && <PreviewPlayer key={loading} video={video} onThere={() => setLoaded(loading)} />}
      <VideoFault video={video} />
      <PreviewButtons video={video} state={state} onRefresh={handleRefresh} />
      <WindowChat video={video} />
      <InputHealth video={video} isCompact />
      <ShareLink video={video} />
      {video.liveType === "custom" ? (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {t("live.source.from", { url: video.sourceUrl })}
        </Text>
      ) : (
        <StreamAddress uuid={video.uuid} />
      )}
    </div>
  );
}

/** Records that a live is running, so that closing the window or leaving the page asks for confirmation. */
function useReportRunning(windowId: string, isRunning: boolean): void {
  useEffect(() => windows.note(windowId, { isRunning }), [windowId, isRunning]);
  useEffect(() => {
    if (!isRunning) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", preventUnload);
    return () => removeEventListener("beforeunload", preventUnload);
  }, [isRunning]);
}

interface PreviewButtonsProps {
  video: VideoView;
  state: PreviewState;
  onRefresh: () => void;
}

/** Offers the actions on a live next to its preview. */
function PreviewButtons({ video, state, onRefresh }: PreviewButtonsProps) {
  const { t } = useTranslation();
  const actions = useVideoActions(video);
  const isOver = canRestart(video) && (video.error || !video.live?.isOpen);
  return (
    <Group gap="xs">
      {(state === "lost" || state === "error") && (
        <Button size="xs" variant="default" leftSection={<IconRefresh size={15} />} onClick={onRefresh}>
          {t("live.refresh")}
        </Button>
      )}
      {canStop(video) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerStop size={15} />}
          disabled={actions.isRunning}
          onClick={actions.confirmStop}
        >
          {t("actions.stopLive")}
        </Button>
      )}
      {isOver && (
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={15} />}
          disabled={actions.isRunning}
          onClick={actions.confirmRestart}
        >
          {t("actions.restartLive")}
        </Button>
      )}
      {(state === "ended" || state === "error") && <RecordingLink video={video} size="xs" />}
      <Anchor component={Link} to={`/player/${video.uuid}`} size="sm" ml="auto">
        {t("live.toPage")}
      </Anchor>
    </Group>
  );
}
