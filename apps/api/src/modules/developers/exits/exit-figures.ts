import type { Analytics } from "../../../platform/clickhouse.ts";

const DAYS_AT_ONCE = 1_000;

/** Reads the viewing of each video on each day (UTC), from finished hours. */
export async function* readDays(
  analytics: Pick<Analytics, "query">,
  { clientUuid, until }: { clientUuid: string; until: Date },
): AsyncGenerator<object[]> {
  for (let after = { day: "1970-01-01", video: "" }; ; ) {
    const result = await analytics.query({
      query: `SELECT toString(toDate(hour, 'UTC')) AS day, video_uuid AS video, sum(views) AS views,
          round(sum(sec_server)) AS sec_server, round(sum(sec_peer)) AS sec_peer, round(sum(sec_rebuf)) AS sec_rebuf,
          sum(bytes_server) AS bytes_server, sum(bytes_peer) AS bytes_peer
        FROM video_hours FINAL
        WHERE client_uuid = {client:String} AND hour < toDateTime({until:UInt32}, 'UTC')
        GROUP BY day, video HAVING (day, video) > ({day:String}, {video:String})
        ORDER BY day, video LIMIT {limit:UInt32}`,
      query_params: {
        client: clientUuid,
        until: Math.floor(until.getTime() / 1_000),
        ...after,
        limit: DAYS_AT_ONCE,
      },
      format: "JSONEachRow",
    });
    const rows = await result.json<{ day: string; video: string } & Record<string, unknown>>();
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ day, video, ...sums }) => ({
      day,
      video_uuid: video,
      ...Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)])),
    }));
    after = { day: last.day, video: last.video };
  }
}
