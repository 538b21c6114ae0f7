import { Anchor, Button, Group } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { canRestart, canStop } from "@shoal/domain";
import { IconPlayerPlay, IconPlayerStop, IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useVideoActions } from "../../components/video/video-actions.tsx";
import type { PreviewState } from "./preview-state.ts";

interface PreviewButtonsProps {
  video: VideoView;
  state: PreviewState;
  onRefresh: () => void;
}

/** What can be done with a live while one looks at it. */
export function PreviewButtons({ video, state, onRefresh }: PreviewButtonsProps) {
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
          onClick={actions.askStop}
        >
          {t("actions.stopLive")}
        </Button>
      )}
      {isOver && (
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={15} />}
          disabled={actions.isRunning}
          onClick={actions.askRestart}
        >
          {t("actions.restartLive")}
        </Button>
      )}
      <Anchor component={Link} to={`/player/${video.uuid}`} size="sm" ml="auto">
        {t("live.toPage")}
      </Anchor>
    </Group>
  );
}
