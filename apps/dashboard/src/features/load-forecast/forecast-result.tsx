import { Progress, Text } from "@mantine/core";
import { formatKbps, formatMilliseconds, formatPercent, formatRebuffering } from "@shoal/domain";
import type { LoadForecast, PlannedEvent, Spread } from "@shoal/swarm-sim";
import { IconUsersGroup } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import chart from "../../components/ui/chart.module.css";
import { FactList } from "../../components/ui/fact-list.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { numberFormat, translateFigure } from "../../lib/figures.ts";
import classes from "./forecast.module.css";
import { areaPointsOf, CHART_HEIGHT, CHART_WIDTH } from "./traffic-points.ts";
import type { ForecastState } from "./use-forecast.ts";

/** Shows the result of a forecast; shows nothing before the first result. */
export function ForecastResult({ state }: { state: ForecastState }) {
  const { t } = useTranslation();
  return (
    <Panel title={t("loadForecast.result")}>
      {state.phase === "running" && (
        <div role="status">
          <Text size="sm" mb={8}>
            {t("loadForecast.running")}
          </Text>
          <Progress value={Math.max(3, state.share * 100)} aria-label={t("loadForecast.running")} />
        </div>
      )}
      {state.phase === "idle" && (
        <EmptyState
          icon={<IconUsersGroup size={34} />}
          title={t("loadForecast.none")}
          text={t("loadForecast.noneHint")}
        />
      )}
      {state.phase === "failed" && (
        <Text role="alert" c="var(--shoal-bad)">
          {t("loadForecast.failed")}
        </Text>
      )}
      {state.phase === "done" && <ForecastFigures {...state} />}
    </Panel>
  );
}

function ForecastFigures({ event, forecast }: { event: PlannedEvent; forecast: LoadForecast }) {
  const { t } = useTranslation();
  const { between, say, number } = useFigureTexts();
  const { offload, serverPeakMbps, serverMeanMbps, alonePeakMbps, aloneMeanMbps } = forecast;
  const ofMbps = (mbps: number) => formatKbps(mbps * 1_000);
  return (
    <>
      <div>
        <div className={chart.large}>{between(offload, (share) => formatPercent(share * 100))}</div>
        <Text c="dimmed" size="sm">
          {t("loadForecast.offload")}
        </Text>
      </div>
      <TrafficChart timeline={forecast.timeline} />
      <FactList
        facts={[
          [t("loadForecast.peak"), between(serverPeakMbps, ofMbps)],
          [t("loadForecast.peakAlone"), say(ofMbps(alonePeakMbps))],
          [t("loadForecast.mean"), between(serverMeanMbps, ofMbps)],
          [t("loadForecast.meanAlone"), say(ofMbps(aloneMeanMbps))],
          [t("loadForecast.startup"), between(forecast.startupMs, formatMilliseconds)],
          [t("loadForecast.stalls"), between(forecast.stalledSecPerHour, formatRebuffering)],
        ]}
      />
      <Text size="sm" c="dimmed">
        {t("loadForecast.how", { simulated: forecast.simulatedViewers, viewers: number(event.viewers) })}
      </Text>
    </>
  );
}

function useFigureTexts() {
  const { t, i18n } = useTranslation();
  const localize = (text: string) => translateFigure(text, i18n.language);
  return {
    say: localize,
    number: (value: number) => numberFormat(i18n.language).format(value),
    /** Formats the minimum and maximum, as a single value if both are the same when formatted. */
    between({ low, high }: Spread, format: (value: number) => string): string {
      const [least, most] = [localize(format(low)), localize(format(high))];
      return least === most ? least : t("loadForecast.between", { least, most });
    },
  };
}

/** Draws the servers' traffic per second, with and without peers. */
function TrafficChart({ timeline: { peers, alone } }: Pick<LoadForecast, "timeline">) {
  const { t, i18n } = useTranslation();
  const mostMbps = Math.max(1, ...alone, ...peers);
  const localizeRate = (mbps: number) => translateFigure(formatKbps(mbps * 1_000), i18n.language);
  const label = t("loadForecast.chart", {
    alone: localizeRate(Math.max(...alone)),
    peers: localizeRate(Math.max(...peers)),
  });
  return (
    <figure className={`${chart.chart} ${classes.parts}`}>
      <div className={chart.scale} aria-hidden>
        <span>{localizeRate(mostMbps)}</span>
        <span>0</span>
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
      >
        <title>{label}</title>
        <polygon data-of="alone" points={areaPointsOf(alone, mostMbps)} />
        <polygon data-of="peers" points={areaPointsOf(peers, mostMbps)} />
      </svg>
      <figcaption className={chart.legend}>
        <span data-of="alone">{t("loadForecast.alone")}</span>
        <span data-of="peers">{t("loadForecast.withPeers")}</span>
        <span className={chart.time}>{t("loadForecast.time", { count: alone.length })}</span>
      </figcaption>
    </figure>
  );
}
