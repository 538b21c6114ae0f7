import type { OutroFigures } from "@shoal/contract";
import type { Analytics } from "../../../platform/clickhouse.ts";
import { isForCaller } from "../../../platform/query-in-time.ts";

/** The time limit for figures on a screen that also shows other data. */
const QUERY_TIMEOUT_MS = 3_000;

/** Creates the query for how often a client's outros were shown and clicked; undefined while ClickHouse does not respond. */
export const createOutroFigures =
  (analytics: Analytics, onError: (error: unknown) => void) =>
  async (clientUuid: string, outroUuids: string[]): Promise<Map<string, OutroFigures> | undefined> => {
    if (outroUuids.length === 0) return new Map();
    try {
      const result = await analytics.query({
        query: `SELECT outro_uuid, sum(shown) AS shown, sum(button_clicks) AS button, sum(subtext_clicks) AS subtext
          FROM outro_sessions FINAL
          WHERE client_uuid = {client:String} AND outro_uuid IN {outros:Array(String)} GROUP BY outro_uuid`,
        query_params: { client: clientUuid, outros: outroUuids },
        format: "JSONEachRow",
        abort_signal: AbortSignal.timeout(QUERY_TIMEOUT_MS),
      });
      return new Map((await result.json<OutroFiguresRow>()).map((row) => [row.outro_uuid, figuresOf(row)]));
    } catch (error) {
      if (!isForCaller(error)) onError(error);
      return undefined;
    }
  };

/** A row of ClickHouse, which writes large integers as text. */
interface OutroFiguresRow {
  outro_uuid: string;
  shown: number | string;
  button: number | string;
  subtext: number | string;
}

const figuresOf = ({ shown, button, subtext }: OutroFiguresRow): OutroFigures => ({
  shown: Number(shown),
  buttonClicks: Number(button),
  subtextClicks: Number(subtext),
});
