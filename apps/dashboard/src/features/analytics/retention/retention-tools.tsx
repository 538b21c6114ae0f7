import { useComputedColorScheme } from "@mantine/core";
import type { StatisticsRetention } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { fileNameFor, saveFile, saveText } from "../../../components/analytics/files/save-file.ts";
import { formatDateTime } from "../../../lib/dates.ts";
import { notify } from "../../../lib/notify.ts";
import { ChartButtons } from "../chart/chart-buttons.tsx";
import { drawPicture } from "../chart/chart-files.ts";
import { RETENTION_COLOURS } from "../chart/series-colours.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";
import { RETENTION_FIELDS, retentionCsvOf } from "./retention-columns.ts";

interface RetentionToolsProps {
  view: AnalyticsView;
  subject: string;
  retention: StatisticsRetention;
  isTable: boolean;
  onTable: () => void;
  drawn: { current: HTMLCanvasElement | null };
}

/** Shows the buttons of the retention curve. */
export function RetentionTools({ view, subject, retention, isTable, onTable, drawn }: RetentionToolsProps) {
  const { t } = useTranslation();
  const scheme = useComputedColorScheme("light");
  const { period, timeZone } = view;
  const topic = t("viewing.retention.title");
  const name = fileNameFor({ subject, topic, period, timeZone });
  function savePicture(canvas: HTMLCanvasElement): void {
    const [from, to] = [period.fromMs, period.toMs].map((ms) =>
      formatDateTime(new Date(ms).toISOString(), timeZone),
    );
    const legend = RETENTION_FIELDS.map((field) => ({
      name: t(`viewing.retention.${field}`),
      colour: RETENTION_COLOURS[field][scheme],
    }));
    const subtitle = `${subject} · ${from} – ${to} · ${timeZone}`;
    drawPicture(canvas, { title: topic, subtitle, scheme, legend }).then(
      (picture) => saveFile(picture, `${name}.png`),
      () => notify.failure({ message: t("analytics.exported") }),
    );
  }
  return (
    <ChartButtons
      isOff={false}
      isTable={isTable}
      onTable={onTable}
      onCsv={() => saveText(retentionCsvOf(retention), `${name}.csv`)}
      onPng={() => drawn.current && savePicture(drawn.current)}
    />
  );
}
