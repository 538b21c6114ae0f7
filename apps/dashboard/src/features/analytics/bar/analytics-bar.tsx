import { Group, Stack, Text } from "@mantine/core";
import type { StatisticsTotals } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { RangeBar } from "../../../components/analytics/range-bar.tsx";
import { exactDateOf, formatDateTime } from "../../../lib/dates.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";
import { CurrentViewers } from "./current-viewers.tsx";
import { FilterChips } from "./filter-chips.tsx";

interface AnalyticsBarProps {
  view: AnalyticsView;
  totals: StatisticsTotals | undefined;
  /** Whether the figures shown belong to the previous query because the current query is still loading. */
  isStale: boolean;
  error: unknown;
}

/** Shows the period, the filters, and how current the figures are. */
export function AnalyticsBar({ view, totals, isStale, error }: AnalyticsBarProps) {
  const { state, period, timeZone, linkTo, go } = view;
  return (
    <Stack gap="sm" align="flex-start" mb={20}>
      <RangeBar
        range={state.range}
        period={period}
        timeZone={timeZone}
        error={error}
        linkTo={linkTo}
        go={go}
      />
      <FilterChips view={view} />
      <FiguresPeriodLine view={view} totals={isStale ? undefined : totals} isStale={isStale} />
    </Stack>
  );
}

function FiguresPeriodLine({ view, totals, isStale }: Omit<AnalyticsBarProps, "error">) {
  const { period, timeZone } = view;
  const { t } = useTranslation();
  const [from, to] = [period.fromMs, period.toMs].map((ms) =>
    formatDateTime(new Date(ms).toISOString(), timeZone),
  );
  return (
    <Group gap="4px 20px" align="stretch">
      <Text c="dimmed" size="sm">
        {t("analytics.when", { from, to, zone: timeZone })}
        {isStale && ` ${t("app.loading")}`}
        {totals && ` ${t("analytics.asOf", { time: exactDateOf(totals.asOf, timeZone) })}`}
        {totals && totals.robotSessions > 0 && ` ${t("analytics.robots", { count: totals.robotSessions })}`}
      </Text>
      <CurrentViewers view={view} />
    </Group>
  );
}
