import { Button, Text } from "@mantine/core";
import { IconPlayerTrackNext, IconPlus, IconSearchOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { outroListQuery } from "../../components/outros/outros-query.ts";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { ReadOnly } from "../../components/ui/read-only.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import type { ListShape } from "../../components/ui/table/list-address.ts";
import { useExistingPage, useListAddress } from "../../components/ui/table/use-list-address.ts";
import { useMayModify } from "../../lib/user.ts";
import { useOutroColumns } from "./outro-columns.tsx";

/** The api answers what was changed last first. */
const OUTRO_LIST: ListShape<never, never> = { sortFields: [], defaultSort: {}, filters: [] };

/** What the client's videos end with, and what viewers do there. */
export function OutrosPage() {
  const { t } = useTranslation();
  const [state, change] = useListAddress(OUTRO_LIST);
  const list = useQuery(outroListQuery(state));
  useExistingPage(list, state, change);
  const columns = useOutroColumns();
  const size = list.data?._size;
  return (
    <>
      <PageHeader
        title={t("outros.title")}
        note={size === undefined ? "" : t("outros.count", { count: size })}
      >
        <ReadOnly />
        <SearchField
          search={state.search}
          onSearch={(search) => change({ search })}
          label={t("outros.search")}
          clearLabel={t("outros.clearSearch")}
        />
        <NewButton />
      </PageHeader>
      <DataTable
        caption={t("outros.title")}
        columns={columns}
        rows={list.data?._embedded}
        rowKey={({ id }) => id}
        size={size ?? 0}
        page={state.page}
        pageSize={state.pageSize}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        onPage={change}
        isStale={list.isPlaceholderData}
        error={list.error}
        onRetry={list.refetch}
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
