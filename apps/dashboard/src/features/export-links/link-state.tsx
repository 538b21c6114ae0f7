import { Box } from "@mantine/core";
import type { ExportLinkView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { StateBadge, type StateTone } from "../../components/ui/state-badge.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import classes from "./export-links-page.module.css";

const LINK_STATE_TONES: Partial<Record<ExportLinkView["state"], StateTone>> = {
  active: "good",
  paused: "warning",
  videoDeleted: "bad",
};

/** Shows the current state of a link, and the access conditions of its video. */
export function LinkState({ link: { state, video } }: { link: ExportLinkView }) {
  const { t } = useTranslation();
  const isLater = video.startDate !== null && Date.parse(video.startDate) > Date.now();
  const notes = [
    state === "videoDeleted" && t(video.isTrashed ? "exportLinks.videoInTrash" : "exportLinks.videoGone"),
    state === "active" && video.isPassword && t("exportLinks.videoPassword"),
    state === "active" &&
      isLater &&
      t("exportLinks.videoStarts", { date: formatDateTime(video.startDate ?? "") }),
  ].filter(Boolean);
  return (
    <div className={classes.state}>
      <StateBadge tone={LINK_STATE_TONES[state] ?? "plain"}>{t(`exportLinks.states.${state}`)}</StateBadge>
      {notes.map((note) => (
        <Box key={String(note)} component="span" maw={240} c="dimmed" fz="xs" lh={1.4}>
          {note}
        </Box>
      ))}
    </div>
  );
}
