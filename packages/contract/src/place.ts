import { z } from "zod";
import { Text } from "./text.ts";

export const MAX_LATITUDE = 90;
export const MAX_LONGITUDE = 180;
export const MAX_PLACE_LABEL_LENGTH = 200;

/** A location, in degrees: north and east are positive. */
export const Place = z.strictObject({
  latitude: z.number().min(-MAX_LATITUDE).max(MAX_LATITUDE),
  longitude: z.number().min(-MAX_LONGITUDE).max(MAX_LONGITUDE),
  /** The name of the location. */
  label: Text.trim().min(1).max(MAX_PLACE_LABEL_LENGTH),
});
export type Place = z.infer<typeof Place>;
