import { Group, Skeleton, Stack, Title, useComputedColorScheme } from "@mantine/core";
import type { StatisticsTotals } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLastResult } from "../../../components/analytics/use-last-result.ts";
import { staleMark } from "../../../components/ui/stale-mark.ts";
import { ErrorState } from "../../../components/ui/states.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import { peaksQuery, seriesQuery } from "../analytics-queries.ts";
import { LeadingFigures } from "../cards/figure-cards.tsx";
import type { AnalyticsView } from "../use-analytics-view.ts";
import classes from "./chart.module.css";
import { ChartLegend } from "./chart-legend.tsx";
import { type ChartSeries, columnsOf, selectedPeriodOf, shapeOf, withPeaks } from "./chart-metrics.ts";
import { ChartTable } from "./chart-table.tsx";
import { ChartTools } from "./chart-tools.tsx";
import { colourOf } from "./series-colours.ts";

const LazyPlot = lazy(async () => ({ default: (await import("../../../components/figures/plot.tsx")).Plot }));

interface ChartPanelProps {
  view: AnalyticsView;
  /** The name of the subject, used in file names. */
  subject: string;
  /** The figures of the period, which link to their charts; undefined until they are loaded. */
  totals: StatisticsTotals | undefined;
  /** Whether the figures shown belong to the previous query because the current query is still loading. */
  isStale: boolean;
}

/** Shows the main figures, and the selected figure over time as a chart or a table. */
export function ChartPanel({ view, subject, totals, isStale: areTotalsStale }: ChartPanelProps) {
  const { t } = useTranslation();
  const { state, question } = view;
  const [isTable, setIsTable] = useState(false);
  const drawn = useRef<HTMLCanvasElement>(null);
  const answer = useQuery(seriesQuery(question));
  const isPeak = state.chart === "peak";
  const peakAnswer = useQuery({ ...peaksQuery(question), enabled: isPeak });
  const [known, peaks] = [useLastResult(answer), useLastResult(peakAnswer)];
  const series = useMemo(() => known.data && withPeaks(known.data, peaks.data), [known.data, peaks.data]);
  const error = answer.error ?? (isPeak ? peakAnswer.error : null);
  const isStale = known.isStale || (isPeak && peaks.isStale);
  const isReady = series !== undefined && (!isPeak || peaks.data !== undefined);
  return (
    <Stack
      component="section"
      variant="panel"
      gap={14}
      className={classes.panel ?? ""}
      aria-labelledby="chart-title"
    >
      <LeadingFigures view={view} totals={totals} isStale={areTotalsStale} />
      <Group gap="8px 16px" justify="space-between">
        <Title order={2} fz="lg" id="chart-title">
          {t("analytics.chart.label")}
          {series && <small>{t(`analytics.chart.perStep.${series.step}`)}</small>}
        </Title>
        <ChartTools
          view={view}
          subject={subject}
          isTable={isTable}
          drawn={drawn}
          series={isStale ? undefined : series}
          onTable={() => setIsTable((before) => !before)}
        />
      </Group>
      {!isReady && error ? (
        <ErrorState
          error={error}
          onRetry={() => Promise.all([answer.refetch(), isPeak && peakAnswer.refetch()])}
        />
      ) : (
        <div {...staleMark(isStale, !isReady || isStale)}>
          {isReady ? (
            <ChartBody view={view} series={series} isTable={isTable} drawn={drawn} />
          ) : (
            <ChartSkeleton />
          )}
        </div>
      )}
    </Stack>
  );
}

const ChartSkeleton = () => <Skeleton className={classes.waiting ?? ""} />;

interface ChartBodyProps {
  view: AnalyticsView;
  series: ChartSeries;
  isTable: boolean;
  drawn: { current: HTMLCanvasElement | null };
}

function ChartBody({ view, series: { points }, isTable, drawn }: ChartBodyProps) {
  const { t, i18n } = useTranslation();
  const { state, timeZone, period, linkTo, go } = view;
  const scheme = useComputedColorScheme("light");
  const [place, setPlace] = useState<number | null>(null);
  const { language } = i18n;
  const look = useMemo(() => {
    const shape = shapeOf(state.chart);
    const colours = shape.fields.map((field) => colourOf(field, scheme));
    const { unit, isStacked } = shape;
    return { shape, unit, isStacked, colours, columns: columnsOf(points, shape), scheme, language, timeZone };
  }, [points, state.chart, scheme, language, timeZone]);
  if (isTable)
    return <ChartTable points={points} timeZone={timeZone} shape={look.shape} columns={look.columns} />;
  const timeOf = (ms: number) => formatDateTime(new Date(ms).toISOString(), timeZone);
  const [from, to] = [timeOf(period.fromMs), timeOf(period.toMs)];
  const at = place === null ? undefined : points[place]?.at;
  function handleZoom(...ends: [number, number]): void {
    const own = selectedPeriodOf(points, ...ends);
    if (own) go(linkTo({ range: "own", own }), { zoomedFrom: linkTo({ page: state.page }).search });
  }
  return (
    <>
      <ChartLegend
        shape={look.shape}
        columns={look.columns}
        scheme={scheme}
        point={at === undefined || place === null ? undefined : { place, time: timeOf(Date.parse(at)) }}
      />
      <Suspense fallback={<Skeleton className={classes.waiting ?? ""} />}>
        <LazyPlot
          look={look}
          label={t("analytics.chart.summary", {
            metric: t(`analytics.chart.metrics.${state.chart}`),
            from,
            to,
          })}
          onPoint={setPlace}
          onZoom={handleZoom}
          onDrawn={(canvas) => {
            drawn.current = canvas;
          }}
        />
      </Suspense>
    </>
  );
}
