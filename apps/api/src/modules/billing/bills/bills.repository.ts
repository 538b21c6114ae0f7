import type { BilledDay } from "@shoal/contract";
import { faultToTell, isTold } from "../../../platform/ask-in-time.ts";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Tx } from "../../../platform/database.ts";
import { type BilledPeriod, billedHoursSql, billedParams } from "../../insight/figures/index.ts";

/** A question of somebody who waits. */
const PATIENCE_MS = 15_000;

interface Row {
  day: string;
  serverBytes: number | string;
  peerBytes: number | string;
}

interface FiguresDeps {
  analytics: Analytics;
  onError: (error: unknown) => void;
}

/**
 * What one client had delivered on each day (UTC) of a period, ascending, without days on which there was nothing: the hours of
 * which consumption is made too.
 * @throws AppError "unavailable" while the engine does not answer.
 */
export async function readBilledDays(
  { analytics, onError }: FiguresDeps,
  clientUuid: string,
  period: BilledPeriod,
): Promise<BilledDay[]> {
  try {
    const result = await analytics.query({
      query: `SELECT toString(toDate(hour, 'UTC')) AS day, sum(fromServer) AS serverBytes, sum(fromPeers) AS peerBytes
        FROM (${billedHoursSql("client_uuid = {client:String}")}) GROUP BY day ORDER BY day`,
      query_params: { client: clientUuid, ...billedParams(period) },
      format: "JSONEachRow",
      abort_signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const rows = await result.json<Row>();
    return rows.map(({ day, serverBytes, peerBytes }) => ({
      day,
      serverBytes: Number(serverBytes),
      peerBytes: Number(peerBytes),
    }));
  } catch (error) {
    if (!isTold(error)) onError(error);
    throw faultToTell(error);
  }
}

export function createBillsRepository(db: Tx) {
  return {
    /** When the client got its account. */
    async getCreation(clientUuid: string): Promise<Date> {
      const row = await db
        .selectFrom("clients")
        .select("created_at")
        .where("uuid", "=", clientUuid)
        .executeTakeFirstOrThrow();
      return row.created_at;
    },
  };
}
