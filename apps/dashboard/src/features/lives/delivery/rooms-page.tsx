import { Anchor, Button } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { DIRECT_PLACES } from "@shoal/contract/player";
import { IconBolt, IconBroadcast } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LiveClock } from "../../../components/live/live-clock.tsx";
import { PageHeader } from "../../../components/ui/page-header.tsx";
import { EmptyState } from "../../../components/ui/states.tsx";
import { type Column, DataTable } from "../../../components/ui/table/data-table.tsx";
import { useListPage } from "../../../components/ui/table/use-list-page.ts";
import { StatusBadge } from "../../../components/video/status-badge.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import { useMayModify } from "../../../lib/user.ts";
import { ROOM_LIST, type RoomSortField, roomsQuery } from "./rooms-query.ts";

/** Lists the client's running lives without delay, each with its room (§2, /delivery). */
export function RoomsPage() {
  const { t } = useTranslation();
  const { size, table } = useListPage(ROOM_LIST, roomsQuery);
  const columns = useRoomColumns();
  return (
    <>
      <PageHeader title={t("delivery.title")} note={size ? t("delivery.count", { count: size }) : ""}>
        {size !== 0 && <StartLiveButton />}
      </PageHeader>
      <DataTable
        {...table}
        caption={t("delivery.title")}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        empty={<NoRooms />}
      />
    </>
  );
}

function NoRooms() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconBolt size={34} />}
      title={t("delivery.empty")}
      text={t("delivery.emptyHint", { places: DIRECT_PLACES })}
    >
      <StartLiveButton />
    </EmptyState>
  );
}

function StartLiveButton() {
  const { t } = useTranslation();
  if (!useMayModify()) return null;
  return (
    <Button component={Link} to="/directstream" leftSection={<IconBroadcast size={17} />}>
      {t("live.delay.page")}
    </Button>
  );
}

/** Returns the columns of the list of rooms. */
function useRoomColumns(): Column<VideoView, RoomSortField>[] {
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
      cell: ({ live }) => (live?.startedAt ? formatDateTime(live.startedAt) : "–"),
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
