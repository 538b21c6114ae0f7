import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import classes from "./select-box.module.css";

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
    <input
      type="checkbox"
      className={classes.box}
      aria-label={t("library.select", { title: video.title })}
      checked={isSelected}
      onChange={(event) => onSelect(video, event.currentTarget.checked)}
    />
  );
}
