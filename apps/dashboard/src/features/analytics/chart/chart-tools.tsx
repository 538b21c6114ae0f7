import { Button, NativeSelect, useComputedColorScheme } from "@mantine/core";
import { IconZoomOut } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { fileNameFor, saveFile, saveText } from "../../../components/analytics/files/save-file.ts";
import { widenPeriod } from "../../../components/analytics/period/period.ts";
import { formatDateTime } from "../../../lib/dates.ts";
import { notify } from "../../../lib/notify.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";
import { BUTTON_PROPS, ChartButtons } from "./chart-buttons.tsx";
import { CHART_METRICS, type ChartSeries, shapeOf } from "./chart-metrics.ts";
import { colourOf } from "./series-colours.ts";

/** Loads the code that writes files on demand. */
const loadFiles = () => import("./chart-files.ts");

interface ChartToolsProps {
  view: AnalyticsView;
  subject: string;
  series: ChartSeries | undefined;
  isTable: boolean;
  onTable: () => void;
  drawn: { current: HTMLCanvasElement | null };
}

/** Shows the buttons and controls of the chart. */
export function ChartTools({ view, subject, series, isTable, onTable, drawn }: ChartToolsProps) {
  const files = useChartFiles(view, subject);
  const isOff = !series || series.points.length === 0;
  return (
    <ChartButtons
      isOff={isOff}
      isTable={isTable}
      onTable={onTable}
      onCsv={() => series && files.saveCsv(series)}
      onPng={() => drawn.current && files.savePicture(drawn.current)}
    >
      <MetricSelect view={view} />
      {view.state.range === "own" && <ZoomOutButton view={view} />}
    </ChartButtons>
  );
}

/** Selects any metric that can be drawn, including metrics without a card above the chart. */
function MetricSelect({ view: { state, linkTo, go } }: { view: AnalyticsView }) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      size="xs"
      aria-label={t("analytics.chart.metric")}
      value={state.chart}
      data={CHART_METRICS.map((value) => ({ value, label: t(`analytics.chart.metrics.${value}`) }))}
      onChange={({ currentTarget: { value } }) => {
        const chart = CHART_METRICS.find((metric) => metric === value);
        if (chart) go(linkTo({ chart }));
      }}
    />
  );
}

/** Returns to the period before zooming. On a page opened from a shared URL, widens the period to three times its length. */
function ZoomOutButton({ view: { period, nowMs, linkTo } }: { view: AnalyticsView }) {
  const { t } = useTranslation();
  const kept = useLocation().state as { zoomedFrom?: string } | null;
  const wider = linkTo({ range: "own", own: widenPeriod(period, nowMs) });
  const target = kept?.zoomedFrom === undefined ? wider : { ...wider, search: kept.zoomedFrom };
  return (
    <Button
      {...BUTTON_PROPS}
      component={Link}
      to={target}
      preventScrollReset
      leftSection={<IconZoomOut size={16} aria-hidden />}
    >
      {t("analytics.chart.zoomOut")}
    </Button>
  );
}

function useChartFiles({ state, period, timeZone }: AnalyticsView, subject: string) {
  const { t } = useTranslation();
  const scheme = useComputedColorScheme("light");
  const topic = t(`analytics.chart.metrics.${state.chart}`);
  const shape = shapeOf(state.chart);
  const name = fileNameFor({ subject, topic, period, timeZone });
  const [from, to] = [period.fromMs, period.toMs].map((ms) =>
    formatDateTime(new Date(ms).toISOString(), timeZone),
  );
  const legend = shape.fields.map((field) => ({
    name: t(`analytics.series.${field}`),
    colour: colourOf(field, scheme),
  }));
  const notifyFailure = () => notify.failure({ message: t("analytics.exported") });
  return {
    saveCsv: ({ points }: ChartSeries) =>
      loadFiles().then(
        ({ seriesCsvOf: writeSeries }) => saveText(writeSeries(points, shape), `${name}.csv`),
        notifyFailure,
      ),
    savePicture(canvas: HTMLCanvasElement) {
      const subtitle = `${subject} · ${from} – ${to} · ${timeZone}`;
      loadFiles()
        .then(({ drawPicture }) => drawPicture(canvas, { title: topic, subtitle, scheme, legend }))
        .then((picture) => saveFile(picture, `${name}.png`), notifyFailure);
    },
  };
}
