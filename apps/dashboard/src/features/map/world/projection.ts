import { MAX_LATITUDE, MAX_LONGITUDE } from "@shoal/contract";
import { type ExtendedFeatureCollection, type GeoProjection, geoNaturalEarth1, geoPath } from "d3-geo";

/** The size of the map on the screen, in pixels. */
export interface Size {
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}

/** Returns the height of a frame of the given width, for a map without Antarctica. */
export const heightFor = (width: number): number => Math.round(width * 0.5);

/** Returns the projection that makes the world fill a frame. */
export const projectionFor = ({ width, height }: Size, land: ExtendedFeatureCollection): GeoProjection =>
  geoNaturalEarth1().fitExtent(
    [
      [0, 4],
      [width, height - 4],
    ],
    land,
  );

/** Returns a generator of outlines as SVG paths. */
export const outlinesFor = (projection: GeoProjection) => geoPath(projection).digits(1);

const clampDegrees = (degrees: number, max: number) => Math.max(-max, Math.min(max, degrees));

/** Returns the position of a location in the frame; beyond the poles or the date line it is clamped. */
export function pointOf(
  projection: GeoProjection,
  { latitude, longitude }: { latitude: number; longitude: number },
): Point {
  const at = projection([clampDegrees(longitude, MAX_LONGITUDE), clampDegrees(latitude, MAX_LATITUDE)]);
  return { x: at?.[0] ?? 0, y: at?.[1] ?? 0 };
}
