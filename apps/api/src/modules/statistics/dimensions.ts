import type { StatisticsDimension } from "@shoal/contract";

/** What tells rows apart, in both tables alike, but for minutes of several renditions: a text each, "" where it is not known. */
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

/** All that a row of minutes has of that dimension: its main one and those beside it. */
export const RENDITIONS_OF_MINUTE_SQL =
  "arrayMap(each -> if(each = 0, '', toString(each)), arrayConcat([height], other_heights))";
