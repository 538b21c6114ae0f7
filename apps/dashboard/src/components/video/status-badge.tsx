import type { VideoView } from "@shoal/contract";
import { canStop } from "@shoal/domain";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { serverStateQuery } from "../../lib/server-state.ts";
import classes from "./status-badge.module.css";
import { type StatusSubject, statusKeyOf, statusText } from "./status-key.ts";

/** Shows the status of a video in its colour and in the reader's language (§4). */
export function StatusBadge({ video }: { video: StatusSubject }) {
  const { t } = useTranslation();
  const waitsForDisk = useIsWaitingForDisk(video);
  return (
    <span
      className={classes.badge}
      data-status={waitsForDisk ? "waits_for_disk" : statusKeyOf(video)}
      title={waitsForDisk ? t("status.waitsForDiskHint") : undefined}
    >
      <span className={classes.dot} aria-hidden />
      {waitsForDisk ? t("status.waits_for_disk") : statusText(video)}
    </span>
  );
}

/** Whether a video's encoding waits because the disk is full. Lives continue. */
function useIsWaitingForDisk(video: Pick<VideoView, "type" | "encodingStatus">): boolean {
  const isInWork = video.type === "vod" && canStop(video);
  const { data } = useQuery({ ...serverStateQuery, enabled: isInWork });
  return isInWork && data?.encodingsWait === true;
}
