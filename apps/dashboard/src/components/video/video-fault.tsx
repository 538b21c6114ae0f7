import { Group, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./video-fault.module.css";

type VideoWithFault = Pick<VideoView, "error" | "errorType" | "type" | "encodingStatus">;

/** Shows the critical error of a video in the reader's language (§8). A stopped live has no error. */
export function VideoFault({ video }: { video: VideoWithFault }) {
  const { t } = useTranslation();
  if (!video.error || (video.type === "live" && video.encodingStatus === "stopped")) return null;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" fz={13} lh={1.4} c="light-dark(#9b1c1c, #ffb3b3)">
      <IconAlertTriangle
        size={16}
        role="img"
        aria-label={t("video.criticalErrors")}
        className={classes.icon}
      />
      <Text size="sm" inherit>
        {video.errorType
          ? t("video.criticalError", { reason: t(`videoErrors.${video.errorType}`) })
          : t("video.criticalErrors")}
      </Text>
    </Group>
  );
}
