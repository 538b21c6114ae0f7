import { Text } from "@mantine/core";
import type { StatisticsTotals } from "@shoal/contract";
import { IconAntennaBars5 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { writeZoned } from "../../../components/figures/zone-time.ts";
import { dateOf } from "../../../lib/times.ts";
import { RANGES, reachesNow } from "../period/period.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";
import classes from "./bar.module.css";
import { ChoiceLinks } from "./choice-links.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { OwnRange } from "./own-range.tsx";

interface AnalyticsBarProps {
  view: AnalyticsView;
  totals: StatisticsTotals | undefined;
  error: unknown;
}

/** When is looked at, by which values, and of when the figures are. */
export function AnalyticsBar({ view, totals, error }: AnalyticsBarProps) {
  const { t } = useTranslation();
  const { state, period, timeZone, linkTo, go } = view;
  return (
    <div className={classes.bar}>
      <ChoiceLinks
        label={t("analytics.range.label")}
        choices={RANGES}
        chosen={state.range}
        textOf={(range) => t(`analytics.range.${range}`)}
        linkTo={(range) => linkTo(range === "own" ? { range, own: period } : { range })}
      />
      {state.range === "own" && (
        <OwnRange
          period={period}
          timeZone={timeZone}
          error={error}
          onShow={(own) => go(linkTo({ range: "own", own }))}
        />
      )}
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
        {totals && ` ${t("analytics.asOf", { time: clockText(totals.asOf, timeZone) })}`}
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

/** §9's date, and the second: figures are a few seconds old. */
const clockText = (iso: string, timeZone: string): string =>
  Number.isNaN(Date.parse(iso))
    ? dateOf(iso)
    : new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(
        Date.parse(iso),
      );
