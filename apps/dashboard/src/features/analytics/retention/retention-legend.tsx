import { Group } from "@mantine/core";
import type { StatisticsRetention } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { figureText } from "../../../components/analytics/figure-text.ts";
import { formatClock } from "../../../lib/times.ts";
import classes from "../chart/chart.module.css";
import { RETENTION_COLOURS } from "../chart/series-colours.ts";
import { chapterAt, RETENTION_FIELDS } from "./retention-columns.ts";
import type { RetentionLook } from "./retention-plot.tsx";

interface RetentionLegendProps {
  retention: StatisticsRetention;
  look: RetentionLook;
  /** Index of the point under the cursor; null if there is none. */
  place: number | null;
}

/** Shows the colours, and the time, values and chapter under the cursor. */
export function RetentionLegend({ retention, look, place }: RetentionLegendProps) {
  const { t, i18n } = useTranslation();
  const point = place === null ? undefined : retention.points[place];
  return (
    <Group gap="4px 18px" align="baseline" mih={24} mb="xs" fz="sm">
      {RETENTION_FIELDS.map((field) => (
        <span key={field} className={classes.entry}>
          <i style={{ background: RETENTION_COLOURS[field][look.scheme] }} aria-hidden />
          {t(`viewing.retention.${field}`)}
          {place !== null && point && (
            <b>{figureText(look.columns.percent[field][place] ?? null, "percent", i18n.language)}</b>
          )}
        </span>
      ))}
      <span className={classes.time} data-hint={!point}>
        {point
          ? [momentText(point), chapterAt(retention.chapters, point.atSec)].filter(Boolean).join(" · ")
          : t("viewing.retention.hint")}
      </span>
    </Group>
  );

  function momentText({ atSec, sessions, replays }: StatisticsRetention["points"][number]): string {
    const [seen, again] = [sessions, replays].map((count) =>
      figureText(Math.round(count), "count", i18n.language),
    );
    return t("viewing.retention.point", { time: formatClock(atSec), sessions: seen, replays: again });
  }
}
