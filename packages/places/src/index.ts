export { networkPrefixOf } from "./network-prefix.ts";
export { type IpLocation, type PlaceFiles, type PlaceOrigins, Places } from "./places.ts";
