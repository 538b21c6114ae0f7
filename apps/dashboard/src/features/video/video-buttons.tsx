import { Button, Group } from "@mantine/core";
import { routes, type VideoView } from "@shoal/contract";
import { canRestart, canStop } from "@shoal/domain";
import { IconBolt, IconBoltOff, IconPlayerStop, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ReadOnly } from "../../components/ui/read-only.tsx";
import { useVideoActions, wordOf } from "../../components/video/video-actions.tsx";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useMayModify } from "../../lib/user.ts";
import { rememberVideo } from "../../lib/video-cache.ts";

/** What can be done with the video in its present state (§4). */
export function VideoButtons({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const actions = useVideoActions(video, { onDeleted: () => void navigate("/videos") });
  if (!useMayModify()) return <ReadOnly />;
  return (
    <Group gap="xs">
      {canStop(video) && !video.isDeleted && (
        <>
          {video.type === "vod" && <PaceButton video={video} />}
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={17} />}
            onClick={actions.askStop}
            disabled={actions.isRunning}
          >
            {t(`actions.${wordOf("stop", video)}`)}
          </Button>
        </>
      )}
      {canRestart(video) && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={17} />}
          onClick={actions.askRestart}
          disabled={actions.isRunning}
        >
          {t(`actions.${wordOf("restart", video)}`)}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconTrash size={17} />}
        onClick={actions.askDelete}
        disabled={actions.isRunning}
      >
        {t(`actions.${wordOf("delete", video)}`)}
      </Button>
    </Group>
  );
}

/** Puts the encoding before all others of its client, or back into its turn. */
function PaceButton({ video: { uuid, isAccelerated } }: { video: VideoView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => call(isAccelerated ? routes.decelerate : routes.accelerate, { params: { id: uuid } }),
    onSuccess(saved) {
      rememberVideo(queries, saved);
      notify.success({ message: t(`videoPage.accelerate.${saved.isAccelerated ? "started" : "ended"}`) });
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  const Icon = isAccelerated ? IconBoltOff : IconBolt;
  return (
    <Button
      variant="default"
      leftSection={<Icon size={17} />}
      title={isAccelerated ? undefined : t("videoPage.accelerate.startHint")}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      {t(isAccelerated ? "videoPage.accelerate.end" : "videoPage.accelerate.start")}
    </Button>
  );
}
