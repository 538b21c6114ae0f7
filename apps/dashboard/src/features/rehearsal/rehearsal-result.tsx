import { Progress, Text } from "@mantine/core";
import { formatKbps, formatMilliseconds, formatPercent, formatRebuffering } from "@shoal/domain";
import type { PlannedEvent, Rehearsal, Spread } from "@shoal/swarm-sim";
import { IconUsersGroup } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import chart from "../../components/ui/chart.module.css";
import { FactList } from "../../components/ui/fact-list.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { inLanguage, numberFormat } from "../../lib/figures.ts";
import { TrafficChart } from "./traffic-chart.tsx";
import type { RehearsalState } from "./use-rehearsal.ts";

/** What a rehearsal says, once there is one. */
export function RehearsalResult({ state }: { state: RehearsalState }) {
  const { t } = useTranslation();
  return (
    <Panel title={t("rehearsal.result")}>
      {state.phase === "running" && (
        <div role="status">
          <Text size="sm" mb={8}>
            {t("rehearsal.running")}
          </Text>
          <Progress value={Math.max(3, state.share * 100)} aria-label={t("rehearsal.running")} />
        </div>
      )}
      {state.phase === "idle" && (
        <EmptyState
          icon={<IconUsersGroup size={34} />}
          title={t("rehearsal.none")}
          text={t("rehearsal.noneHint")}
        />
      )}
      {state.phase === "failed" && (
        <Text role="alert" c="var(--shoal-bad)">
          {t("rehearsal.failed")}
        </Text>
      )}
      {state.phase === "done" && <Figures {...state} />}
    </Panel>
  );
}

function Figures({ event, rehearsal }: { event: PlannedEvent; rehearsal: Rehearsal }) {
  const { t } = useTranslation();
  const { between, say, number } = useFigureTexts();
  const { offload, serverPeakMbps, serverMeanMbps, alonePeakMbps, aloneMeanMbps } = rehearsal;
  const ofMbps = (mbps: number) => formatKbps(mbps * 1_000);
  return (
    <>
      <div>
        <div className={chart.large}>{between(offload, (share) => formatPercent(share * 100))}</div>
        <Text c="dimmed" size="sm">
          {t("rehearsal.offload")}
        </Text>
      </div>
      <TrafficChart timeline={rehearsal.timeline} />
      <FactList
        facts={[
          [t("rehearsal.peak"), between(serverPeakMbps, ofMbps)],
          [t("rehearsal.peakAlone"), say(ofMbps(alonePeakMbps))],
          [t("rehearsal.mean"), between(serverMeanMbps, ofMbps)],
          [t("rehearsal.meanAlone"), say(ofMbps(aloneMeanMbps))],
          [t("rehearsal.startup"), between(rehearsal.startupMs, formatMilliseconds)],
          [t("rehearsal.stalls"), between(rehearsal.stalledSecPerHour, formatRebuffering)],
        ]}
      />
      <Text size="sm" c="dimmed">
        {t("rehearsal.how", { simulated: rehearsal.simulatedViewers, viewers: number(event.viewers) })}
      </Text>
    </>
  );
}

function useFigureTexts() {
  const { t, i18n } = useTranslation();
  const say = (text: string) => inLanguage(text, i18n.language);
  return {
    say,
    number: (value: number) => numberFormat(i18n.language).format(value),
    /** The least and the most, once where they read the same. */
    between({ low, high }: Spread, format: (value: number) => string): string {
      const [least, most] = [say(format(low)), say(format(high))];
      return least === most ? least : t("rehearsal.between", { least, most });
    },
  };
}
