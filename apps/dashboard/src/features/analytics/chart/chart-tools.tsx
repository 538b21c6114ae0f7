import { Button, useComputedColorScheme } from "@mantine/core";
import type { StatisticsSeries } from "@shoal/contract";
import { IconChartBar, IconDownload, IconListNumbers, IconPhoto, IconZoomOut } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { writeZoned } from "../../../components/figures/zone-time.ts";
import { notify } from "../../../lib/notify.ts";
import { fileNameFor, saveFile, saveText } from "../files/save-file.ts";
import { widen } from "../period/period.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";
import classes from "./chart.module.css";
import { drawPicture, writeSeries } from "./chart-files.ts";
import { shapeOf } from "./chart-metrics.ts";

interface ChartToolsProps {
  view: AnalyticsView;
  subject: string;
  series: StatisticsSeries | undefined;
  isTable: boolean;
  onTable: () => void;
  drawn: { current: HTMLCanvasElement | null };
}

const SHARED = { variant: "default", size: "compact-sm" } as const;

/** What can be done with the chart. */
export function ChartTools({ view, subject, series, isTable, onTable, drawn }: ChartToolsProps) {
  const { t } = useTranslation();
  const files = useChartFiles(view, subject);
  const isOff = !series || series.points.length === 0;
  const Other = isTable ? IconChartBar : IconListNumbers;
  return (
    <div className={classes.tools}>
      {view.state.range === "own" && <ZoomOut view={view} />}
      <Button {...SHARED} leftSection={<Other size={16} aria-hidden />} onClick={onTable}>
        {t(isTable ? "analytics.chart.asChart" : "analytics.chart.asTable")}
      </Button>
      <Button
        {...SHARED}
        leftSection={<IconDownload size={16} aria-hidden />}
        title={t("analytics.chart.csvHint")}
        disabled={isOff}
        onClick={() => series && files.saveCsv(series)}
      >
        {t("analytics.chart.csv")}
      </Button>
      <Button
        {...SHARED}
        leftSection={<IconPhoto size={16} aria-hidden />}
        title={t("analytics.chart.pngHint")}
        disabled={isOff || isTable}
        onClick={() => drawn.current && files.savePicture(drawn.current)}
      >
        {t("analytics.chart.png")}
      </Button>
    </div>
  );
}

/** Back to where a zoom began, or, of an address that was shared, to three times as much. */
function ZoomOut({ view: { period, nowMs, linkTo } }: { view: AnalyticsView }) {
  const { t } = useTranslation();
  const kept = useLocation().state as { zoomedFrom?: string } | null;
  const wider = linkTo({ range: "own", own: widen(period, nowMs) });
  const target = kept?.zoomedFrom === undefined ? wider : { ...wider, search: kept.zoomedFrom };
  return (
    <Button
      {...SHARED}
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
  const [from, to] = [period.fromMs, period.toMs].map((ms) => writeZoned(ms, timeZone));
  const nameOf = (field: (typeof shape.fields)[number]) => t(`analytics.series.${field}`);
  return {
    saveCsv: ({ points }: StatisticsSeries) => saveText(writeSeries(points, shape), `${name}.csv`),
    savePicture(canvas: HTMLCanvasElement) {
      const subtitle = `${subject} · ${from} – ${to} · ${timeZone}`;
      drawPicture(canvas, { title: topic, subtitle, shape, scheme, nameOf }).then(
        (picture) => saveFile(picture, `${name}.png`),
        () => notify.failure({ message: t("analytics.exported") }),
      );
    },
  };
}
