import { Anchor, Box, Text } from "@mantine/core";
import type { FootprintMonths } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { StackedTable } from "../../components/analytics/stacked-table.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { formatDateTime, monthText } from "../../lib/dates.ts";
import classes from "./footprint.module.css";
import { monthsQuery, reportQuery } from "./footprint-queries.ts";
import { estimateText, type Quantity, rangeTexts } from "./footprint-text.ts";
import { MethodChoice } from "./method-choice.tsx";

type MonthReport = FootprintMonths["reports"][number];

/** Lists the months with reports, with all revisions and their methods. */
export function MonthsView() {
  const { t } = useTranslation();
  const months = useQuery(monthsQuery);
  return (
    <>
      <PageHeader title={t("footprint.title")} />
      {months.data ? (
        <div className={classes.page}>
          <Text c="dimmed" maw={720}>
            {t("footprint.intro")}
          </Text>
          <MethodChoice months={months.data} />
          <MonthTable months={months.data} />
        </div>
      ) : months.error ? (
        <ErrorState error={months.error} onRetry={months.refetch} />
      ) : (
        <PageSkeleton blocks={2} />
      )}
    </>
  );
}

function MonthTable({ months: { reports, running, dueMonths, timeZone } }: { months: FootprintMonths }) {
  const { t } = useTranslation();
  return (
    <Panel
      title={t("footprint.months")}
      {...(reports.length === 0 ? { text: t("footprint.noReports") } : {})}
    >
      <Box component="section" style={{ overflowX: "auto" }} tabIndex={0} aria-label={t("footprint.months")}>
        <StackedTable className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("footprint.month")}</th>
              <th scope="col">{t("footprint.energy")}</th>
              <th scope="col">{t("footprint.carbon")}</th>
              <th scope="col">{t("footprint.water")}</th>
              <th scope="col" data-text="true">
                {t("footprint.methodColumn")}
              </th>
            </tr>
          </thead>
          <tbody>
            <RunningMonth month={running} />
            {dueMonths.map((month) => (
              <MonthRow key={month} month={month} stateText={t("footprint.awaited")} />
            ))}
            {reports.map((report) => (
              <ReportedMonth
                key={`${report.month} ${report.method} ${report.revision}`}
                report={report}
                timeZone={timeZone}
              />
            ))}
          </tbody>
        </StackedTable>
      </Box>
    </Panel>
  );
}

/** Shows the current month so far; if its figures are unavailable, the month's page explains why. */
function RunningMonth({ month }: { month: string }) {
  const { t } = useTranslation();
  const { data, isPending } = useQuery(reportQuery(month, {}));
  return (
    <MonthRow
      month={month}
      stateText={
        data
          ? t("footprint.stand.running", { asOf: formatDateTime(data.asOf, data.timeZone) })
          : t("footprint.soFar")
      }
      isPending={isPending}
      {...(data ? { result: data.result, method: data.method.id } : {})}
    />
  );
}

function ReportedMonth({ report, timeZone }: { report: MonthReport; timeZone: string }) {
  const { t } = useTranslation();
  const { month, method, revision, reason, madeAt } = report;
  return (
    <MonthRow
      month={month}
      search={`?method=${method}&revision=${revision}`}
      stateText={t(`footprint.stand.${reason}`, {
        number: revision,
        madeAt: formatDateTime(madeAt, timeZone),
      })}
      result={report}
      method={method}
    />
  );
}

interface MonthRowProps {
  month: string;
  /** The URL parameters of the report to which the row links; by default, the latest report. */
  search?: string;
  /** The text that states the state of the report. */
  stateText: string;
  result?: Pick<MonthReport, "energyKwh" | "co2Grams" | "waterLitres">;
  method?: string;
  isPending?: boolean;
}

function MonthRow({ month, search = "", stateText, result, method, isPending = false }: MonthRowProps) {
  const { t, i18n } = useTranslation();
  return (
    <tr aria-busy={isPending}>
      <th scope="row">
        <Anchor component={Link} to={{ pathname: `/footprint/${month}`, search }}>
          {monthText(month, i18n.language)}
        </Anchor>
        <small>{stateText}</small>
      </th>
      <EstimateCell
        name={t("footprint.energy")}
        range={result && wattHoursOf(result.energyKwh)}
        quantity="wh"
      />
      <EstimateCell name={t("footprint.carbon")} range={result?.co2Grams} quantity="grams" />
      <EstimateCell name={t("footprint.water")} range={result?.waterLitres} quantity="litres" />
      <td data-text="true" data-title={t("footprint.methodColumn")}>
        {method ?? "–"}
      </td>
    </tr>
  );
}

interface EstimateCellProps {
  /** The column's label, which narrow screens show beside the value because rows become cards. */
  name: string;
  /** The range of the estimate; null if the method does not estimate this quantity, undefined while loading. */
  range: MonthReport["waterLitres"] | undefined;
  quantity: Quantity;
}

function EstimateCell({ name, range, quantity }: EstimateCellProps) {
  const { t, i18n } = useTranslation();
  if (!range) return <td data-title={name}>–{range === null && <small>{t("footprint.noWater")}</small>}</td>;
  return (
    <td data-title={name}>
      {estimateText(range.central, quantity, i18n.language)}
      <small>{t("footprint.range", rangeTexts(range, quantity, i18n.language))}</small>
    </td>
  );
}

const wattHoursOf = ({ low, central, high }: MonthReport["energyKwh"]) => ({
  low: low * 1_000,
  central: central * 1_000,
  high: high * 1_000,
});
