import { SegmentedControl } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";

type VideoType = VideoView["type"];
const VIDEO_TYPES: readonly VideoType[] = ["live", "vod"];

interface TypeChoiceProps {
  value: VideoType;
  /** Switches to the form for the other type. */
  onOther: () => void;
}

/** Selects whether a new video is a live or a VOD (§2), which have separate forms. */
export function TypeChoice({ value, onOther }: TypeChoiceProps) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      fullWidth
      aria-label={t("newVideos.type")}
      value={value}
      data={VIDEO_TYPES.map((type) => ({ value: type, label: t(`newVideos.types.${type}`) }))}
      onChange={(type) => type !== value && onOther()}
    />
  );
}
