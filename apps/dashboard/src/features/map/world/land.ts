import type { ExtendedFeature, ExtendedFeatureCollection, GeoGeometryObjects } from "d3-geo";
import { feature } from "topojson-client";
import atlas from "world-atlas/countries-110m.json";
import { countryCodeOf } from "./country-codes.ts";

type Outline = ExtendedFeature<GeoGeometryObjects, { name: string }>;

/** A country or other land of the atlas. */
export interface Land {
  /** A key that is unique among all lands. */
  key: string;
  /** The two-letter country code; undefined for land that has no code. */
  code: string | undefined;
  outline: Outline;
}

/** The ISO number of Antarctica, which the map omits: it has no viewers and would take up a fifth of the map. */
const ANTARCTICA_NUMBER = "010";

type Topology = Parameters<typeof feature>[0];
const topology = atlas as unknown as Topology & { objects: { countries: Topology["objects"][string] } };

/** All countries with their outlines, at a scale of 1 : 110 million (Natural Earth). */
export const world: ExtendedFeatureCollection<Outline> = (() => {
  const all = feature(topology, topology.objects.countries) as unknown as ExtendedFeatureCollection<Outline>;
  return { ...all, features: all.features.filter(({ id }) => id !== ANTARCTICA_NUMBER) };
})();

export const lands: readonly Land[] = world.features.map((outline) => ({
  key: outline.properties.name,
  code: countryCodeOf({
    id: outline.id === undefined ? undefined : String(outline.id),
    name: outline.properties.name,
  }),
  outline,
}));
