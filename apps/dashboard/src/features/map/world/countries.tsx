import type { GeoProjection } from "d3-geo";
import type { ZoomTransform } from "d3-zoom";
import { memo, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { analyticsLinkOf } from "../../../components/analytics/analytics-link.ts";
import { figureText } from "../../../components/analytics/figure-text.ts";
import { METRICS } from "../../../components/analytics/metrics.ts";
import { useValueText } from "../../../components/analytics/value-text.ts";
import type { CountryRow } from "../map-queries.ts";
import type { MapView } from "../use-map-view.ts";
import { type Land, lands } from "./land.ts";
import type { TipContent } from "./map-tip.tsx";
import { outlinesFor, type Point } from "./projection.ts";
import classes from "./world-map.module.css";

export interface ShadedCountry {
  row: CountryRow;
  value: number | null;
  /** The index of the country's shade; undefined if it has no value to show. */
  step: number | undefined;
}

interface CountriesProps {
  view: MapView;
  projection: GeoProjection;
  transform: ZoomTransform;
  /** The shades of countries, by country code. */
  shaded: ReadonlyMap<string, ShadedCountry>;
  onTip: (tip: TipContent | undefined) => void;
}

interface DrawnLand extends Land {
  path: string;
}

/** Draws the outlines of all countries; countries with viewers link to their analytics. */
export function Countries({ projection, transform, ...rest }: CountriesProps) {
  const drawn = useMemo(() => drawOutlines(projection), [projection]);
  return (
    <g transform={transform.toString()}>
      <Outlines drawn={drawn} {...rest} />
    </g>
  );
}

function drawOutlines(projection: GeoProjection): DrawnLand[] {
  const outlines = outlinesFor(projection);
  return lands.map((land) => ({ ...land, path: outlines(land.outline) ?? "" }));
}

type OutlinesProps = Omit<CountriesProps, "projection" | "transform"> & { drawn: readonly DrawnLand[] };

/** The outlines of all countries. They move with the map as a whole, and are redrawn only when an outline, a shade or the view changes. */
const Outlines = memo(
  function Outlines({ drawn, view, shaded, onTip }: OutlinesProps) {
    return drawn.map((land) => {
      const country = land.code === undefined ? undefined : shaded.get(land.code);
      return country?.step === undefined ? (
        <path key={land.key} d={land.path} className={classes.land} />
      ) : (
        <Country key={land.key} land={land} country={country} view={view} onTip={onTip} />
      );
    });
  },
  (before, now) => before.drawn === now.drawn && before.shaded === now.shaded && before.view === now.view,
);

interface CountryProps extends Pick<CountriesProps, "view" | "onTip"> {
  land: DrawnLand;
  country: ShadedCountry;
}

function Country({ land, country: { row, value, step }, view, onTip }: CountryProps) {
  const { t, i18n } = useTranslation();
  const name = useValueText("country")(row.value, row.label);
  const { metric } = view.state;
  const text = figureText(value, METRICS[metric].unit, i18n.language);
  const words = { name, metric: t(`rankings.metrics.${metric}`), value: text };
  const { pathname, search } = analyticsLinkOf({ kind: "country", value: row.value }, view.state);
  const tip = { title: name, lines: [`${words.metric}: ${text}`] };
  return (
    <a
      href={`#${pathname}${search}`}
      aria-label={t("map.openCountry", words)}
      onPointerMove={({ nativeEvent: { offsetX: x, offsetY: y } }) => onTip({ ...tip, x, y })}
      onPointerLeave={() => onTip(undefined)}
      onFocus={({ currentTarget }) => onTip({ ...tip, ...middleOf(currentTarget) })}
      onBlur={() => onTip(undefined)}
    >
      <path d={land.path} className={classes.land} data-step={step} />
    </a>
  );
}

/** Returns the centre of a displayed outline, in pixels of the frame. */
function middleOf(element: Element): Point {
  const box = element.getBoundingClientRect();
  const frame = element.closest("svg")?.getBoundingClientRect();
  return {
    x: box.x + box.width / 2 - (frame?.x ?? 0),
    y: box.y + box.height / 2 - (frame?.y ?? 0),
  };
}
