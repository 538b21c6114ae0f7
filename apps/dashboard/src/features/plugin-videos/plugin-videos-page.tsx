import { Button, Group, Switch } from "@mantine/core";
import { type PluginVideoItem, routes } from "@shoal/contract";
import {
  IconEye,
  IconEyeOff,
  IconFolderMinus,
  IconFolderPlus,
  IconRefresh,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { ReadOnly } from "../../components/ui/read-only.tsx";
import { ChosenActions, ChosenBar } from "../../components/ui/table/chosen-bar.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import { type Change, partsOf } from "../../components/ui/table/list-address.ts";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { type Selection, useSelectedItems } from "../../components/ui/table/use-selection.ts";
import { DelayedFigures } from "../../components/video/delayed-figures.tsx";
import { ListSearch } from "../../components/video/list-search.tsx";
import { TagFilter } from "../../components/video/tags/tag-filter.tsx";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useCan, useMayModify } from "../../lib/user.ts";
import { Collections } from "./collections/collections.tsx";
import { NoMedia } from "./no-media.tsx";
import { usePluginColumns } from "./plugin-columns.tsx";
import { PLUGIN_LIST, type PluginFilters, parseFilters, requestOf, toSearchParams } from "./plugin-list.ts";
import { collectionsQuery, pluginListQuery } from "./plugin-queries.ts";
import { PluginVersions } from "./plugin-versions.tsx";
import classes from "./plugin-videos.module.css";
import { useMediaActions } from "./use-media-actions.tsx";

const SEARCH_EXAMPLES = ["title", "tags", "description"] as const;

/** Shows the client's media on other CDNs (§2, /videosplugin), and its collections. */
export function PluginVideosPage() {
  const { t } = useTranslation();
  const { state, change, size, table, search, selection } = usePluginPage();
  const handleFilters = (filters: Change<PluginFilters>) =>
    change({ filters: (latest) => toSearchParams(partsOf(filters, parseFilters(latest))) });
  return (
    <>
      <PageHeader
        title={t("pluginVideos.title")}
        note={size === undefined ? "" : t("library.count", { count: size })}
      >
        <ReadOnly />
        <ListSearch {...search} label={t("pluginVideos.search")} examples={SEARCH_EXAMPLES} />
        <RefreshButton />
      </PageHeader>
      <div className={classes.page}>
        <Collections chosen={parseFilters(state.filters).collection} onFilters={handleFilters} />
        <div className={classes.list}>
          <MediaFilters filters={parseFilters(state.filters)} onFilters={handleFilters} />
          <PluginVersions />
          <MediaTable state={state} change={change} table={table} selection={selection} />
        </div>
      </div>
    </>
  );
}

/** The button that recomputes the figures, shown only to users with the right to do so. */
function RefreshButton() {
  const { t } = useTranslation();
  const refresh = useMutation({
    mutationFn: () => call(routes.refreshPluginVideos, {}),
    onSuccess: () => notify.success({ message: t("pluginVideos.refreshed") }),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  if (!useCan("manager")) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={17} />}
      loading={refresh.isPending}
      onClick={() => refresh.mutate()}
    >
      {t("pluginVideos.refresh")}
    </Button>
  );
}

function MediaFilters({
  filters,
  onFilters,
}: {
  filters: PluginFilters;
  onFilters: (change: Change<PluginFilters>) => void;
}) {
  const { t } = useTranslation();
  const { data } = useQuery(collectionsQuery);
  const name = data?._embedded.find(({ uuid }) => uuid === filters.collection)?.name;
  return (
    <Group gap="10px 16px" mb="md">
      <Switch
        label={t("pluginVideos.hiddenOnes")}
        checked={filters.isHidden}
        onChange={(event) => onFilters({ isHidden: event.currentTarget.checked })}
      />
      {filters.collection && (
        <Button
          size="xs"
          variant="default"
          maw="100%"
          rightSection={<IconX size={15} aria-hidden />}
          aria-label={t("pluginVideos.everyCollection")}
          onClick={() => onFilters({ collection: "" })}
        >
          {t("pluginVideos.ofCollection", { name: name ?? "…" })}
        </Button>
      )}
      <TagFilter filters={filters} onChange={onFilters} />
    </Group>
  );
}

const usePluginPage = () => useListPage(PLUGIN_LIST, (state) => pluginListQuery(requestOf(state)));

type MediaTableProps = Pick<ReturnType<typeof usePluginPage>, "state" | "change" | "table" | "selection">;

/** Shows the media, and the actions on the selected ones. */
function MediaTable({ state, change, table, selection }: MediaTableProps) {
  const { t } = useTranslation();
  const canModify = useMayModify();
  const columns = usePluginColumns(canModify ? selection : undefined);
  const { rows } = table;
  return (
    <>
      {canModify && rows && rows.length > 0 && <SelectedMediaActions items={rows} selection={selection} />}
      <DelayedFigures asOf={rows?.[0]?.figuresAsOf} />
      <DataTable
        isDense
        caption={t("pluginVideos.title")}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        {...table}
        empty={<NoMedia state={state} change={change} />}
      />
    </>
  );
}

interface SelectedMediaActionsProps {
  items: readonly PluginVideoItem[];
  selection: Selection<PluginVideoItem>;
}

/** Shows the selection of media and its bulk actions. */
function SelectedMediaActions({ items, selection }: SelectedMediaActionsProps) {
  const { t } = useTranslation();
  const chosen = [...useSelectedItems(selection).values()];
  const { hide, openLinkDialog, confirmUnlink, confirmDelete } = useMediaActions(chosen, selection.clear);
  const areHidden = chosen.length > 0 && chosen.every(({ isHidden }) => isHidden);
  const actions = [
    { text: t("pluginVideos.link"), Icon: IconFolderPlus, run: openLinkDialog },
    { text: t("pluginVideos.unlink"), Icon: IconFolderMinus, run: confirmUnlink },
    areHidden
      ? { text: t("pluginVideos.show"), Icon: IconEye, run: () => hide(false) }
      : { text: t("pluginVideos.hide"), Icon: IconEyeOff, run: () => hide(true) },
    { text: t("pluginVideos.delete"), Icon: IconTrash, run: confirmDelete },
  ];
  return (
    <ChosenBar items={items} selection={selection}>
      <ChosenActions actions={actions} isDisabled={chosen.length === 0} />
    </ChosenBar>
  );
}
