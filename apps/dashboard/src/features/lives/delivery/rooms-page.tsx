import { Button } from "@mantine/core";
import { DIRECT_PLACES } from "@shoal/contract";
import { IconBolt, IconBroadcast } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PageHeader } from "../../../components/ui/page-header.tsx";
import { EmptyState } from "../../../components/ui/states.tsx";
import { DataTable } from "../../../components/ui/table/data-table.tsx";
import { useExistingPage, useListAddress } from "../../../components/ui/table/use-list-address.ts";
import { useMayModify } from "../../../lib/user.ts";
import { useRoomColumns } from "./room-columns.tsx";
import { ROOM_LIST, roomsQuery } from "./rooms-query.ts";

/** The client's lives without delay that run, each with its room (§2, /delivery). */
export function RoomsPage() {
  const { t } = useTranslation();
  const [state, change] = useListAddress(ROOM_LIST);
  const list = useQuery(roomsQuery(state));
  useExistingPage(list, state, change);
  const columns = useRoomColumns();
  const size = list.data?._size;
  return (
    <>
      <PageHeader title={t("delivery.title")} note={size ? t("delivery.count", { count: size }) : ""}>
        {size !== 0 && <FilmButton />}
      </PageHeader>
      <DataTable
        caption={t("delivery.title")}
        columns={columns}
        rows={list.data?._embedded}
        rowKey={({ uuid }) => uuid}
        size={size ?? 0}
        page={state.page}
        pageSize={state.pageSize}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        onPage={change}
        isStale={list.isPlaceholderData}
        error={list.error}
        onRetry={list.refetch}
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
      <FilmButton />
    </EmptyState>
  );
}

function FilmButton() {
  const { t } = useTranslation();
  if (!useMayModify()) return null;
  return (
    <Button component={Link} to="/directstream" leftSection={<IconBroadcast size={17} />}>
      {t("live.delay.page")}
    </Button>
  );
}
