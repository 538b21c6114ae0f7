import { LIVE_INPUT_INTERVAL_MS } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { numberFormat } from "../../lib/figures.ts";
import classes from "./input-health.module.css";
import { LINE_HEIGHT, LINE_WIDTH, linePointsOf } from "./line-points.ts";

/** The bitrates of the last two minutes at one glance. Texts of area "live". */
export function BitrateLine({ bitratesKbps }: { bitratesKbps: readonly number[] }) {
  const { t, i18n } = useTranslation();
  if (bitratesKbps.length === 0) return null;
  const number = numberFormat(i18n.language);
  const label = t("live.health.line", {
    sec: (bitratesKbps.length * LIVE_INPUT_INTERVAL_MS) / 1_000,
    least: number.format(Math.min(...bitratesKbps)),
    most: number.format(Math.max(...bitratesKbps)),
    now: number.format(bitratesKbps.at(-1) ?? 0),
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${LINE_WIDTH} ${LINE_HEIGHT}`}
      preserveAspectRatio="none"
      className={classes.line}
    >
      <title>{label}</title>
      <polyline points={linePointsOf(bitratesKbps)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
