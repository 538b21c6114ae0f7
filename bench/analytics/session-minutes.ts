import type { Analytics } from "../../apps/api/src/platform/clickhouse.ts";

/** The duration of a session in minutes. */
const MINUTES_PER_SESSION = 20;

export interface FillOptions {
  clientUuid: string;
  minutes: number;
  days: number;
  nowMs: number;
}

/**
 * Inserts rows as edges write them, one day at a time and identical in each run. The rows cover 300 videos with a skewed
 * popularity. Most viewers return, and the counters vary from minute to minute.
 */
export async function fillSessionMinutes(analytics: Analytics, fill: FillOptions): Promise<void> {
  const { clientUuid, minutes, days, nowMs } = fill;
  const nowMinute = Math.floor(nowMs / 60_000);
  const sessionsADay = Math.ceil(minutes / days / MINUTES_PER_SESSION);
  for (let day = 0; day < days; day += 1)
    await analytics.command({
      query: INSERT_DAY,
      query_params: {
        client: clientUuid,
        day,
        rows: sessionsADay * MINUTES_PER_SESSION,
        sessions: sessionsADay,
        from: nowMinute - (day + 1) * 1_440,
      },
    });
}

const INSERT_DAY = `INSERT INTO session_minutes (client_uuid, video_uuid, session_uuid, minute, version, sec_server, sec_peer,
    sec_rebuf_http, bytes_server, bytes_peer, bytes_up, kbps_seconds, sec_best_quality, views, attempts, startup_ms, peers, errors,
    country, network_prefix, device, network, asn, isp, page_host, viewer, height, browser, system, player)
  WITH intDiv(number, ${MINUTES_PER_SESSION}) AS s, number % ${MINUTES_PER_SESSION} AS m,
    sipHash64({day:UInt32}, s) AS h, sipHash64(h, m) AS g, h % 1420 AS start, 20 + g % 40 AS played,
    pow((h % 10007) / 10007, 3) AS taste, [360, 540, 720, 1080][1 + h % 4] AS rung
  SELECT {client:String}, concat('video-', toString(toUInt32(taste * 300))),
    lower(concat(hex(h), hex(sipHash64(h, 1)))), toDateTime(({from:UInt32} + start + m) * 60, 'UTC'),
    toUInt64({from:UInt32} + start + m) * 60000 + 900,
    (played * (100 - h % 90) / 100), played * (h % 90) / 100, if(g % 19 = 0, (g % 3000) / 1000, 0),
    toUInt64(played * rung * 300 * (100 - h % 90) / 100), toUInt64(played * rung * 300 * (h % 90) / 100),
    toUInt64(played * rung * 150), played * rung * 2.5, played * (h % 3) / 2, m = 0, m = 0,
    if(m = 0, 150 + g % 3000, 0), 3 + h % 5, g % 997 = 0,
    ['FR','DE','GB','US','ES','CA','PL','IT','BE','CH'][1 + h % 10], concat('198.51.', toString(h % 200), '.0/24'),
    ['laptop','phone','desktop','tablet','tv'][1 + intDiv(h, 60) % 5], ['fixed','mobile','unknown'][1 + intDiv(h, 300) % 3],
    64496 + h % 60, concat('Network ', toString(h % 60)), concat('page', toString(h % 30), '.example.org'),
    hex(sipHash64(sipHash64({day:UInt32} % 30, s % intDiv({sessions:UInt32}, 2)))), rung,
    ['Chrome','Safari','Firefox','Microsoft Edge'][1 + h % 4], ['Windows','iOS','Linux','macOS','Android'][1 + h % 5], 'shoal'
  FROM numbers({rows:UInt64})`;
