import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import type { ListShape } from "../../components/ui/table/list-address.ts";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { useTrashColumns } from "./trash-columns.tsx";
import { trashQuery } from "./trash-query.ts";

/** The list of the trash, which the API sorts latest first, without other sort orders or filters. */
const TRASH_LIST: ListShape<never, never> = { sortFields: [], defaultSort: {}, filters: [] };

/** Lists deleted videos that can still be restored. */
export function TrashPage() {
  const { t } = useTranslation();
  const { size, table } = useListPage(TRASH_LIST, trashQuery);
  const columns = useTrashColumns();
  return (
    <>
      <PageHeader
        title={t("trash.title")}
        note={size === undefined ? "" : t("trash.count", { count: size })}
      />
      <DataTable
        {...table}
        caption={t("trash.title")}
        columns={columns}
        rowKey={({ video }) => video.uuid}
        empty={
          <EmptyState icon={<IconTrash size={34} />} title={t("trash.empty")} text={t("trash.emptyHint")} />
        }
      />
    </>
  );
}
