import type { FootprintConsumption } from "@shoal/contract";
import { consumptionOf } from "@shoal/domain/figures";
import type { Analytics } from "../../../platform/clickhouse.ts";

/** The time limit of a query, since a user waits for the current month. */
const QUERY_TIMEOUT_MS = 15_000;

interface MonthRow {
  country: string;
  device: string;
  network: string;
  ms: number | string;
  bytes: number | string;
  bytesPeer: number | string;
  bytesUp: number | string;
}

/** A range in seconds since 1970, whose end is exclusive. */
export interface SecRange {
  fromSec: number;
  toSec: number;
}

// Totals are in whole milliseconds and bytes, so that they do not depend on the order of rows.
const SUMS_SQL = `country, device, network, round(1000 * sum(sec_server + sec_peer)) AS ms,
  sum(bytes_server + bytes_peer) AS bytes, sum(bytes_peer) AS bytesPeer, sum(bytes_up) AS bytesUp`;
const MINUTE_COLUMNS = "country, device, network, sec_server, sec_peer, bytes_server, bytes_peer, bytes_up";

/** Creates the queries for the consumption of a client's viewers by month, from the roll-up that is kept forever. */
export function createMonthSums(analytics: Analytics) {
  const rows = async <T>(query: string, query_params: Record<string, unknown>): Promise<T[]> => {
    const abort_signal = AbortSignal.timeout(QUERY_TIMEOUT_MS);
    return (await analytics.query({ query, query_params, format: "JSONEachRow", abort_signal })).json<T>();
  };
  return {
    /** Reads the hours that start in a range, by country, device and network, or minutes where hours are not closed yet. */
    async readConsumption(
      clientUuid: string,
      { fromSec, toSec }: SecRange,
      closedUntilSec: number,
    ): Promise<FootprintConsumption[]> {
      const found = await rows<MonthRow>(
        `SELECT ${SUMS_SQL} FROM (
          SELECT ${MINUTE_COLUMNS} FROM video_hours FINAL
          WHERE client_uuid = {client:String} AND hour >= toDateTime({from:UInt32}, 'UTC')
            AND hour < toDateTime({until:UInt32}, 'UTC')
          UNION ALL
          SELECT country, device, network, toFloat64(sec_server), toFloat64(sec_peer), bytes_server, bytes_peer, bytes_up
          FROM session_minutes FINAL
          WHERE client_uuid = {client:String} AND minute >= toDateTime({open:UInt32}, 'UTC')
            AND minute < toDateTime({to:UInt32}, 'UTC')
        ) GROUP BY country, device, network ORDER BY country, device, network`,
        {
          client: clientUuid,
          from: fromSec,
          to: toSec,

          until: Math.min(toSec, closedUntilSec),
          open: Math.max(fromSec, closedUntilSec),
        },
      );
      return mergeRows(found.map(presentConsumption)).filter(
        ({ hours, deliveredGb }) => hours > 0 || deliveredGb > 0,
      );
    },

    /** Finds the first known hour of each of these clients, in seconds since 1970. Clients without hours are omitted. */
    async findFirstHours(clientUuids: readonly string[]): Promise<Map<string, number>> {
      if (clientUuids.length === 0) return new Map();
      const found = await rows<{ client: string; first: number }>(
        `SELECT client_uuid AS client, toUnixTimestamp(min(hour)) AS first FROM video_hours
         WHERE client_uuid IN {clients:Array(String)} GROUP BY client_uuid`,
        { clients: clientUuids },
      );
      return new Map(found.map(({ client, first }) => [client, first]));
    },

    /** Lists UTC days (start in seconds) with hours aggregated since a point in time, and the time of the last aggregation. */
    async listTouchedDays(sinceMs: number, fromSec: number) {
      const found = await rows<{ client: string; day: number; newest: number | string }>(
        `SELECT client_uuid AS client, toUnixTimestamp(toStartOfDay(hour)) AS day, max(version) AS newest FROM video_hours
         WHERE hour >= toDateTime({from:UInt32}, 'UTC') AND version > {since:UInt64} GROUP BY client, day`,
        { since: sinceMs, from: fromSec },
      );
      return found.map(({ client, day, newest }) => ({
        clientUuid: client,
        daySec: day,
        newestMs: Number(newest),
      }));
    },
  };
}
export type MonthSums = ReturnType<typeof createMonthSums>;

function presentConsumption({
  country,
  device,
  network,
  ms,
  bytes,
  bytesPeer,
  bytesUp,
}: MonthRow): FootprintConsumption {
  return consumptionOf({
    country,
    device,
    network,
    secServer: Number(ms) / 1_000,
    secPeer: 0,

    bytesServer: Number(bytes) - Number(bytesPeer),
    bytesPeer: Number(bytesPeer),
    bytesUp: Number(bytesUp),
  });
}

/** Merges rows whose words mean the same, such as "" and "unknown". */
function mergeRows(found: readonly FootprintConsumption[]): FootprintConsumption[] {
  const key = ({ country, device, network }: FootprintConsumption) => [country, device, network].join("\n");
  return [...Map.groupBy(found, key).values()].flatMap(([first, ...more]) =>
    first ? [more.reduce(addConsumption, first)] : [],
  );
}

const addConsumption = (a: FootprintConsumption, b: FootprintConsumption): FootprintConsumption => ({
  ...a,
  hours: a.hours + b.hours,
  deliveredGb: a.deliveredGb + b.deliveredGb,
  peerGb: a.peerGb + b.peerGb,
  uploadedGb: a.uploadedGb + b.uploadedGb,
});
