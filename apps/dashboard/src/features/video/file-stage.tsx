import { Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { displayStatus } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import { VideoFault } from "../../components/video/video-fault.tsx";
import { VideoProgress } from "../../components/video/video-progress.tsx";

/** Replaces a file's player while there is nothing to play: shows the progress of its processing, or why it failed. */
export function FileStage({ video }: { video: VideoView }) {
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
