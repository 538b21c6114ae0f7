import type { Feature, FeatureCollection, Geometry } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import atlas from "world-atlas/countries-110m.json";
import { countryCodeOf } from "./country-codes.ts";

interface Named {
  name: string;
}

/** A country, or other land, of the atlas. */
export interface Land {
  /** Tells it apart from others. */
  key: string;
  /** Two letters; undefined for land that has none. */
  code: string | undefined;
  outline: Feature<Geometry, Named>;
}

/** Nobody watches from there, and it would take a fifth of the map. */
const ANTARCTICA = "010";

const topology = atlas as unknown as Topology<{ countries: GeometryCollection<Named> }>;

/** All countries with their outlines, at a scale of 1 : 110 million (Natural Earth). */
export const world: FeatureCollection<Geometry, Named> = (() => {
  const all = feature(topology, topology.objects.countries);
  return { ...all, features: all.features.filter(({ id }) => id !== ANTARCTICA) };
})();

export const lands: readonly Land[] = world.features.map((outline) => ({
  key: outline.properties.name,
  code: countryCodeOf({
    id: outline.id === undefined ? undefined : String(outline.id),
    name: outline.properties.name,
  }),
  outline,
}));
