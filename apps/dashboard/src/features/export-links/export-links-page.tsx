import { Button, NativeSelect } from "@mantine/core";
import type { ExportLinkView } from "@shoal/contract";
import { IconCloudOff, IconLinkPlus, IconSearchOff, IconShare3, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLinkErrorText } from "../../components/export-links/link-faults.ts";
import { openNewLinkDialog } from "../../components/export-links/open-new-link.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import type { ListChange } from "../../components/ui/table/use-list-address.ts";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { useLinkColumns } from "./link-columns.tsx";
import { LinkDrawer } from "./link-drawer.tsx";
import {
  LINK_LIST,
  LINK_STATE_FILTERS,
  type LinkFilter,
  type LinkListState,
  type LinkSortField,
  linkListQuery,
} from "./links-query.ts";

type LinkListChange = ListChange<LinkSortField, LinkFilter>;

/** Lists the client's export links (§2, /export). */
export function ExportLinksPage() {
  const { t } = useTranslation();
  const { state, change, list, size, table } = useListPage(LINK_LIST, linkListQuery);
  const [opened, setOpened] = useState<ExportLinkView>();
  const columns = useLinkColumns(setOpened);
  // The drawer shows the current state of a link, not its state when the drawer was opened.
  const shown = list.data?._embedded.find(({ uuid }) => uuid === opened?.uuid) ?? opened;
  return (
    <>
      <PageHeader
        title={t("exportLinks.title")}
        note={size === undefined ? "" : t("exportLinks.count", { count: size })}
      >
        <LinkFilters state={state} change={change} />
        <CreateButton />
      </PageHeader>
      {!list.data && list.error ? (
        <LoadFailure error={list.error} onRetry={list.refetch} />
      ) : (
        <DataTable
          {...table}
          caption={t("exportLinks.title")}
          columns={columns}
          rowKey={({ uuid }) => uuid}
          empty={<NoLinks state={state} change={change} />}
        />
      )}
      <LinkDrawer link={opened && shown} onClose={() => setOpened(undefined)} />
    </>
  );
}

function CreateButton() {
  const { t } = useTranslation();
  // Ignores the rejection: the user has already been informed that the form could not be loaded.
  const handleClick = () => void openNewLinkDialog().catch(() => undefined);
  return (
    <Button leftSection={<IconLinkPlus size={17} />} onClick={handleClick}>
      {t("exportLinks.create")}
    </Button>
  );
}

function LinkFilters({ state, change }: { state: LinkListState; change: LinkListChange }) {
  const { t } = useTranslation();
  const { filters } = state;
  return (
    <>
      <SearchField
        search={state.search}
        onSearch={(search) => change({ search })}
        label={t("exportLinks.search")}
        clearLabel={t("shared.clearSearch")}
      />
      <NativeSelect
        aria-label={t("exportLinks.state")}
        value={filters.state}
        data={[
          { value: "", label: t("exportLinks.allStates") },
          ...LINK_STATE_FILTERS.map((value) => ({ value, label: t(`exportLinks.${value}Only`) })),
        ]}
        onChange={(event) => change({ filters: { state: event.currentTarget.value } })}
      />
      {filters.video && (
        <Button
          variant="default"
          rightSection={<IconX size={15} aria-hidden />}
          aria-label={t("exportLinks.everyVideo")}
          onClick={() => change({ filters: { video: "" } })}
        >
          {t("exportLinks.ofVideo")}
        </Button>
      )}
    </>
  );
}

function NoLinks({ state, change }: { state: LinkListState; change: LinkListChange }) {
  const { t } = useTranslation();
  if (!state.search && !state.filters.state && !state.filters.video)
    return (
      <EmptyState
        icon={<IconShare3 size={34} />}
        title={t("exportLinks.empty")}
        text={t("exportLinks.emptyHint")}
      >
        <CreateButton />
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<IconSearchOff size={34} />}
      title={t("shared.nothingFound")}
      text={t("shared.nothingFoundHint")}
    >
      <Button variant="default" onClick={() => change({ search: "", filters: { state: "", video: "" } })}>
        {t("shared.clearFilters")}
      </Button>
    </EmptyState>
  );
}

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation();
  const linkErrorText = useLinkErrorText();
  return (
    <div role="alert">
      <EmptyState
        icon={<IconCloudOff size={34} />}
        title={t("exportLinks.faults.read")}
        text={linkErrorText(error)}
      >
        <Button variant="default" onClick={() => onRetry()}>
          {t("common.retry")}
        </Button>
      </EmptyState>
    </div>
  );
}
