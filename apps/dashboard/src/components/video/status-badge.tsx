import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import classes from "./status-badge.module.css";
import { statusWordOf } from "./status-word.ts";

/** The status of a video in its colour and the reader's words (§4). */
export function StatusBadge({ video }: { video: Pick<VideoView, "type" | "encodingStatus"> }) {
  const { t } = useTranslation();
  const shown = statusWordOf(video);
  return (
    <span className={classes.badge} data-status={shown}>
      <span className={classes.dot} aria-hidden />
      {t(`status.${shown}`)}
    </span>
  );
}
