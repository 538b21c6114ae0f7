import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { statusWordOf } from "../../components/video/status-word.ts";
import { videoQuery } from "../../lib/video-cache.ts";

/** Which live a window is about and how it is, also while the window is reduced. */
export function LiveSummary({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const { data: video } = useQuery(videoQuery(uuid));
  if (!video) return null;
  const word = statusWordOf(video);
  return (
    <Text size="xs" c="dimmed" truncate title={video.title}>
      {word !== "live_stopped" && `${t(`status.${word}`)} · `}
      {video.title}
    </Text>
  );
}
