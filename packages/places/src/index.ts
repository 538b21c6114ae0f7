export { networkPrefixOf } from "./network-prefix.ts";
export { type Place, type PlaceFiles, type PlaceOrigins, Places } from "./places.ts";
