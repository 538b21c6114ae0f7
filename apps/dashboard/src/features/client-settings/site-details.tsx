import { SegmentedControl, Text } from "@mantine/core";
import {
  AppError,
  type ConfigSite,
  routes,
  SITE_PERIODS,
  type SiteFigures,
  type SitePeriod,
} from "@shoal/contract";
import { IconMapPinOff, IconPlayerPlay } from "@tabler/icons-react";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { figureText } from "../../components/analytics/figure-text.ts";
import { BackLink } from "../../components/ui/back-link.tsx";
import chart from "../../components/ui/chart.module.css";
import { FactList } from "../../components/ui/fact-list.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { staleMark } from "../../components/ui/stale-mark.ts";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { numberFormat } from "../../lib/figures.ts";
import { call } from "../../lib/session.ts";
import { configQuery } from "./configs-query.ts";
import classes from "./site.module.css";
import { barsOf, uplinkOf } from "./site-bytes.ts";

const CHART_SIZE = { width: 720, height: 160 };

/** Draws the bytes that the site's uplink carried, and those it was spared, for each step of the period. */
function SiteChart({ figures }: { figures: SiteFigures }) {
  const { t, i18n } = useTranslation();
  const { steps } = figures;
  const sizeText = (bytes: number) => figureText(bytes, "bytes", i18n.language);
  const most = Math.max(0, ...steps.map((step) => uplinkOf(step).deliveredBytes));
  const { carriedBytes, sparedBytes, isExact } = uplinkOf(figures);
  const texts = { carried: sizeText(carriedBytes), spared: sizeText(sparedBytes) };
  const label = t(isExact ? "configs.siteFigures.chart" : "configs.siteFigures.chartAtMost", texts);
  return (
    <figure className={`${chart.chart} ${classes.parts}`}>
      <div className={chart.scale} aria-hidden>
        <span>{sizeText(most)}</span>
        <span>0</span>
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${CHART_SIZE.width} ${CHART_SIZE.height}`}
        preserveAspectRatio="none"
      >
        <title>{label}</title>
        {barsOf(steps, CHART_SIZE).map(({ x, width, parts }) => (
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
          {t("configs.siteFigures.since", { date: formatDateTime(steps[0]?.from ?? "") })}
        </span>
      </figcaption>
    </figure>
  );
}

/** The polling interval in ms, which matches the 10 s between reports of players. */
const POLL_INTERVAL_MS = 30_000;

const siteFiguresQuery = (config: string, site: string, period: SitePeriod) =>
  queryOptions({
    queryKey: ["siteFigures", config, site, period],
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
    queryFn: ({ signal }) =>
      call(routes.getSiteFigures, { params: { id: config, site }, query: { period } }, { signal }),
  });

const NOT_FOUND_CODES = ["config_not_found", "bad_request"];

interface SiteDetailsProps {
  configUuid: string;
  siteUuid: string;
}

/** Shows the viewing at a site, and the savings of its uplink. */
export function SiteDetails({ configUuid, siteUuid }: SiteDetailsProps) {
  const { t } = useTranslation();
  const config = useQuery(configQuery(configUuid));
  const site = config.data?.sites.find(({ uuid }) => uuid === siteUuid);
  const isGone = config.error instanceof AppError && NOT_FOUND_CODES.includes(config.error.code);
  return (
    <>
      <BackLink to={`/config?config=${configUuid}`}>
        {config.data?.name ?? t("configs.siteFigures.back")}
      </BackLink>
      {site && <SiteContent configUuid={configUuid} site={site} />}
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

function SiteContent({ configUuid, site }: { configUuid: string; site: ConfigSite }) {
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
  const bytes = (value: number) => figureText(value, "bytes", language);
  const between = (bound: "atLeast" | "atMost", text: string) =>
    isExact ? text : t(`configs.siteFigures.${bound}`, { text });
  return (
    <Panel title={t("configs.siteFigures.uplink")} text={t("configs.siteFigures.uplinkText")}>
      <div>
        <div className={chart.large}>{between("atMost", bytes(sparedBytes))}</div>
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
          [t("configs.siteFigures.played"), figureText(watchedSec, "seconds", language)],
          [t("configs.siteFigures.delivered"), bytes(deliveredBytes)],
          [t("configs.siteFigures.carried"), between("atLeast", bytes(carriedBytes))],
          [
            t("configs.siteFigures.offload"),
            between("atMost", figureText(offloadPercent, "percent", language)),
          ],
        ]}
      />
    </Panel>
  );
}
