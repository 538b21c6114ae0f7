import { Skeleton, Text, useComputedColorScheme } from "@mantine/core";
import type { AlertDetail, AlertSeries } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ChartColumns } from "../../components/figures/plot-options.ts";
import { Panel } from "../../components/ui/panel.tsx";
import { ErrorState } from "../../components/ui/states.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { unitOf, valueText } from "./alert-text.ts";
import { alertSeriesQuery } from "./alerts-queries.ts";

const Plot = lazy(async () => ({ default: (await import("../../components/figures/plot.tsx")).Plot }));
const LINE_COLOURS = { light: "#0b62d6", dark: "#4f97f5" } as const;

/** Draws the value of an alert over time, with the threshold that applied. */
export function AlertChart({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(alertSeriesQuery(alert.uuid, alert.closedAt === null));
  return (
    <Panel title={t("alerts.chart.title")}>
      {data ? (
        <AlertLines alert={alert} series={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Skeleton h={300} />
      )}
    </Panel>
  );
}

function AlertLines({ alert: { kind }, series }: { alert: AlertDetail; series: AlertSeries }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const scheme = useComputedColorScheme("light");
  const { points, threshold, timeZone } = series;
  const look = useMemo(() => {
    const columns = linesOf(points, threshold);
    const limit = kind === "stream_down" ? {} : { limit: threshold };
    const shape = { unit: unitOf(kind), isStacked: false, colours: [LINE_COLOURS[scheme]] };
    return { ...shape, ...limit, columns, scheme, language, timeZone };
  }, [points, threshold, timeZone, kind, scheme, language]);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.every(({ value }) => value === null))
    return <Text c="dimmed">{t("alerts.chart.nothing")}</Text>;
  const timeOf = (iso: string) => formatDateTime(iso, timeZone);
  const summary = t("alerts.chart.summary", {
    kind: t(`alerts.kinds.${kind}`),
    from: timeOf(first.at),
    to: timeOf(last.to),
    threshold: valueText(kind, threshold, language),
  });
  return (
    <div>
      <Suspense fallback={<Skeleton h={300} />}>
        <Plot look={look} label={summary} onPoint={ignoreCursor} />
      </Suspense>
      <Text size="sm" c="dimmed" mt={8}>
        {t(kind === "stream_down" ? "alerts.chart.timesAlone" : "alerts.chart.times", { zone: timeZone })}
      </Text>
    </div>
  );
}

const ignoreCursor = () => undefined;

/** Returns the columns of an alert's chart: one line with the values, on an axis that has room for the threshold. */
function linesOf(points: AlertSeries["points"], threshold: number): ChartColumns {
  const values = points.map(({ value }) => value);
  const largest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), threshold);
  const atSec = points.map(({ at }) => Date.parse(at) / 1_000);
  const endSec = Date.parse(points.at(-1)?.to ?? "") / 1_000 || 0;
  return { atSec, endSec, values: [values], drawn: [values], largest };
}
