import { Button, Group } from "@mantine/core";
import { IconAdjustments, IconPlus, IconSearchOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { SearchField } from "../../components/ui/search-field.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { useConfigColumns } from "./config-columns.tsx";
import { CONFIG_LIST, configListQuery } from "./configs-query.ts";
import { useOpenNewConfig } from "./name-dialog.tsx";

/** The client's configs, by name. */
export function ConfigList({ isReadOnly }: { isReadOnly: boolean }) {
  const { t } = useTranslation();
  const { state, change, size, search, table } = useListPage(CONFIG_LIST, configListQuery);
  const columns = useConfigColumns();
  const isEmpty = size === 0 && !state.search;
  return (
    <>
      {!isEmpty && (
        <Group justify="space-between" mb="md">
          <SearchField {...search} label={t("configs.search")} clearLabel={t("manage.clearSearch")} />
          {!isReadOnly && <CreateButton />}
        </Group>
      )}
      <DataTable
        {...table}
        caption={t("configs.title")}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        empty={
          <NoConfigs
            isSearch={state.search !== ""}
            isReadOnly={isReadOnly}
            onClear={() => change({ search: "" })}
          />
        }
      />
    </>
  );
}

function CreateButton() {
  const { t } = useTranslation();
  const openNew = useOpenNewConfig();
  return (
    <Button leftSection={<IconPlus size={17} />} onClick={() => openNew()}>
      {t("configs.create")}
    </Button>
  );
}

interface NoConfigsProps {
  isSearch: boolean;
  isReadOnly: boolean;
  onClear: () => void;
}

function NoConfigs({ isSearch, isReadOnly, onClear }: NoConfigsProps) {
  const { t } = useTranslation();
  if (isSearch)
    return (
      <EmptyState
        icon={<IconSearchOff size={34} />}
        title={t("manage.nothingFound")}
        text={t("manage.nothingFoundHint")}
      >
        <Button variant="default" onClick={onClear}>
          {t("manage.clearSearch")}
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState icon={<IconAdjustments size={34} />} title={t("configs.empty")} text={t("configs.emptyHint")}>
      {!isReadOnly && <CreateButton />}
    </EmptyState>
  );
}
