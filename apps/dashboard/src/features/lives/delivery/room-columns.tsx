import { Anchor } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LiveClock } from "../../../components/live/live-clock.tsx";
import type { Column } from "../../../components/ui/table/data-table.tsx";
import { StatusBadge } from "../../../components/video/status-badge.tsx";
import { dateOf } from "../../../lib/dates.ts";
import type { RoomSortField } from "./rooms-query.ts";

/** The columns of the list of rooms. */
export function useRoomColumns(): Column<VideoView, RoomSortField>[] {
  const { t } = useTranslation();
  return [
    {
      key: "title",
      title: t("delivery.live"),
      sortBy: "title",
      cell: ({ uuid, title }) => (
        <Anchor component={Link} to={`/delivery/${uuid}`} size="sm" fw={600}>
          {title}
        </Anchor>
      ),
    },
    { key: "status", title: t("delivery.state"), cell: (video) => <StatusBadge video={video} /> },
    {
      key: "delay",
      title: t("live.delay.label"),
      cell: ({ directStream }) => t(`live.delay.names.${directStream ?? "yes"}`),
    },
    {
      key: "startedAt",
      title: t("delivery.since"),
      cell: ({ live }) => (live?.startedAt ? dateOf(live.startedAt) : "–"),
    },
    { key: "clock", title: t("video.onAirFor"), cell: (video) => <LiveClock video={video} /> },
    {
      key: "viewers",
      title: t("figures.concurrentUsers"),
      sortBy: "concurrentUsers",
      firstDirection: -1,
      isEndAligned: true,
      cell: ({ stats }) => stats.concurrentUsers,
    },
  ];
}
