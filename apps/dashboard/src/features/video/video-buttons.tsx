import { Button, Group } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { canRestart, canStop } from "@shoal/domain";
import { IconPlayerStop, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ReadOnly } from "../../components/ui/read-only.tsx";
import { useVideoActions } from "../../components/video/video-actions.tsx";
import { useMayModify } from "../../lib/user.ts";

/** What can be done with the video in its present state (§4). */
export function VideoButtons({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const actions = useVideoActions(video, { onDeleted: () => void navigate("/videos") });
  if (!useMayModify()) return <ReadOnly />;
  return (
    <Group gap="xs">
      {canStop(video) && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={17} />}
          onClick={actions.askStop}
          disabled={actions.isRunning}
        >
          {t("actions.stop")}
        </Button>
      )}
      {canRestart(video) && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={17} />}
          onClick={actions.askRestart}
          disabled={actions.isRunning}
        >
          {t("actions.restart")}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconTrash size={17} />}
        onClick={actions.askDelete}
        disabled={actions.isRunning}
      >
        {t("actions.delete")}
      </Button>
    </Group>
  );
}
