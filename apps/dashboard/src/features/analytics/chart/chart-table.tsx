import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { figureText } from "../../../components/analytics/figure-text.ts";
import type { ChartColumns } from "../../../components/figures/plot-options.ts";
import { formatDateTime } from "../../../lib/dates.ts";
import classes from "./chart.module.css";
import type { ChartPoint, ChartShape } from "./chart-metrics.ts";

interface ChartTableProps {
  points: ChartPoint[];
  shape: ChartShape;
  columns: ChartColumns;
  timeZone: string;
}

/** Shows the points of the chart as a table, for readers who cannot see the chart. */
export function ChartTable({ points, shape, columns, timeZone }: ChartTableProps) {
  const { t, i18n } = useTranslation();
  return (
    <Box
      component="section"
      mah={332}
      style={{ overflow: "auto" }}
      tabIndex={0}
      aria-label={t("analytics.chart.scroll")}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("analytics.chart.time")}</th>
            {shape.fields.map((field) => (
              <th key={field} scope="col">
                {t(`analytics.series.${field}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ at }, place) => (
            <tr key={at}>
              <th scope="row">{formatDateTime(at, timeZone)}</th>
              {shape.fields.map((field, index) => (
                <td key={field}>
                  {figureText(columns.values[index]?.[place] ?? null, shape.unit, i18n.language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
