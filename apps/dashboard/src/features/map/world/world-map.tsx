import { ActionIcon, Box, Text } from "@mantine/core";
import { useElementSize, useId } from "@mantine/hooks";
import { IconMinus, IconPlus, IconWorld } from "@tabler/icons-react";
import { type KeyboardEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { METRICS } from "../../../components/analytics/metrics.ts";
import { useValueText } from "../../../components/analytics/value-text.ts";
import { listText } from "../../../lib/display-names.ts";
import { Legend } from "../legend.tsx";
import type { CountryRow } from "../map-queries.ts";
import { shadeOf, thresholdsOf } from "../steps.ts";
import type { LocatedVideo, MapView } from "../use-map-view.ts";
import { Countries, type ShadedCountry } from "./countries.tsx";
import { lands, world } from "./land.ts";
import { MapTip, type TipContent } from "./map-tip.tsx";
import { PinCard } from "./pin-card.tsx";
import { Pins } from "./pins.tsx";
import { heightFor, projectionFor } from "./projection.ts";
import { useMapKeys, useZoom, type ZoomView } from "./use-zoom.ts";
import classes from "./world-map.module.css";

export interface WorldMapProps {
  view: MapView;
  countries: readonly CountryRow[];
  videos: readonly LocatedVideo[];
}

/** Draws countries in shades of a figure, and cameras at their locations. */
export function WorldMap({ view, countries, videos }: WorldMapProps) {
  const { ref, width } = useElementSize();
  const { shaded, thresholds } = useShades(view, countries);
  const isShaded = view.mayRead && view.state.layer !== "cameras";
  return (
    <section className={classes.panel}>
      <Box ref={ref} miw={0}>
        {width > 0 && <MapFrame view={view} videos={videos} shaded={shaded} width={Math.floor(width)} />}
      </Box>
      {isShaded && <Legend metric={view.state.metric} thresholds={thresholds} />}
      <UnmappedCountries countries={countries} />
    </section>
  );
}

interface MapFrameProps {
  view: MapView;
  videos: readonly LocatedVideo[];
  shaded: ReadonlyMap<string, ShadedCountry>;
  width: number;
}

function MapFrame({ view, videos, shaded, width }: MapFrameProps) {
  const { t } = useTranslation();
  const hintId = useId();
  const size = useMemo(() => ({ width, height: heightFor(width) }), [width]);
  const projection = useMemo(() => projectionFor(size, world), [size]);
  const zoomed = useZoom(size);
  const handleKey = useMapKeys(zoomed);
  const [tip, setTip] = useState<TipContent>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { svg, transform } = zoomed;
  return (
    <Box
      role="group"
      aria-label={t("map.frame")}
      aria-describedby={hintId}
      pos="relative"
      bdrs={10}
      bg="var(--map-sea)"
      style={{ overflow: "hidden" }}
      onPointerLeave={() => setTip(undefined)}
    >
      <button type="button" className={classes.skip} onClick={skipMap}>
        {t("map.skip")}
      </button>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the frame has a label, and a title would cover the tips */}
      <svg
        ref={svg}
        viewBox={`0 0 ${size.width} ${size.height}`}
        width={size.width}
        height={size.height}
        className={classes.map}
        data-zoomed={transform.k > 1}
        onKeyDown={handleKey}
      >
        <Countries view={view} projection={projection} transform={transform} shaded={shaded} onTip={setTip} />
        <Pins
          view={view}
          videos={videos}
          projection={projection}
          transform={transform}
          chosen={chosen}
          onTip={setTip}
          onChoose={setChosen}
          onShow={zoomed.show}
        />
      </svg>
      <MapControls zoomed={zoomed} onKey={handleKey} />
      <p id={hintId} className={classes.hint}>
        {t("map.keys")}
      </p>
      {tip && <MapTip tip={tip} size={size} />}
      <PinCard
        view={view}
        videos={videos.filter(({ uuid }) => chosen.includes(uuid))}
        onClose={() => setChosen([])}
      />
    </Box>
  );
}

/** Moves the focus past the map. A link to an anchor is not possible, because the hash of the URL contains the page's path and state. */
const skipMap = () => document.getElementById("map-tables")?.focus();

/** Returns the shade of each country with viewers, by country code. */
function useShades({ state }: MapView, countries: readonly CountryRow[]) {
  return useMemo(() => {
    const { value } = METRICS[state.metric];
    const figureOf = (row: CountryRow) => value(row.figures);
    const thresholds = thresholdsOf(countries.flatMap((row) => figureOf(row) ?? []));
    const shaded = countries.map((row): [string, ShadedCountry] => [
      row.value,
      { row, value: figureOf(row), step: shadeOf(figureOf(row), thresholds) },
    ]);
    return { thresholds, shaded: new Map(shaded) };
  }, [state.metric, countries]);
}

const drawnCountryCodes = new Set(lands.map(({ code }) => code));

/** Lists countries with viewers that have no outline in the atlas. */
function UnmappedCountries({ countries }: { countries: readonly CountryRow[] }) {
  const { t, i18n } = useTranslation();
  const nameOf = useValueText("country");
  const names = countries
    .filter(({ value }) => !drawnCountryCodes.has(value))
    .map(({ value, label }) => nameOf(value, label));
  if (names.length === 0) return null;
  const list = listText(names, i18n.language);
  return (
    <Text c="dimmed" fz={13}>
      {t("map.undrawn", { names: list })}
    </Text>
  );
}

interface MapControlsProps {
  zoomed: ZoomView;
  /** Handles the keys of the map, which also work while a button has the focus. */
  onKey: (event: KeyboardEvent) => void;
}

/** Shows the zoom buttons, as an alternative to wheel and touch. */
function MapControls({ zoomed: { zoomIn, zoomOut, reset }, onKey }: MapControlsProps) {
  const { t } = useTranslation();
  const actions = [
    { name: t("map.zoomIn"), Icon: IconPlus, run: zoomIn },
    { name: t("map.zoomOut"), Icon: IconMinus, run: zoomOut },
    { name: t("map.reset"), Icon: IconWorld, run: reset },
  ];
  return (
    <div className={classes.controls}>
      {actions.map(({ name, Icon, run }) => (
        <ActionIcon
          key={name}
          variant="default"
          size={34}
          aria-label={name}
          title={name}
          onClick={run}
          onKeyDown={onKey}
        >
          <Icon size={18} />
        </ActionIcon>
      ))}
    </div>
  );
}
