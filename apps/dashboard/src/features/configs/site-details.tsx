import { SegmentedControl, Text } from "@mantine/core";
import { AppError, type ConfigSite, SITE_PERIODS, type SiteFigures, type SitePeriod } from "@shoal/contract";
import { formatMegabytes, formatPercent, formatSeconds } from "@shoal/domain";
import { IconMapPinOff, IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { BackLink } from "../../components/ui/back-link.tsx";
import chart from "../../components/ui/chart.module.css";
import { FactList } from "../../components/ui/fact-list.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { staleMark } from "../../components/ui/stale-mark.ts";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { inLanguage, numberFormat } from "../../lib/figures.ts";
import { configQuery } from "./configs-query.ts";
import { uplinkOf } from "./site-bytes.ts";
import { SiteChart } from "./site-chart.tsx";
import { siteFiguresQuery } from "./site-figures-query.ts";

const GONE = ["config_not_found", "bad_request"];

interface SiteDetailsProps {
  configUuid: string;
  siteUuid: string;
}

/** What a site watches, and what its uplink was spared. */
export function SiteDetails({ configUuid, siteUuid }: SiteDetailsProps) {
  const { t } = useTranslation();
  const config = useQuery(configQuery(configUuid));
  const site = config.data?.sites.find(({ uuid }) => uuid === siteUuid);
  const isGone = config.error instanceof AppError && GONE.includes(config.error.code);
  return (
    <>
      <BackLink to={`/config?config=${configUuid}`}>
        {config.data?.name ?? t("configs.siteFigures.back")}
      </BackLink>
      {site && <Content configUuid={configUuid} site={site} />}
      {!site && (config.data || isGone) && (
        <EmptyState icon={<IconMapPinOff size={34} />} title={t("configs.siteFigures.gone")} />
      )}
      {!config.data && !isGone && config.error && (
        <ErrorState error={config.error} onRetry={config.refetch} />
      )}
      {config.isPending && <PageSkeleton />}
    </>
  );
}

function Content({ configUuid, site }: { configUuid: string; site: ConfigSite }) {
  const { t } = useTranslation();
  const [period, setPeriod] = useState<SitePeriod>("day");
  const figures = useQuery(siteFiguresQuery(configUuid, site.uuid, period));
  return (
    <>
      <PageHeader title={site.name} note={t(`configs.site.exchanges.${site.exchange}`)}>
        <SegmentedControl
          aria-label={t("configs.siteFigures.period")}
          value={period}
          onChange={(chosen) => setPeriod(chosen as SitePeriod)}
          data={SITE_PERIODS.map((value) => ({ value, label: t(`configs.siteFigures.periods.${value}`) }))}
        />
      </PageHeader>
      {figures.data && (
        <div {...staleMark(figures.isPlaceholderData)}>
          <Figures figures={figures.data} />
        </div>
      )}
      {!figures.data && figures.error && <ErrorState error={figures.error} onRetry={figures.refetch} />}
      {figures.isPending && <PageSkeleton blocks={1} />}
    </>
  );
}

function Figures({ figures }: { figures: SiteFigures }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { viewersNow, sessions, watchedSec } = figures;
  const { deliveredBytes, carriedBytes, sparedBytes, offloadPercent, isExact } = uplinkOf(figures);
  if (sessions === 0)
    return (
      <EmptyState
        icon={<IconPlayerPlay size={34} />}
        title={t("configs.siteFigures.none")}
        text={t("configs.siteFigures.noneHint")}
      />
    );
  const number = numberFormat(language);
  const say = (text: string) => inLanguage(text, language);
  const megabytes = (bytes: number) => say(formatMegabytes(bytes / 1e6));
  const between = (bound: "atLeast" | "atMost", text: string) =>
    isExact ? text : t(`configs.siteFigures.${bound}`, { text });
  return (
    <Panel title={t("configs.siteFigures.uplink")} text={t("configs.siteFigures.uplinkText")}>
      <div>
        <div className={chart.large}>{between("atMost", megabytes(sparedBytes))}</div>
        <Text c="dimmed" size="sm">
          {t("configs.siteFigures.spared")}
        </Text>
      </div>
      <SiteChart figures={figures} />
      {!isExact && (
        <Text size="sm" c="dimmed" maw={720}>
          {t("configs.siteFigures.mixed")}
        </Text>
      )}
      <FactList
        facts={[
          [t("configs.siteFigures.viewersNow"), number.format(viewersNow)],
          [t("configs.siteFigures.sessions"), number.format(sessions)],
          [t("configs.siteFigures.played"), say(formatSeconds(watchedSec))],
          [t("configs.siteFigures.delivered"), megabytes(deliveredBytes)],
          [t("configs.siteFigures.carried"), between("atLeast", megabytes(carriedBytes))],
          [t("configs.siteFigures.offload"), between("atMost", say(formatPercent(offloadPercent)))],
        ]}
      />
    </Panel>
  );
}
