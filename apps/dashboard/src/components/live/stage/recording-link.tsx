import { Button } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconVideo } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

interface RecordingLinkProps {
  video: Pick<VideoView, "uuid" | "archivesFromLive" | "archivesFromLiveSize">;
  size?: "xs" | "sm";
}

/**
 * Links to the recording of a live, or to the list of several; shows nothing while the live has no recording. Uses the texts of the
 * "liveStage" area.
 */
export function RecordingLink({ video, size = "sm" }: RecordingLinkProps) {
  const { t } = useTranslation();
  const { uuid, archivesFromLive, archivesFromLiveSize: count } = video;
  if (count === 0) return null;
  const [only] = archivesFromLive;
  return (
    <Button
      component={Link}
      to={count === 1 && only ? `/player/${only}` : `/player/${uuid}?section=archives`}
      size={size}
      variant="default"
      leftSection={<IconVideo size={16} aria-hidden />}
    >
      {t("liveStage.watch", { count })}
    </Button>
  );
}
