import { Text } from "@mantine/core";
import type { StatisticsTotals } from "@shoal/contract";
import { IconAntennaBars5 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { figuresClock } from "../../../components/analytics/figures-clock.ts";
import { reachesNow } from "../../../components/analytics/period/period.ts";
import { writeZoned } from "../../../components/analytics/period/zone-time.ts";
import { RangeBar } from "../../../components/analytics/range-bar.tsx";
import type { AnalyticsView } from "../use-analytics-view.ts";
import classes from "./bar.module.css";
import { FilterChips } from "./filter-chips.tsx";

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

function WhenLine({ view: { period, nowMs, timeZone }, totals }: Omit<AnalyticsBarProps, "error">) {
  const { t } = useTranslation();
  const [from, to] = [period.fromMs, period.toMs].map((ms) => writeZoned(ms, timeZone));
  return (
    <div className={classes.when}>
      <Text c="dimmed" size="sm">
        {t("analytics.when", { from, to, zone: timeZone })}
        {totals && ` ${t("analytics.asOf", { time: figuresClock(totals.asOf, timeZone) })}`}
      </Text>
      {totals && reachesNow(period, nowMs) && (
        <Text size="sm" className={classes.now ?? ""} data-anybody={totals.watchingNow > 0}>
          <IconAntennaBars5 size={16} aria-hidden />
          {t("analytics.now", { count: totals.watchingNow })}
        </Text>
      )}
    </div>
  );
}
