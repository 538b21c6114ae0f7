import { NativeSelect, Switch, Text } from "@mantine/core";
import type { ConsumptionPage as Consumption } from "@shoal/contract";
import { IconChartPie, IconSearchOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { AdminNav } from "../../components/admin/admin-nav.tsx";
import { type FigureUnit, figureText } from "../../components/analytics/figure-text.ts";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { staleMark } from "../../components/ui/stale-mark.ts";
import { EmptyState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { dateOf, monthText } from "../../lib/dates.ts";
import classes from "./consumption.module.css";
import { useConsumptionColumns } from "./consumption-columns.tsx";
import { CONSUMPTION_LIST, consumptionQuery } from "./consumption-query.ts";
import { isMonth, listMonths } from "./months.ts";
import { SaveConsumption } from "./save-consumption.tsx";

const TOTALS: readonly [keyof Consumption["total"], FigureUnit][] = [
  ["watchedSec", "seconds"],
  ["views", "count"],
  ["serverBytes", "bytes"],
  ["peerBytes", "bytes"],
  ["deliveredBytes", "bytes"],
  ["unmatchedPeerBytes", "bytes"],
  ["unverifiedBytes", "bytes"],
];

/** What each client had delivered in a month, and where the one that runs will end. */
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
        <SearchField {...search} label={t("consumption.search")} clearLabel={t("manage.clearSearch")} />
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
          <Summary consumption={data} />
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
              title={t("manage.nothingFound")}
              text={t("manage.nothingFoundHint")}
            />
          ) : (
            <EmptyState icon={<IconChartPie size={34} />} title={t("consumption.empty")} />
          )
        }
      />
    </>
  );
}

/** Of all that match, and until when. */
function Summary({ consumption: { total, isComplete, asOf, freeTierBytes } }: { consumption: Consumption }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const tier = figureText(freeTierBytes, "bytes", language);
  return (
    <>
      <dl className={classes.totals}>
        {TOTALS.map(([figure, unit]) => (
          <div key={figure}>
            <dt>{t(`consumption.${figure}`)}</dt>
            <dd>{figureText(total[figure], unit, language)}</dd>
          </div>
        ))}
      </dl>
      <Text mb={18} maw="80ch" c="dimmed" fz="sm">
        {isComplete ? t("consumption.complete") : t("consumption.soFar", { at: dateOf(asOf) })}{" "}
        {t("consumption.about", { tier })}
      </Text>
    </>
  );
}
