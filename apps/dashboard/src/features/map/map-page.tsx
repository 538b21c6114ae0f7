import { ActionIcon, Skeleton, Stack } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { ChoiceLinks } from "../../components/analytics/choice-links.tsx";
import { FiguresUnavailable, StaleNotice } from "../../components/analytics/figures-unavailable.tsx";
import { MetricSelect } from "../../components/analytics/metric-select.tsx";
import { PeriodLine } from "../../components/analytics/period-line.tsx";
import { RangeBar } from "../../components/analytics/range-bar.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { staleMark } from "../../components/ui/stale-mark.ts";
import { PageSkeleton } from "../../components/ui/states.tsx";
import { CamerasTable } from "./cameras-table.tsx";
import { CountriesTable } from "./countries-table.tsx";
import { MAP_LAYERS } from "./map-address.ts";
import classes from "./map-page.module.css";
import { type MapData, type MapView, useMapView } from "./use-map-view.ts";

/** The map is loaded after the page, because it contains the outlines of all countries. */
const LazyWorldMap = lazy(async () => ({ default: (await import("./world/world-map.tsx")).WorldMap }));

/** Shows the map of viewers and cameras. */
export function MapPage() {
  const { t } = useTranslation();
  const { view, data, error, isStale, refresh } = useMapView();
  return (
    <>
      <PageHeader title={t("map.title")}>
        {/* Without this wrapper, the control would fill the width of a phone. */}
        <div>
          <ActionIcon variant="default" size={36} aria-label={t("analytics.refresh")} onClick={refresh}>
            <IconRefresh size={18} />
          </ActionIcon>
        </div>
      </PageHeader>
      {view && <MapBar view={view} asOf={data?.asOf} isStale={isStale} error={error} />}
      <StaleNotice isShown={error !== null && data !== undefined} />
      {view && data ? (
        <World view={view} data={data} isStale={isStale} />
      ) : error ? (
        <FiguresUnavailable error={error} onRetry={refresh} />
      ) : (
        <PageSkeleton />
      )}
    </>
  );
}

interface MapBarProps {
  view: MapView;
  asOf: string | undefined;
  isStale: boolean;
  error: unknown;
}

function MapBar({ view, asOf, isStale, error }: MapBarProps) {
  const { t } = useTranslation();
  const { state, period, timeZone, linkTo, go, mayRead } = view;
  // Users who may not read analytics see only the cameras, which do not depend on the period.
  if (!mayRead) return null;
  return (
    <Stack gap="sm" align="flex-start" mb="md">
      <RangeBar
        period={period}
        timeZone={timeZone}
        error={error}
        linkTo={linkTo}
        go={go}
        range={state.range}
      />
      <div className={classes.fields}>
        <MetricSelect value={state.metric} onChange={(metric) => go(linkTo({ metric }))} />
        <ChoiceLinks
          label={t("map.layers")}
          choices={MAP_LAYERS}
          chosen={state.layer}
          textOf={(layer) => t(`map.layer.${layer}`)}
          linkTo={(layer) => linkTo({ layer })}
        />
      </div>
      <PeriodLine
        period={period}
        timeZone={timeZone}
        asOf={asOf}
        isStale={isStale}
        words="rankings.whenAlone"
      />
    </Stack>
  );
}

interface MapViewProps {
  view: MapView;
  data: MapData;
  /** Whether the figures shown belong to the previous query because the current query is still loading. */
  isStale: boolean;
}

function World({ view, data, isStale }: MapViewProps) {
  const { layer } = view.state;
  const isOf = (shown: "countries" | "cameras") => layer === "both" || layer === shown;
  return (
    <div className={classes.parts} {...staleMark(isStale)}>
      <Suspense fallback={<Skeleton h="auto" style={{ aspectRatio: 2 }} />}>
        <LazyWorldMap
          view={view}
          countries={isOf("countries") ? data.countries : []}
          videos={isOf("cameras") ? data.videos : []}
        />
      </Suspense>
      <div className={classes.tables} id="map-tables" tabIndex={-1}>
        {isOf("countries") && view.mayRead && (
          <CountriesTable view={view} rows={data.countries} unknown={data.unknownCountry} />
        )}
        {isOf("cameras") && (
          <CamerasTable view={view} videos={data.videos} size={data.size} unplaced={data.unplaced} />
        )}
      </div>
    </div>
  );
}
