import { Anchor, Button, Group, Text } from "@mantine/core";
import type { ConfigView } from "@shoal/contract";
import { IconAdjustments, IconPlus, IconSearchOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { SearchField } from "../../components/ui/search-field.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { type Column, DataTable } from "../../components/ui/table/data-table.tsx";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { formatDay } from "../../lib/dates.ts";
import { ConfigBadge } from "./config-badge.tsx";
import classes from "./configs.module.css";
import { CONFIG_LIST, configListQuery } from "./configs-query.ts";
import { useOpenNewConfig } from "./name-dialog.tsx";

/** Lists the client's configs by name. */
export function ConfigList({ isReadOnly }: { isReadOnly: boolean }) {
  const { t } = useTranslation();
  const { state, change, size, search, table } = useListPage(CONFIG_LIST, configListQuery);
  const columns = useConfigColumns();
  const isEmpty = size === 0 && !state.search;
  return (
    <>
      {!isEmpty && (
        <Group justify="space-between" mb="md">
          <SearchField {...search} label={t("configs.search")} clearLabel={t("shared.clearSearch")} />
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
        title={t("shared.nothingFound")}
        text={t("shared.nothingFoundHint")}
      >
        <Button variant="default" onClick={onClear}>
          {t("shared.clearSearch")}
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState icon={<IconAdjustments size={34} />} title={t("configs.empty")} text={t("configs.emptyHint")}>
      {!isReadOnly && <CreateButton />}
    </EmptyState>
  );
}

/** Returns the columns of the list of configs. */
function useConfigColumns(): Column<ConfigView, "name">[] {
  const { t } = useTranslation();
  return [
    { key: "name", title: t("configs.name"), cell: (config) => <ConfigName config={config} /> },
    {
      key: "key",
      title: t("configs.key"),
      cell: ({ key }) => <code className={classes.key}>{key}</code>,
    },
    {
      key: "rules",
      title: t("configs.rules"),
      cell: ({ rules }) => t("configs.ruleCount", { count: Object.keys(rules).length }),
    },
    {
      key: "sites",
      title: t("configs.sites"),
      cell: ({ sites }) =>
        sites.length === 0 ? (
          <Text c="dimmed" size="sm">
            {t("configs.everySite")}
          </Text>
        ) : (
          t("configs.siteCount", { count: sites.length })
        ),
    },
    {
      key: "createdAt",
      title: t("configs.createdAt"),
      isEndAligned: true,
      cell: ({ createdAt }) => formatDay(createdAt),
    },
  ];
}

function ConfigName({ config }: { config: ConfigView }) {
  return (
    <span className={classes.name}>
      <Anchor
        component={Link}
        to={`/config?config=${config.uuid}`}
        fw={600}
        style={{ overflowWrap: "anywhere" }}
      >
        {config.name}
      </Anchor>
      <ConfigBadge config={config} />
    </span>
  );
}
