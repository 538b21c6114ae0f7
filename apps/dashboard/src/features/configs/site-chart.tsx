import type { SiteFigures } from "@shoal/contract";
import { formatMegabytes } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import chart from "../../components/ui/chart.module.css";
import { dateOf } from "../../lib/dates.ts";
import { inLanguage } from "../../lib/figures.ts";
import classes from "./site.module.css";
import { barsOf, uplinkOf } from "./site-bytes.ts";

const SIZE = { width: 720, height: 160 };

/** Step by step, what the uplink carried and what it was spared. */
export function SiteChart({ figures }: { figures: SiteFigures }) {
  const { t, i18n } = useTranslation();
  const { steps } = figures;
  const say = (bytes: number) => inLanguage(formatMegabytes(bytes / 1e6), i18n.language);
  const most = Math.max(0, ...steps.map((step) => uplinkOf(step).deliveredBytes));
  const { carriedBytes, sparedBytes, isExact } = uplinkOf(figures);
  const texts = { carried: say(carriedBytes), spared: say(sparedBytes) };
  const label = t(isExact ? "configs.siteFigures.chart" : "configs.siteFigures.chartAtMost", texts);
  return (
    <figure className={`${chart.chart} ${classes.parts}`}>
      <div className={chart.scale} aria-hidden>
        <span>{say(most)}</span>
        <span>0</span>
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="none"
      >
        <title>{label}</title>
        {barsOf(steps, SIZE).map(({ x, width, parts }) => (
          <g key={x}>
            {parts.map(({ of, y, height }) => (
              <rect key={of} data-of={of} x={x} y={y} width={width} height={height} />
            ))}
          </g>
        ))}
      </svg>
      <figcaption className={chart.legend}>
        <span data-of="bytesServer">{t("configs.siteFigures.carried")}</span>
        {isExact || <span data-of="bytesPeers">{t("configs.siteFigures.anywhere")}</span>}
        <span data-of="bytesWithin">{t("configs.siteFigures.spared")}</span>
        <span className={chart.time}>
          {t("configs.siteFigures.since", { date: dateOf(steps[0]?.from ?? "") })}
        </span>
      </figcaption>
    </figure>
  );
}
