import { Box } from "@mantine/core";
import type { StatisticsRetention } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { figureText } from "../../../components/analytics/figure-text.ts";
import { formatClock } from "../../../lib/times.ts";
import classes from "../chart/chart.module.css";
import { chapterAt, RETENTION_FIELDS, type RetentionColumns } from "./retention-columns.ts";

interface RetentionTableProps {
  retention: StatisticsRetention;
  columns: RetentionColumns;
}

/** Shows the points of the curve as a table, for readers who cannot see the curve. */
export function RetentionTable({ retention: { points, chapters }, columns }: RetentionTableProps) {
  const { t, i18n } = useTranslation();
  const percent = (value: number | undefined) => figureText(value ?? 0, "percent", i18n.language);
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
            <th scope="col">{t("viewing.retention.moment")}</th>
            {RETENTION_FIELDS.map((field) => (
              <th key={field} scope="col">
                {t(`viewing.retention.${field}`)}
              </th>
            ))}
            <th scope="col">{t("viewing.retention.count")}</th>
            {chapters.length > 0 && <th scope="col">{t("viewing.retention.chapter")}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map(({ atSec, sessions }, index) => (
            <tr key={atSec}>
              <th scope="row">{formatClock(atSec)}</th>
              {RETENTION_FIELDS.map((field) => (
                <td key={field}>{percent(columns.percent[field][index])}</td>
              ))}
              <td>{figureText(Math.round(sessions), "count", i18n.language)}</td>
              {chapters.length > 0 && <td>{chapterAt(chapters, atSec)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
