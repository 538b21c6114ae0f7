import { Button, Select } from "@mantine/core";
import { routes } from "@shoal/contract";
import { IconDownload, IconHistory, IconSearchOff } from "@tabler/icons-react";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AdminNav } from "../../components/admin/admin-nav.tsx";
import { DateField } from "../../components/ui/form/date-field.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import type { ListChange } from "../../components/ui/table/use-list-address.ts";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { useViewedClient } from "../../lib/client-view.ts";
import { errorText } from "../../lib/error-text.ts";
import { fetchFile } from "../../lib/fetch-file.ts";
import { findOptions } from "../../lib/find-options.ts";
import { notify } from "../../lib/notify.ts";
import { saveResponse } from "../../lib/save-response.ts";
import { call } from "../../lib/session.ts";
import { useCan } from "../../lib/user.ts";
import { listActions } from "./log-actions.ts";
import { useLogColumns } from "./log-columns.tsx";
import {
  filterOf,
  LOG_LIST,
  type LogFilterName,
  type LogListState,
  type LogSortField,
} from "./log-filter.ts";
import classes from "./logs-page.module.css";

/** Query for a page of the audit log. */
const logListQuery = (state: LogListState) =>
  queryOptions({
    queryKey: ["logs", state],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { page, pageSize, sort } = state;
      return call(
        routes.listLogs,
        { query: { page, pagesize: pageSize, sort, ...filterOf(state) } },
        { signal },
      );
    },
  });

interface PartProps {
  state: LogListState;
  change: ListChange<LogSortField, LogFilterName>;
}
const NO_FILTERS = { type: "", from: "", to: "" };

/** Lists the actions of users (§7): in the user's client or, for an administrator, in the viewed client or all clients. */
export function LogsPage() {
  const { t } = useTranslation();
  const { state, change, size, search, table } = useListPage(LOG_LIST, logListQuery);
  const isAdmin = useCan("admin");
  const view = useViewedClient();
  const columns = useLogColumns(isAdmin);
  return (
    <>
      {isAdmin && <AdminNav />}
      <PageHeader
        title={view ? t("logs.titleOf", { name: view.name }) : t("logs.title")}
        note={size === undefined ? "" : t("logs.count", { count: size })}
      >
        <SearchField {...search} label={t("logs.search")} clearLabel={t("shared.clearSearch")} />
        <DownloadButton state={state} isOff={size === 0} />
      </PageHeader>
      <LogFilters state={state} change={change} />
      <DataTable
        {...table}
        caption={t("logs.title")}
        columns={columns}
        rowKey={(entry) => String(entry.id)}
        empty={<NoEntries state={state} change={change} />}
      />
    </>
  );
}

function LogFilters({ state, change }: PartProps) {
  const { t } = useTranslation();
  const { filters } = state;
  const set = (next: Partial<typeof filters>) => change({ filters: next });
  return (
    <div className={classes.filters}>
      <Select
        searchable
        clearable
        label={t("logs.action")}
        placeholder={t("logs.everyAction")}
        nothingFoundMessage={t("shared.nothingFound")}
        maxDropdownHeight={320}
        data={listActions()}
        filter={findOptions}
        value={filters.type || null}
        onChange={(type) => set({ type: type ?? "" })}
      />
      <DateField
        label={t("logs.from")}
        max={filters.to}
        value={filters.from}
        onChange={(from) => set({ from })}
      />
      <DateField label={t("logs.to")} min={filters.from} value={filters.to} onChange={(to) => set({ to })} />
    </div>
  );
}

function DownloadButton({ state, isOff }: Pick<PartProps, "state"> & { isOff: boolean }) {
  const { t } = useTranslation();
  const download = useMutation({
    mutationFn: () => saveLog(state),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} />}
      disabled={isOff}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t("logs.download")}
    </Button>
  );
}

function NoEntries({ state, change }: PartProps) {
  const { t } = useTranslation();
  if (!state.search && Object.values(state.filters).every((filter) => !filter))
    return <EmptyState icon={<IconHistory size={34} />} title={t("logs.empty")} text={t("logs.emptyHint")} />;
  return (
    <EmptyState
      icon={<IconSearchOff size={34} />}
      title={t("shared.nothingFound")}
      text={t("shared.nothingFoundHint")}
    >
      <Button variant="default" onClick={() => change({ search: "", filters: NO_FILTERS })}>
        {t("shared.clearFilters")}
      </Button>
    </EmptyState>
  );
}

/**
 * Saves the matching entries as a CSV file, under the name given by the server.
 * @throws AppError of the call.
 */
async function saveLog(state: Pick<LogListState, "search" | "filters">): Promise<void> {
  const query = new URLSearchParams(filterOf(state) as Record<string, string>);
  await saveResponse(await fetchFile(`${routes.exportLogs.path}?${query}`, {}), "shoal-log.csv");
}
