import { Alert, Button, Group, NativeSelect, Text } from "@mantine/core";
import { CDN_ENTRY_STATES, type CdnEntryView } from "@shoal/contract";
import { IconCloudOff, IconCloudPlus, IconSearchOff, IconWorldShare } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { figureText } from "../../components/analytics/figure-text.ts";
import { NoRights } from "../../components/ui/read-only.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { EmptyState, ErrorState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { useCan, useMe } from "../../lib/user.ts";
import { CDN_LIST, entryListQuery, trafficQuery, usageQuery } from "./entries-query.ts";
import { type TrafficByEntry, useEntryColumns } from "./entry-columns.tsx";
import { EntryDrawer } from "./entry-drawer.tsx";
import { openNewEntry } from "./new-entry.tsx";

/** Lists the client's CDN entries. */
export function EntriesPart() {
  const { t } = useTranslation();
  const { state, change, list, size, table } = useListPage(CDN_LIST, entryListQuery);
  const [opened, setOpened] = useState<CdnEntryView>();
  const traffic = useEntryTraffic(list.data?._embedded);
  const columns = useEntryColumns({ traffic: traffic.shown, onOpen: setOpened });
  const isFreeTier = useMe()?.client_infos[0]?.freeTier === true;
  const has = (wanted: CdnEntryView["state"]) =>
    list.data?._embedded.some(({ state: now }) => now === wanted) === true;
  const isSubscribed = !isFreeTier && !has("unsubscribed");
  // The drawer shows the current state of an entry, not its state when the drawer was opened.
  const shown = list.data?._embedded.find(({ uuid }) => uuid === opened?.uuid) ?? opened;
  const isFiltered = state.search !== "" || state.filters.state !== "";
  if (!list.data && list.error) return <ErrorState error={list.error} onRetry={list.refetch} />;
  return (
    <>
      {!isSubscribed && (
        <Alert color="orange" mb="lg" title={t("cdn.needsSubscription")}>
          {t("cdn.needsSubscriptionHint")}
        </Alert>
      )}
      {has("budgetReached") && (
        <Alert color="orange" mb="lg" title={t("cdn.budgetReached")}>
          {t("cdn.budgetReachedHint")}
        </Alert>
      )}
      <Group mb="md" gap="sm" justify="space-between">
        <Group gap="sm" flex="1 1 300px">
          <SearchField
            search={state.search}
            onSearch={(search) => change({ search })}
            label={t("cdn.search")}
            clearLabel={t("shared.clearSearch")}
          />
          <NativeSelect
            aria-label={t("cdn.state")}
            value={state.filters.state}
            data={[
              { value: "", label: t("cdn.allStates") },
              ...CDN_ENTRY_STATES.map((value) => ({ value, label: t(`cdn.states.${value}`) })),
            ]}
            onChange={(event) => change({ filters: { state: event.currentTarget.value } })}
          />
          <Text c="dimmed" size="sm" aria-live="polite">
            {size === undefined ? "" : t("cdn.count", { count: size })}
          </Text>
        </Group>
        <CreateButton isSubscribed={isSubscribed} />
      </Group>
      <TrafficSummary />
      {traffic.shown === null && (
        <Alert color="gray" mb="md" icon={<IconCloudOff />} title={t("cdn.trafficAway")}>
          <Button variant="default" size="compact-sm" onClick={() => void traffic.retry()}>
            {t("common.retry")}
          </Button>
        </Alert>
      )}
      <DataTable
        {...table}
        isDense
        caption={t("cdn.tabs.entries")}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        empty={
          isFiltered ? (
            <EmptyState
              icon={<IconSearchOff size={34} />}
              title={t("shared.nothingFound")}
              text={t("shared.nothingFoundHint")}
            >
              <Button variant="default" onClick={() => change({ search: "", filters: { state: "" } })}>
                {t("shared.clearFilters")}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState
              icon={<IconWorldShare size={34} />}
              title={t("cdn.empty")}
              text={t("cdn.emptyHint")}
            />
          )
        }
      />
      <EntryDrawer entry={opened && shown} onClose={() => setOpened(undefined)} />
    </>
  );
}

/** Loads the traffic of the listed entries in a single call. */
function useEntryTraffic(entries: readonly CdnEntryView[] = []): {
  shown: TrafficByEntry;
  retry: () => unknown;
} {
  const uuids = entries.map(({ uuid }) => uuid);
  const answer = useQuery({ ...trafficQuery(uuids), enabled: uuids.length > 0 });
  return { shown: answer.data ?? (answer.error ? null : undefined), retry: answer.refetch };
}

function CreateButton({ isSubscribed }: { isSubscribed: boolean }) {
  const { t } = useTranslation();
  if (!useCan("manager")) return <NoRights hint={t("cdn.managersOnly")} />;
  return (
    <Button leftSection={<IconCloudPlus size={17} />} disabled={!isSubscribed} onClick={openNewEntry}>
      {t("cdn.create")}
    </Button>
  );
}

/** Shows the traffic of all entries this month, and the period of the columns. */
function TrafficSummary() {
  const { t, i18n } = useTranslation();
  const total = useQuery(usageQuery).data?.total;
  const requests = total ? total.hits + total.misses : 0;
  const { language } = i18n;
  return (
    <Text size="sm" c="dimmed" mb="md">
      {total &&
        total.requests > 0 &&
        `${t("cdn.usage", {
          size: figureText(total.bytesSent, "bytes", language),
          ratio: figureText(requests === 0 ? null : (100 * total.hits) / requests, "percent", language),
        })} `}
      {t("cdn.trafficPeriod")}
    </Text>
  );
}
