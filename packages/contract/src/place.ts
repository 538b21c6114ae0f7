import { z } from "zod";
import { Text } from "./text.ts";

export const LATITUDE_MAX = 90;
export const LONGITUDE_MAX = 180;
export const PLACE_LABEL_MAX_LENGTH = 200;

/** A location, in degrees: north and east are positive. */
export const Place = z.strictObject({
  latitude: z.number().min(-LATITUDE_MAX).max(LATITUDE_MAX),
  longitude: z.number().min(-LONGITUDE_MAX).max(LONGITUDE_MAX),
  /** The name of the location. */
  label: Text.trim().min(1).max(PLACE_LABEL_MAX_LENGTH),
});
export type Place = z.infer<typeof Place>;
