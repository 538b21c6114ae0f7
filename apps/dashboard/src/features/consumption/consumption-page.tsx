import { Button, NativeSelect, Stack, Switch, Text } from "@mantine/core";
import {
  type ClientConsumption,
  CONSUMPTION_SORT_FIELDS,
  type ConsumptionPage as Consumption,
  type ConsumptionSort,
  MAX_PAGE_SIZE,
  routes,
} from "@shoal/contract";
import { fileNameOf } from "@shoal/domain";
import { writeCsv } from "@shoal/domain/csv";
import { IconChartPie, IconFileTypeCsv, IconSearchOff } from "@tabler/icons-react";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AdminNav } from "../../components/admin/admin-nav.tsx";
import { type FigureUnit, figureText } from "../../components/analytics/figure-text.ts";
import { saveText } from "../../components/analytics/files/save-file.ts";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { staleMark } from "../../components/ui/stale-mark.ts";
import { EmptyState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { formatDateTime, monthText } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { storedText } from "../../lib/money-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import classes from "./consumption.module.css";
import { useConsumptionColumns } from "./consumption-columns.tsx";
import { isMonth, listMonths } from "./months.ts";

type ConsumptionFilter = "month" | "over";
type ConsumptionState = ListState<ConsumptionSort, ConsumptionFilter>;

const CONSUMPTION_LIST: ListShape<ConsumptionSort, ConsumptionFilter> = {
  sortFields: CONSUMPTION_SORT_FIELDS,
  defaultSort: { deliveredBytes: -1 },
  filters: ["month", "over"],
};

/** The interval in ms at which the current month is reloaded. */
const REFETCH_INTERVAL_MS = 60_000;

const QUERY_KEY = ["consumption"] as const;

function queryParamsOf({ page, pageSize, search, sort, filters }: ConsumptionState) {
  const { month, over } = filters;
  return {
    page,
    pagesize: pageSize,
    sort,
    ...(search ? { search } : {}),
    ...(isMonth(month) ? { month } : {}),
    ...(over ? { filter: { isOverFreeTier: true } } : {}),
  };
}

/** Query for a page of clients' consumption in a month. */
const consumptionQuery = (state: ConsumptionState) =>
  queryOptions({
    queryKey: [...QUERY_KEY, state],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(routes.listConsumption, { query: queryParamsOf(state) }, { signal }),
    refetchInterval: (query) => (query.state.data?.isComplete ? false : REFETCH_INTERVAL_MS),
  });

/** Loads all matching rows for a CSV file. */
async function loadAllConsumption(state: ConsumptionState): Promise<ClientConsumption[]> {
  const rows: ClientConsumption[] = [];
  for (let page = 1; ; page++) {
    const query = queryParamsOf({ ...state, page, pageSize: MAX_PAGE_SIZE });
    const { _embedded, _size } = await call(routes.listConsumption, { query });
    rows.push(..._embedded);
    if (_embedded.length === 0 || rows.length >= _size) return rows;
  }
}

const FILE_FIGURES = [
  "watchedSec",
  "views",
  "serverBytes",
  "peerBytes",
  "cdnBytes",
  "deliveredBytes",
  "storedByteDays",
  "forecastBytes",
] as const;

/** Saves all matching rows as a file, not only the rows on the current page. */
function SaveConsumption({ state, month }: { state: ConsumptionState; month: string }) {
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: () => loadAllConsumption(state),
    onSuccess(rows) {
      const lines = rows.map(({ client, ...row }) => [
        month,
        client.uuid,
        client.clientname,
        ...FILE_FIGURES.map((figure) => row[figure]),
      ]);
      const text = writeCsv(["month", "client", "clientname", ...FILE_FIGURES], lines);
      saveText(text, `${fileNameOf(`${t("consumption.title")} ${month}`)}.csv`);
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypeCsv size={17} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t("consumption.save")}
    </Button>
  );
}

const TOTAL_FIGURES: readonly [keyof Consumption["total"], FigureUnit][] = [
  ["watchedSec", "seconds"],
  ["views", "count"],
  ["serverBytes", "bytes"],
  ["peerBytes", "bytes"],
  ["cdnBytes", "bytes"],
  ["deliveredBytes", "bytes"],
  ["unmatchedPeerBytes", "bytes"],
  ["unverifiedBytes", "bytes"],
];

/** Shows the delivery of each client in a month, and the forecast for the current month. */
export function ConsumptionPage() {
  const { t, i18n } = useTranslation();
  const { state, change, list, search, table } = useListPage(CONSUMPTION_LIST, consumptionQuery);
  const { data } = list;
  const months = listMonths(Date.now());
  const { filters } = state;
  const month = isMonth(filters.month) ? filters.month : (months[0] ?? "");
  const columns = useConsumptionColumns(data?.freeTierBytes ?? 1);
  return (
    <>
      <AdminNav />
      <PageHeader
        title={t("consumption.title")}
        note={data ? t("consumption.count", { count: data._size }) : ""}
      >
        <SearchField {...search} label={t("consumption.search")} clearLabel={t("shared.clearSearch")} />
        <NativeSelect
          aria-label={t("consumption.month")}
          value={month}
          data={[...new Set([...months, month])].map((value) => ({
            value,
            label: monthText(value, i18n.language),
          }))}
          onChange={({ currentTarget: { value } }) =>
            change({ filters: { month: value === months[0] ? "" : value } })
          }
        />
        <Switch
          label={t("consumption.overOnly")}
          checked={filters.over !== ""}
          onChange={({ currentTarget }) => change({ filters: { over: currentTarget.checked ? "1" : "" } })}
        />
        <SaveConsumption state={state} month={month} />
      </PageHeader>
      {data && (
        <div {...staleMark(list.isPlaceholderData)}>
          <ConsumptionSummary consumption={data} />
        </div>
      )}
      <DataTable
        {...table}
        caption={t("consumption.title")}
        columns={columns}
        rowKey={({ client }) => client.uuid}
        empty={
          state.search || filters.over ? (
            <EmptyState
              icon={<IconSearchOff size={34} />}
              title={t("shared.nothingFound")}
              text={t("shared.nothingFoundHint")}
            />
          ) : (
            <EmptyState icon={<IconChartPie size={34} />} title={t("consumption.empty")} />
          )
        }
      />
    </>
  );
}

/** Shows the totals of all matches, and when they were computed. */
function ConsumptionSummary({
  consumption: { total, isComplete, asOf, freeTierBytes },
}: {
  consumption: Consumption;
}) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const tier = figureText(freeTierBytes, "bytes", language);
  return (
    <>
      <dl className={classes.totals}>
        {TOTAL_FIGURES.map(([figure, unit]) => (
          <div key={figure}>
            <dt>{t(`consumption.${figure}`)}</dt>
            <dd>{figureText(total[figure], unit, language)}</dd>
          </div>
        ))}
        <div>
          <dt>{t("consumption.storedByteDays")}</dt>
          <dd>{storedText(total.storedByteDays, language)}</dd>
        </div>
      </dl>
      <Stack gap={4} mb={18} maw="120ch">
        <Text c="dimmed" fz="sm">
          {isComplete ? t("consumption.complete") : t("consumption.soFar", { at: formatDateTime(asOf) })}{" "}
          {t("consumption.about", { tier })}
        </Text>
        <Text c="dimmed" fz="sm">
          {t("billing.peersBilled")}
        </Text>
        <Text c="dimmed" fz="sm">
          {t("billing.storageMeasured")}
        </Text>
      </Stack>
    </>
  );
}
