import { Button, Group, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { canRestart, type LiveStage, liveStageOf } from "@shoal/domain";
import { IconPlayerPlay } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../lib/dates.ts";
import { useMayModify } from "../../../lib/user.ts";
import { useVideoActions } from "../../video/video-actions.tsx";
import { VideoFault } from "../../video/video-fault.tsx";
import { RecordingLink } from "./recording-link.tsx";

/**
 * Replaces a live's player while there is nothing to play: shows the stage of the live, the next step and the available actions.
 */
export function LiveStagePanel({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const stage = liveStageOf(video, Date.now());
  const isOver = stage === "ended" || stage === "error";
  return (
    <>
      <Text fw={650} size="lg">
        {titleOf(video, stage, t)}
      </Text>
      {stage === "error" ? <VideoFault video={video} /> : <Text c="dimmed">{hintOf(video, stage, t)}</Text>}
      {isOver && (
        <Group gap="xs">
          <RestartButton video={video} />
          <RecordingLink video={video} />
        </Group>
      )}
    </>
  );
}

/** Restarts a live that is closed or has failed, for users who have the right to. */
function RestartButton({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const actions = useVideoActions(video);
  if (!mayModify || !needsRestart(video)) return null;
  return (
    <Button
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      disabled={actions.isRunning}
      onClick={actions.confirmRestart}
    >
      {t("actions.restartLive")}
    </Button>
  );
}

/** Whether the live must be restarted by hand: an open live goes on air automatically. */
const needsRestart = (video: VideoView): boolean => canRestart(video) && (video.error || !video.live?.isOpen);

function titleOf({ live, startDate }: VideoView, stage: LiveStage, t: TFunction): string {
  const wasOnAir = live?.startedAt !== null && live?.startedAt !== undefined;
  if (stage === "ended" && !wasOnAir) return t("liveStage.titles.notBegun");
  return t(`liveStage.titles.${stage}`, { date: startDate ? formatDateTime(startDate) : "" });
}

function hintOf({ live, liveType }: VideoView, stage: Exclude<LiveStage, "error">, t: TFunction): string {
  const type = liveType ?? "shoalRTMP";
  if (stage === "ended") return t(`liveStage.hints.${type}.${live?.isOpen ? "ended" : "closed"}`);
  if (stage === "waiting" || stage === "starting") return t(`liveStage.hints.${type}.${stage}`);
  return t(`liveStage.hints.${stage}`);
}
