import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import type { ListShape } from "../../components/ui/table/list-address.ts";
import { useExistingPage, useListAddress } from "../../components/ui/table/use-list-address.ts";
import { useTrashColumns } from "./trash-columns.tsx";
import { trashQuery } from "./trash-query.ts";

/** The api answers the latest first; nothing sorts or filters here. */
const TRASH_LIST: ListShape<never, never> = { sortFields: [], defaultSort: {}, filters: [] };

/** Deleted videos that can still be restored. */
export function TrashPage() {
  const { t } = useTranslation();
  const [state, change] = useListAddress(TRASH_LIST);
  const list = useQuery(trashQuery(state));
  useExistingPage(list, state, change);
  const columns = useTrashColumns();
  const size = list.data?._size;
  return (
    <>
      <PageHeader
        title={t("trash.title")}
        note={size === undefined ? "" : t("trash.count", { count: size })}
      />
      <DataTable
        caption={t("trash.title")}
        columns={columns}
        rows={list.data?._embedded}
        rowKey={({ video }) => video.uuid}
        size={size ?? 0}
        page={state.page}
        pageSize={state.pageSize}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        onPage={change}
        isStale={list.isPlaceholderData}
        error={list.error}
        onRetry={list.refetch}
        empty={
          <EmptyState icon={<IconTrash size={34} />} title={t("trash.empty")} text={t("trash.emptyHint")} />
        }
      />
    </>
  );
}
