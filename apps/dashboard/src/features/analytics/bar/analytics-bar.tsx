import { Text } from "@mantine/core";
import type { StatisticsTotals } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { figuresClock } from "../../../components/analytics/figures-clock.ts";
import { writeZoned } from "../../../components/analytics/period/zone-time.ts";
import { RangeBar } from "../../../components/analytics/range-bar.tsx";
import type { AnalyticsView } from "../use-analytics-view.ts";
import classes from "./bar.module.css";
import { FilterChips } from "./filter-chips.tsx";
import { NowLine } from "./now-line.tsx";

interface AnalyticsBarProps {
  view: AnalyticsView;
  totals: StatisticsTotals | undefined;
  error: unknown;
}

/** When is looked at, by which values, and of when the figures are. */
export function AnalyticsBar({ view, totals, error }: AnalyticsBarProps) {
  const { state, period, timeZone, linkTo, go } = view;
  return (
    <div className={classes.bar}>
      <RangeBar
        range={state.range}
        period={period}
        timeZone={timeZone}
        error={error}
        linkTo={linkTo}
        go={go}
      />
      <FilterChips view={view} />
      <WhenLine view={view} totals={totals} />
    </div>
  );
}

function WhenLine({ view, totals }: Omit<AnalyticsBarProps, "error">) {
  const { period, timeZone } = view;
  const { t } = useTranslation();
  const [from, to] = [period.fromMs, period.toMs].map((ms) => writeZoned(ms, timeZone));
  return (
    <div className={classes.when}>
      <Text c="dimmed" size="sm">
        {t("analytics.when", { from, to, zone: timeZone })}
        {totals && ` ${t("analytics.asOf", { time: figuresClock(totals.asOf, timeZone) })}`}
        {totals && totals.robotSessions > 0 && ` ${t("analytics.robots", { count: totals.robotSessions })}`}
      </Text>
      <NowLine view={view} />
    </div>
  );
}
