import { Group, Progress, Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { progressOf } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import { etaOf } from "../../lib/times.ts";

/** How far upload or encoding got and how long it will take; nothing where no work goes on (§4). */
export function VideoProgress({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const percent = progressOf(video);
  if (percent === undefined) return null;
  const isUpload = video.encodingStatus === "uploading";
  const etaSec = isUpload ? video.uploadingETA : video.encodingETA;
  return (
    <Stack gap={4}>
      <Progress
        value={percent}
        size={6}
        color={isUpload ? "violet.5" : "sea.5"}
        aria-label={t(isUpload ? "progress.upload" : "progress.encoding")}
      />
      <Group justify="space-between" gap="xs">
        <Text size="xs" fw={600}>
          {t("progress.percent", { percent: Math.floor(percent) })}
        </Text>
        {etaSec !== null && (
          <Text size="xs" c="dimmed">
            {t("progress.left", { time: etaOf(etaSec) })}
          </Text>
        )}
      </Group>
    </Stack>
  );
}
