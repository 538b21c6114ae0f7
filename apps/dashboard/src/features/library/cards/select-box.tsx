import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { type Selection, useIsChosen } from "../use-selection.ts";
import classes from "./select-box.module.css";

/** Chooses a video for what is done with many. */
export function SelectBox({ video, selection }: { video: VideoView; selection: Selection }) {
  const { t } = useTranslation();
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={t("library.select", { title: video.title })}
      checked={useIsChosen(selection, video.uuid)}
      onChange={(event) => selection.select(video, event.currentTarget.checked)}
    />
  );
}
