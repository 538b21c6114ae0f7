import type { CdnHourRow, MeteredHourRow } from "@shoal/contract/stored-data";

/** The edge run that served all requests. It is always the same, so a second seed replaces the rows. */
const METER_ID = "seed-cdn";
const DAY_MS = 86_400_000;
/** The hours of the day in which demo viewers send requests. */
const REQUEST_HOURS = [9, 14, 20] as const;
const COUNTRY_SHARES = [
  ["FR", 0.52],
  ["BE", 0.22],
  ["CH", 0.15],
  ["CA", 0.11],
] as const;
/** The share of the requests that are served from caches. */
const HIT_SHARE = 0.94;
/** The share of the bytes received by the entry's viewers that other viewers sent. The entry's pages load the plugin. */
const PEER_SHARE = 0.23;
const BYTES_PER_REQUEST = 1_800_000;
/** The traffic of an average day in the first week, and its growth within a year as a share of it. */
const FIRST_DAY_BYTES = 70_000_000_000;
const YEARLY_GROWTH = 1.1;
/** The weight of each weekday, Sunday first. */
const WEEKDAY_WEIGHTS = [0.62, 1.04, 1.1, 1.13, 1.12, 1.09, 0.7] as const;
/** The golden ratio, which spreads days evenly, whatever their number. */
const GOLDEN_RATIO = 0.618_033_988_749_895;

/**
 * Returns the traffic of a CDN entry on a day, with a weekly pattern, a year's growth and some variation. The same day always has
 * the same traffic.
 */
function bytesOfDay(dayMs: number, sinceMs: number): number {
  const day = dayMs / DAY_MS;
  const unrest = 1 + (((day * GOLDEN_RATIO) % 1) - 0.5) * 0.16;
  const grown = 1 + (YEARLY_GROWTH * (dayMs - sinceMs)) / (365 * DAY_MS);
  return FIRST_DAY_BYTES * (WEEKDAY_WEIGHTS[new Date(dayMs).getUTCDay()] ?? 1) * unrest * grown;
}

export interface ServedHours {
  cdn: CdnHourRow[];
  metered: MeteredHourRow[];
}

/** Returns the rows that an edge would have written for an entry, from the start of a day to a moment. */
export function servedHoursOf(
  entry: { uuid: string; clientUuid: string },
  { sinceMs, untilMs, version }: { sinceMs: number; untilMs: number; version: number },
): ServedHours {
  const served: ServedHours = { cdn: [], metered: [] };
  for (let dayMs = sinceMs; dayMs < untilMs; dayMs += DAY_MS)
    for (const hour of REQUEST_HOURS) {
      const atMs = dayMs + hour * 3_600_000;
      if (atMs + 3_600_000 > untilMs) break;
      const cdn = rowsOf(entry, atMs / 1_000, version, bytesOfDay(dayMs, sinceMs) / REQUEST_HOURS.length);
      served.cdn.push(...cdn);
      const sent = cdn.reduce((sum, { cache, bytes_sent }) => (cache === "none" ? sum : sum + bytes_sent), 0);
      const fromPeers = Math.round((sent * PEER_SHARE) / (1 - PEER_SHARE));
      served.metered.push({
        client_uuid: entry.clientUuid,
        video_uuid: entry.uuid,
        hour: atMs / 1_000,
        meter: METER_ID,
        version,
        bytes_edge: sent,
        bytes_elsewhere: 0,
        bytes_peer: fromPeers,
        bytes_up: fromPeers,
        bytes_most: 0,
        bytes_unverified: 0,
        address_percent: 0,
      });
    }
  return served;
}

function rowsOf(
  { uuid, clientUuid }: { uuid: string; clientUuid: string },
  hour: number,
  version: number,
  bytes: number,
): CdnHourRow[] {
  const row = (own: Partial<CdnHourRow>): CdnHourRow => ({
    client_uuid: clientUuid,
    entry_uuid: uuid,
    hour,
    country: "",
    status_class: 2,
    cache: "hit",
    meter: METER_ID,
    version,
    requests: 0,
    bytes_sent: 0,
    bytes_origin: 0,
    ...own,
  });
  const sent = (country: string, share: number, cache: "hit" | "miss") => {
    const bytesSent = Math.round(bytes * share * (cache === "hit" ? HIT_SHARE : 1 - HIT_SHARE));
    return row({
      country,
      cache,
      bytes_sent: bytesSent,
      requests: Math.ceil(bytesSent / BYTES_PER_REQUEST),
    });
  };
  return [
    ...COUNTRY_SHARES.flatMap(([country, share]) => [
      sent(country, share, "hit"),
      sent(country, share, "miss"),
    ]),
    row({ cache: "miss", bytes_origin: Math.round(bytes * (1 - HIT_SHARE)) }),
    row({ country: "FR", status_class: 4, cache: "none", requests: 9, bytes_sent: 1_377 }),
  ];
}
