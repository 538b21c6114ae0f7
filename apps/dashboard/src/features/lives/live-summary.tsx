import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { statusKeyOf, statusText } from "../../components/video/status-key.ts";
import { videoQuery } from "../../lib/video-cache.ts";

/** Shows a window's live and its status, also while the window is minimised. */
export function LiveSummary({ uuid }: { uuid: string }) {
  const { data: video } = useQuery(videoQuery(uuid));
  if (!video) return null;
  return (
    <Text size="xs" c="dimmed" truncate title={video.title}>
      {statusKeyOf(video) !== "live_stopped" && `${statusText(video)} · `}
      {video.title}
    </Text>
  );
}
