import { Button, NativeSelect, Switch } from "@mantine/core";
import { CLIENT_TYPES } from "@shoal/contract";
import { IconBuildingPlus, IconBuildings, IconSearchOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AdminNav } from "../../components/admin/admin-nav.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import type { ListChange } from "../../components/ui/table/use-list-address.ts";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { useClientColumns } from "./client-columns.tsx";
import classes from "./clients-page.module.css";
import { CLIENT_LIST, type ClientListState, type ClientSortField, clientListQuery } from "./clients-query.ts";

type ClientListChange = ListChange<ClientSortField, "type" | "ending">;

/** Lists every client of the platform (§2, /admin). */
export function ClientsPage() {
  const { t } = useTranslation();
  const { state, change, size, table } = useListPage(CLIENT_LIST, clientListQuery);
  const columns = useClientColumns();
  return (
    <>
      <AdminNav />
      <PageHeader
        title={t("clients.title")}
        note={size === undefined ? "" : t("clients.count", { count: size })}
      >
        <ClientFilters state={state} change={change} />
        <Button component={Link} to="/newclient" leftSection={<IconBuildingPlus size={17} />}>
          {t("clients.newTitle")}
        </Button>
      </PageHeader>
      <DataTable
        {...table}
        caption={t("clients.title")}
        columns={columns}
        rowKey={(client) => client.uuid}
        empty={<NoClients state={state} change={change} />}
      />
    </>
  );
}

interface ClientFiltersProps {
  state: ClientListState;
  change: ClientListChange;
}

function ClientFilters({ state, change }: ClientFiltersProps) {
  const { t } = useTranslation();
  const { filters } = state;
  return (
    <>
      <SearchField
        search={state.search}
        onSearch={(search) => change({ search })}
        label={t("clients.search")}
        clearLabel={t("shared.clearSearch")}
      />
      <NativeSelect
        aria-label={t("clients.type")}
        value={filters.type}
        data={[
          { value: "", label: t("clients.everyType") },
          ...CLIENT_TYPES.map((type) => ({ value: type, label: t(`clients.types.${type}`) })),
        ]}
        onChange={(event) => change({ filters: { type: event.currentTarget.value } })}
      />
      <Switch
        className={classes.switch ?? ""}
        label={t("clients.ending")}
        checked={filters.ending !== ""}
        onChange={(event) => change({ filters: { ending: event.currentTarget.checked ? "1" : "" } })}
      />
    </>
  );
}

function NoClients({ state, change }: ClientFiltersProps) {
  const { t } = useTranslation();
  if (!state.search && !state.filters.type && !state.filters.ending)
    return <EmptyState icon={<IconBuildings size={34} />} title={t("clients.empty")} />;
  return (
    <EmptyState
      icon={<IconSearchOff size={34} />}
      title={t("shared.nothingFound")}
      text={t("shared.nothingFoundHint")}
    >
      <Button variant="default" onClick={() => change({ search: "", filters: { type: "", ending: "" } })}>
        {t("shared.clearFilters")}
      </Button>
    </EmptyState>
  );
}
