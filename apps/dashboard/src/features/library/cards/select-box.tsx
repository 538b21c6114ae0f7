import { Checkbox } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";

/** Chooses a video for what is done with many. */
export function SelectBox({
  video,
  isSelected,
  onSelect,
}: {
  video: VideoView;
  isSelected: boolean;
  onSelect: (video: VideoView, isSelected: boolean) => void;
}) {
  const { t } = useTranslation();
  return (
    <Checkbox
      aria-label={t("library.select", { title: video.title })}
      checked={isSelected}
      onChange={(event) => onSelect(video, event.currentTarget.checked)}
    />
  );
}
