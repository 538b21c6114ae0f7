import { Button } from "@mantine/core";
import { DIRECT_PLACES } from "@shoal/contract/player";
import { IconBolt, IconBroadcast } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PageHeader } from "../../../components/ui/page-header.tsx";
import { EmptyState } from "../../../components/ui/states.tsx";
import { DataTable } from "../../../components/ui/table/data-table.tsx";
import { useListPage } from "../../../components/ui/table/use-list-page.ts";
import { useMayModify } from "../../../lib/user.ts";
import { useRoomColumns } from "./room-columns.tsx";
import { ROOM_LIST, roomsQuery } from "./rooms-query.ts";

/** The client's lives without delay that run, each with its room (§2, /delivery). */
export function RoomsPage() {
  const { t } = useTranslation();
  const { size, table } = useListPage(ROOM_LIST, roomsQuery);
  const columns = useRoomColumns();
  return (
    <>
      <PageHeader title={t("delivery.title")} note={size ? t("delivery.count", { count: size }) : ""}>
        {size !== 0 && <FilmButton />}
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
