import { formatKbps } from "@shoal/domain";
import type { Rehearsal } from "@shoal/swarm-sim";
import { useTranslation } from "react-i18next";
import chart from "../../components/ui/chart.module.css";
import { inLanguage } from "../../lib/figures.ts";
import classes from "./rehearsal.module.css";
import { areaOf, CHART_HEIGHT, CHART_WIDTH } from "./traffic-points.ts";

/** What the servers send, second by second, with peers and without. */
export function TrafficChart({ timeline: { peers, alone } }: Pick<Rehearsal, "timeline">) {
  const { t, i18n } = useTranslation();
  const mostMbps = Math.max(1, ...alone, ...peers);
  const say = (mbps: number) => inLanguage(formatKbps(mbps * 1_000), i18n.language);
  const label = t("rehearsal.chart", { alone: say(Math.max(...alone)), peers: say(Math.max(...peers)) });
  return (
    <figure className={`${chart.chart} ${classes.parts}`}>
      <div className={chart.scale} aria-hidden>
        <span>{say(mostMbps)}</span>
        <span>0</span>
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
      >
        <title>{label}</title>
        <polygon data-of="alone" points={areaOf(alone, mostMbps)} />
        <polygon data-of="peers" points={areaOf(peers, mostMbps)} />
      </svg>
      <figcaption className={chart.legend}>
        <span data-of="alone">{t("rehearsal.alone")}</span>
        <span data-of="peers">{t("rehearsal.withPeers")}</span>
        <span className={chart.time}>{t("rehearsal.time", { count: alone.length })}</span>
      </figcaption>
    </figure>
  );
}
