import { Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { displayStatus } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import { Thumbnail } from "../../components/video/thumbnail.tsx";
import { VideoFault } from "../../components/video/video-fault.tsx";
import { VideoProgress } from "../../components/video/video-progress.tsx";
import { PLAYER_ALLOWANCES } from "../../lib/sharing.ts";
import classes from "./video-stage.module.css";

/** The player as soon as there is something to play; before that, what is going on. */
export function VideoStage({ video }: { video: VideoView }) {
  if (!video.playable) return <Waiting video={video} />;
  return (
    <div>
      <iframe src={video.embedUrl} title={video.title} allow={PLAYER_ALLOWANCES} className={classes.player} />
      <div className={classes.below}>
        <VideoFault video={video} />
        <VideoProgress video={video} />
      </div>
    </div>
  );
}

function Waiting({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const status = displayStatus(video.encodingStatus);
  return (
    <div className={classes.waiting} role="status">
      <div className={classes.backdrop} aria-hidden>
        <Thumbnail video={{ ...video, duration: null }} />
      </div>
      <Stack className={classes.panel} gap="sm">
        <Text fw={650} size="lg">
          {t(`stage.${status}`)}
        </Text>
        {video.error ? <VideoFault video={video} /> : <Text c="dimmed">{t(`stageHints.${status}`)}</Text>}
        <VideoProgress video={video} />
      </Stack>
    </div>
  );
}
