import { Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { figureText } from "../../../components/analytics/figure-text.ts";
import type { Scheme } from "../../../components/figures/chart-colours.ts";
import type { ChartColumns } from "../../../components/figures/plot-options.ts";
import classes from "./chart.module.css";
import type { ChartShape } from "./chart-metrics.ts";
import { colourOf } from "./series-colours.ts";

interface ChartLegendProps {
  shape: ChartShape;
  columns: ChartColumns;
  scheme: Scheme;
  /** The point under the cursor, with its time; undefined if the cursor is outside the chart. */
  point: { place: number; time: string } | undefined;
}

/** Shows the colours of the lines, and the values under the cursor. */
export function ChartLegend({ shape, columns, scheme, point }: ChartLegendProps) {
  const { t, i18n } = useTranslation();
  return (
    <Group gap="4px 18px" align="baseline" mih={24} mb="xs" fz="sm">
      {shape.fields.map((field, index) => (
        <span key={field} className={classes.entry}>
          <i style={{ background: colourOf(field, scheme) }} aria-hidden />
          {t(`analytics.series.${field}`)}
          {point && (
            <b>
              {figureText(columns.values[index]?.[point.place] ?? null, shape.unit, i18n.language, {
                largest: columns.largest,
              })}
            </b>
          )}
        </span>
      ))}
      <span className={classes.time} data-hint={!point}>
        {point ? point.time : t("analytics.chart.hint")}
      </span>
    </Group>
  );
}
