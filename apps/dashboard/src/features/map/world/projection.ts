import { LATITUDE_MAX, LONGITUDE_MAX } from "@shoal/contract";
import { type ExtendedFeatureCollection, type GeoProjection, geoNaturalEarth1, geoPath } from "d3-geo";

/** In pixels of the frame. */
export interface Size {
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}

/** How high a frame is: the map without the empty south. */
export const heightFor = (width: number): number => Math.round(width * 0.5);

/** The world as it fills a frame. */
export const projectionFor = ({ width, height }: Size, land: ExtendedFeatureCollection): GeoProjection =>
  geoNaturalEarth1().fitExtent(
    [
      [0, 4],
      [width, height - 4],
    ],
    land,
  );

/** Draws outlines as texts of SVG. */
export const outlinesFor = (projection: GeoProjection) => geoPath(projection).digits(1);

const within = (degrees: number, max: number) => Math.max(-max, Math.min(max, degrees));

/** The position of a place in the frame; beyond the poles or the date line it is clamped. */
export function pointOf(
  projection: GeoProjection,
  { latitude, longitude }: { latitude: number; longitude: number },
): Point {
  const at = projection([within(longitude, LONGITUDE_MAX), within(latitude, LATITUDE_MAX)]);
  return { x: at?.[0] ?? 0, y: at?.[1] ?? 0 };
}
