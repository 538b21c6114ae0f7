import type { ExportLinkView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { dateOf } from "../../lib/dates.ts";
import classes from "./export-links-page.module.css";

/** What a link is now, and what its video asks of viewers. */
export function LinkState({ link: { state, video } }: { link: ExportLinkView }) {
  const { t } = useTranslation();
  const isLater = video.startDate !== null && Date.parse(video.startDate) > Date.now();
  const notes = [
    state === "videoDeleted" && t(video.isTrashed ? "exportLinks.videoInTrash" : "exportLinks.videoGone"),
    state === "active" && video.isPassword && t("exportLinks.videoPassword"),
    state === "active" && isLater && t("exportLinks.videoStarts", { date: dateOf(video.startDate ?? "") }),
  ].filter(Boolean);
  return (
    <div className={classes.state}>
      <span className={classes.badge} data-state={state}>
        {t(`exportLinks.states.${state}`)}
      </span>
      {notes.map((note) => (
        <span key={String(note)} className={classes.note}>
          {note}
        </span>
      ))}
    </div>
  );
}
