import { Button } from "@mantine/core";
import { IconListDetails, IconPlus, IconSearchOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { useSceneListColumns } from "./scene-list-columns.tsx";
import { SceneListsOnly } from "./scene-lists-only.tsx";
import { SCENE_LISTS, sceneListsQuery } from "./scene-lists-query.ts";

/** Lists the scene lists of the client (§2, /scenelist); redirects to the start page if scene lists are not available. */
export function SceneListsPage() {
  return (
    <SceneListsOnly>
      <SceneListTable />
    </SceneListsOnly>
  );
}

function SceneListTable() {
  const { t } = useTranslation();
  const { state, change, size, search, table } = useListPage(SCENE_LISTS, sceneListsQuery);
  const columns = useSceneListColumns();
  return (
    <>
      <PageHeader
        title={t("sceneLists.title")}
        note={size === undefined ? "" : t("sceneLists.count", { count: size })}
      >
        <SearchField {...search} label={t("sceneLists.search")} clearLabel={t("sceneLists.clearSearch")} />
        <NewButton />
      </PageHeader>
      <DataTable
        {...table}
        caption={t("sceneLists.title")}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        empty={<NoSceneLists isSearch={state.search !== ""} onClear={() => change({ search: "" })} />}
      />
    </>
  );
}

function NewButton() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/scenelist/new" leftSection={<IconPlus size={17} />}>
      {t("sceneLists.new")}
    </Button>
  );
}

function NoSceneLists({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  if (!isSearch)
    return (
      <EmptyState
        icon={<IconListDetails size={34} />}
        title={t("sceneLists.empty")}
        text={t("sceneLists.emptyHint")}
      >
        <NewButton />
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<IconSearchOff size={34} />}
      title={t("sceneLists.nothingFound")}
      text={t("sceneLists.nothingFoundHint")}
    >
      <Button variant="default" onClick={onClear}>
        {t("sceneLists.showAll")}
      </Button>
    </EmptyState>
  );
}
