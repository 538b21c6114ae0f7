import { Box, Group } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { formatFileSize, progressOf } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import { translateFigure } from "../../lib/figures.ts";
import { formatRemainingTime } from "../../lib/times.ts";
import classes from "./video-progress.module.css";

/**
 * Shows the progress of an upload or encoding and the remaining time; shows nothing if no work is in progress, nor for a live (§4). Uses
 * native elements without transitions: with a hundred moving bars, transitions would cause a layout in every frame.
 */
export function VideoProgress({ video }: { video: VideoView }) {
  const { t, i18n } = useTranslation();
  const percent = video.type === "live" ? undefined : progressOf(video);
  if (percent === undefined) return null;
  const isUpload = video.encodingStatus === "uploading";
  const etaSec = isUpload ? video.uploadingETA : video.encodingETA;
  // The progress of a file of unknown size cannot be given as a percentage.
  const isSizeUnknown = isUpload && video.sourceUrl !== null && !video.isSizeKnown && video.sizeBytes > 0;
  const value = isSizeUnknown ? 100 : percent;
  const size = translateFigure(formatFileSize(video.sizeBytes), i18n.language);
  return (
    <div className={classes.progress} data-upload={isUpload}>
      <Box
        h={6}
        bdrs={6}
        bg="light-dark(var(--mantine-color-gray-2), var(--mantine-color-dark-4))"
        style={{ overflow: "hidden" }}
      >
        <div
          role="progressbar"
          className={classes.bar}
          data-moving={isSizeUnknown}
          style={{ width: `${value}%` }}
          aria-label={t(isUpload ? "progress.upload" : "progress.encoding")}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={value}
          aria-valuetext={`${value}%`}
        />
      </Box>
      <Group gap="xs" justify="space-between" fz="xs" lh={1.4}>
        <Box component="span" fw={600}>
          {isSizeUnknown
            ? t("progress.fetched", { size })
            : t("progress.percent", { percent: Math.floor(percent) })}
        </Box>
        {etaSec !== null && (
          <Box component="span" c="dimmed">
            {t("progress.left", { time: formatRemainingTime(etaSec, i18n.language) })}
          </Box>
        )}
      </Group>
    </div>
  );
}
