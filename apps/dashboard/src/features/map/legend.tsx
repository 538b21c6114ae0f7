import type { StatisticsSort } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { figureText } from "../../components/analytics/figure-text.ts";
import { METRICS } from "../../components/analytics/metrics.ts";
import classes from "./legend.module.css";

interface LegendProps {
  metric: StatisticsSort;
  /** The lower bounds of all shades except the first. */
  thresholds: readonly number[];
}

/** Explains the meaning of each shade. */
export function Legend({ metric, thresholds }: LegendProps) {
  const { t, i18n } = useTranslation();
  const text = (value: number) => figureText(value, METRICS[metric].unit, i18n.language);
  const wordsOf = (step: number): string => {
    const [from, to] = [thresholds[step - 1], thresholds[step]];
    if (from === undefined)
      return to === undefined ? t("map.legend.exactly") : t("map.legend.below", { to: text(to) });
    return to === undefined
      ? t("map.legend.above", { from: text(from) })
      : t("map.legend.between", { from: text(from), to: text(to) });
  };
  return (
    <figure className={classes.legend}>
      <figcaption>{t(`rankings.metrics.${metric}`)}</figcaption>
      <ul>
        <li>
          <span className={classes.shade} data-step="none" aria-hidden />
          {t("map.legend.none")}
        </li>
        {[...thresholds, Number.NaN].map((threshold, step) => (
          <li key={threshold}>
            <span className={classes.shade} data-step={step} aria-hidden />
            {wordsOf(step)}
          </li>
        ))}
      </ul>
    </figure>
  );
}
