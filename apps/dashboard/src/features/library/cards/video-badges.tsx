import { Group } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import {
  IconAlertTriangle,
  IconBolt,
  IconCalendarX,
  IconClockPlay,
  IconFolder,
  IconTrash,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { StateBadge, type StateTone } from "../../../components/ui/state-badge.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import { categoriesQuery } from "../labels-query.ts";

/** Shows the badges of a video: upload errors, schedules, deletion, categories. */
export function VideoBadges({ video }: { video: VideoView }) {
  const badges = [...usePlanBadges(video), ...useStateBadges(video), ...useCategoryBadges(video)];
  if (badges.length === 0) return null;
  return (
    <Group gap={6} align="stretch">
      {badges}
    </Group>
  );
}

const renderBadge = (key: string, tone: StateTone, icon: ReactNode, text: string) => (
  <StateBadge key={key} tone={tone} icon={icon}>
    {text}
  </StateBadge>
);

function usePlanBadges({ isDeleted, deleteDate, startDate }: VideoView): ReactNode[] {
  const { t } = useTranslation();
  const badges: ReactNode[] = [];
  if (isDeleted) {
    const text = deleteDate
      ? t("badges.deletedAt", { date: formatDateTime(deleteDate) })
      : t("badges.deleted");
    badges.push(renderBadge("deleted", "bad", <IconTrash size={14} aria-hidden />, text));
  } else if (deleteDate) {
    const text = t("badges.deletion", { date: formatDateTime(deleteDate) });
    badges.push(renderBadge("deletion", "warning", <IconCalendarX size={14} aria-hidden />, text));
  }
  if (startDate && !isDeleted && Date.parse(startDate) > Date.now()) {
    const text = t("badges.start", { date: formatDateTime(startDate) });
    badges.push(renderBadge("start", "plain", <IconClockPlay size={14} aria-hidden />, text));
  }
  return badges;
}

function useStateBadges({ type, encodingStatus, errorType, error, isAccelerated }: VideoView): ReactNode[] {
  const { t } = useTranslation();
  const isUploadError = encodingStatus === "upload_failed" || errorType === "upload_failed";
  const isLiveError = type === "live" && error && encodingStatus !== "stopped";
  const badges: ReactNode[] = [];
  if (isUploadError || isLiveError) {
    const text = t(isLiveError ? "badges.liveError" : "badges.uploadError");
    badges.push(renderBadge("error", "bad", <IconAlertTriangle size={14} aria-hidden />, text));
  }
  if (isAccelerated)
    badges.push(renderBadge("fast", "plain", <IconBolt size={14} aria-hidden />, t("badges.accelerated")));
  return badges;
}

function useCategoryBadges({ categories }: VideoView): ReactNode[] {
  const { data: known } = useQuery({ ...categoriesQuery, enabled: categories.length > 0 });
  return categories.flatMap((id) => {
    const name = known?.find((category) => category.id === id)?.name;
    return name ? [renderBadge(id, "plain", <IconFolder size={14} aria-hidden />, name)] : [];
  });
}
