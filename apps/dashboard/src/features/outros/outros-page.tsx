import { Button, Text } from "@mantine/core";
import { IconPlayerTrackNext, IconPlus, IconSearchOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { outroListQuery } from "../../components/outros/outros-query.ts";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { ReadOnly } from "../../components/ui/read-only.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import type { ListShape } from "../../components/ui/table/list-address.ts";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { useMayModify } from "../../lib/user.ts";
import { useOutroColumns } from "./outro-columns.tsx";

/** The list of outros, which the API sorts by latest change. */
const OUTRO_LIST: ListShape<never, never> = { sortFields: [], defaultSort: {}, filters: [] };

/** Lists the client's outros with their clicks. */
export function OutrosPage() {
  const { t } = useTranslation();
  const { state, change, list, size, search, table } = useListPage(OUTRO_LIST, outroListQuery);
  const columns = useOutroColumns();
  return (
    <>
      <PageHeader
        title={t("outros.title")}
        note={size === undefined ? "" : t("outros.count", { count: size })}
      >
        <ReadOnly />
        <SearchField {...search} label={t("outros.search")} clearLabel={t("outros.clearSearch")} />
        <NewButton />
      </PageHeader>
      <DataTable
        {...table}
        caption={t("outros.title")}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<NoOutros search={state.search} onClear={() => change({ search: "" })} />}
      />
      {list.data?._embedded.some(({ figures }) => figures === null) && (
        <Text size="sm" c="dimmed" role="status" mt="sm">
          {t("outros.unknownHint")}
        </Text>
      )}
    </>
  );
}

function NewButton() {
  const { t } = useTranslation();
  if (!useMayModify()) return null;
  return (
    <Button component={Link} to="/outros/new" leftSection={<IconPlus size={17} />}>
      {t("outros.new")}
    </Button>
  );
}

function NoOutros({ search, onClear }: { search: string; onClear: () => void }) {
  const { t } = useTranslation();
  if (!search)
    return (
      <EmptyState
        icon={<IconPlayerTrackNext size={34} />}
        title={t("outros.empty")}
        text={t("outros.emptyHint")}
      />
    );
  return (
    <EmptyState icon={<IconSearchOff size={34} />} title={t("outros.nothingFound")}>
      <Button variant="default" onClick={onClear}>
        {t("outros.clearSearch")}
      </Button>
    </EmptyState>
  );
}
