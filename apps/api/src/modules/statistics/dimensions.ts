import type { StatisticsDimension } from "@shoal/contract";

/** What tells rows apart, in both tables alike: a text each, "" where it is not known. */
export const DIMENSION_SQL: Record<StatisticsDimension, string> = {
  video: "video_uuid",
  country: "country",
  provider: "if(asn = 0, '', toString(asn))",
  device: "device",
  browser: "browser",
  system: "system",
  player: "player",
  network: "network",
  site: "site_uuid",
  rendition: "if(height = 0, '', toString(height))",
  host: "page_host",
  config: "config_uuid",
};
